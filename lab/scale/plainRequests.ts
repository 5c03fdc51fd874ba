import { text } from 'node:stream/consumers';
import type { IExecuteFunctions, IN8nHttpFullResponse, INodeType } from 'n8n-workflow';

/** As many requests under way as this package's pacer lets start in a turn. */
const atOnce = 8;

/** Sends a request for each item by n8n's own helper, and does nothing else. */
export const plainRequests: INodeType = {
  description: {
    displayName: 'Plain Requests',
    name: 'plainRequests',
    group: ['transform'],
    version: 1,
    description: 'Requests of the measurement',
    defaults: { name: 'Plain Requests' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'videoGenApi', required: true }],
    properties: [],
  },
  async execute(this: IExecuteFunctions) {
    const items = this.getInputData();
    const { baseUrl } = await this.getCredentials<{ baseUrl: string }>('videoGenApi', 0);
    let next = 0;
    const lane = async () => {
      while (next < items.length) {
        next += 1;
        const response = (await this.helpers.httpRequestWithAuthentication.call(
          this,
          'videoGenApi',
          {
            method: 'POST',
            url: `${baseUrl}/videos`,
            body: { prompt: 'A video' },
            headers: { Accept: 'application/json' },
            encoding: 'stream',
            returnFullResponse: true,
            ignoreHttpStatusErrors: true,
            disableFollowRedirect: true,
          },
        )) as IN8nHttpFullResponse;
        await text(response.body as never);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return [items];
  },
};
