import { modes, operations, requestField } from '../../../../nodes/generated/contract.ts';
import type { Rig } from '../startRig.ts';
import type { Step } from './start.ts';

/** What the addresses and the key are taken from. */
type Target = Pick<Rig, 'credentials' | 'service'>;

/** n8n's HTTP Request node with the key of the stand-in. */
export const request = ({ credentials }: Target, name: string, parameters: object): Step => ({
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  credentials: { httpHeaderAuth: credentials.header },
  parameters: {
    authentication: 'genericCredentialType',
    genericAuthType: 'httpHeaderAuth',
    ...parameters,
  },
});

/**
 * n8n's HTTP Request node, set by hand to create a task.
 *
 * @param callbackUrl - an expression
 */
export function createByHand(rig: Target, callbackUrl?: string): Step {
  const fields = [
    `${requestField.model}: "${modes.textToVideo.models.standard}"`,
    `${requestField.prompt}: $json.prompt`,
    ...(callbackUrl ? [`${requestField.callbackUrl}: ${callbackUrl}`] : []),
  ];
  return request(rig, 'Create by Hand', {
    method: operations.createVideo.method,
    url: rig.service.url + operations.createVideo.path,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify({ ${fields.join(', ')} }) }}`,
  });
}

/** The same, set to ask for the task of the item. */
export const queryByHand = (rig: Target, id = '$json.id'): Step =>
  request(rig, 'Query by Hand', {
    url: `=${rig.service.url}${operations.getTask.path.replace(/\{.*?\}/, `{{ ${id} }}`)}`,
  });

/** The same, set to fetch the first result as a file. */
export const downloadByHand = (rig: Target): Step =>
  request(rig, 'Download by Hand', {
    authentication: 'none',
    url: '={{ $json.results[0] }}',
    options: { response: { response: { responseFormat: 'file' } } },
  });
