import type { Workflow } from '../../../../playground/index.ts';
import { falModel, falStatus } from '../../service/falWire.ts';
import { falPrefix } from '../../service/service.ts';
import type { Rig } from '../startRig.ts';
import { request } from './httpRequests.ts';
import { pollingLoop } from './loop.ts';

/**
 * fal's queue as its guide for n8n drives it: a request, a pause and a look at its status until it
 * is done, and a request for the result. fal's own node waits as Veo's does, one item after another.
 */
export const falByHand = (id: string, rig: Rig): Workflow =>
  pollingLoop(id, {
    create: request(rig, 'Submit to fal', {
      method: 'POST',
      url: `${rig.service.url}${falPrefix}/${falModel}`,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '={{ JSON.stringify({ prompt: $json.prompt }) }}',
    }),
    query: request(rig, 'Status at fal', { url: '={{ $json.status_url }}' }),
    doneStatus: falStatus.done,
    collect: [request(rig, 'Result of fal', { url: '={{ $json.response_url }}' })],
  });
