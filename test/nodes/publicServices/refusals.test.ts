import { describe, expect, it } from 'vitest';
import type { Reply } from '../../engine/fakeService.ts';
import { publicService, refusal, unknownModel } from '../../engine/publicService.ts';
import { haveSendSettings } from '../../engine/sendSettings.ts';
import { beginPromises, errorOf, table } from '../../promises/scene.ts';
import { play, told } from './scene.ts';

beginPromises();
haveSendSettings({ busyMs: 90_000 });

const noService = 'There is no video service at http://service.test (HTTP 404)';
const page: Reply = {
  status: 404,
  body: '<h1>Our models</h1>',
  headers: { 'content-type': 'text/html' },
};

describe('what a builder reads of a refusal', () => {
  it.each<[Reply, message: string, reason: string, advice: string, code?: string | number]>([
    [
      unknownModel,
      'Specified model not found',
      'modelRefused',
      'The service refused the model (HTTP 404). Set Model Family',
      'model_not_found',
    ],
    [
      refusal(403, { code: 403, message: 'Access denied for this model' }),
      'Access denied for this model',
      'modelRefused',
      'The service refused the model (HTTP 403). Set Model Family',
      403,
    ],
    [
      refusal(400, { code: 'invalid_request', message: 'This model does not exist' }),
      'This model does not exist',
      'refused',
      'Fix the problem it names. If it means the model’s name, set Model Family',
      'invalid_request',
    ],
    [
      refusal(400, {
        code: 'content_policy_violation',
        message: 'The prompt was blocked by the content policy',
        fallback_suggestion: 'change the prompt',
      }),
      'The prompt was blocked by the content policy. Change the prompt',
      'refused',
      'Fix the problem it names. Then try again.',
      'content_policy_violation',
    ],
    [
      refusal(402, { code: 'insufficient_quota', message: 'The balance of 12 credits is too low' }),
      'The balance of 12 credits is too low',
      'noCredit',
      'Your account at the service has no credit left (HTTP 402). Top up your account',
      'insufficient_quota',
    ],
    [
      refusal(401, { code: 401, message: 'The API key is not valid' }),
      'The API key is not valid',
      'unauthorized',
      'The service refused the API key (HTTP 401). Check the API key and the Base URL',
      401,
    ],
    [
      refusal(429, {
        code: 'rate_limit_exceeded',
        message: 'Too many requests',
        fallback_suggestion: 'retry after 60 seconds',
      }),
      'Too many requests. Retry after 60 seconds',
      'busy',
      'The service is too busy to accept this request (HTTP 429). Wait a while.',
      'rate_limit_exceeded',
    ],
    [page, noService, 'noService', 'Then try again. Details: Our models'],
    [{ status: 404, body: '' }, noService, 'noService', 'Check the Base URL'],
  ])('is its own sentence and what to do, of %o', async (reply, message, reason, advice, code) => {
    const service = publicService({ create: () => reply });
    const { description, ...said } = told(await play());
    const codes = code && `type: api_error; code: ${code}; request_id: req_8f21`;
    expect(said).toEqual({ message, reason, paid: 'no', codes });
    expect(description?.startsWith('Nothing was charged. ')).toBe(true);
    expect(description).toContain(advice);
    expect(service.requests.every(({ method }) => method === 'POST')).toBe(true);
  });

  it('takes the ID of a request for no task’s where the service may have made one', async () => {
    publicService({
      create: () => refusal(500, { code: 'server_error', message: 'Something went wrong' }),
    });
    expect(told(await play())).toEqual({
      message: 'The service had a problem while it was handling the request (HTTP 500)',
      description:
        'The video may have been created and charged. Check the service’s dashboard before you order this again. Details: Something went wrong',
      ...{ reason: 'serviceFault', paid: 'unknown' },
      codes: 'type: api_error; code: server_error; request_id: req_8f21',
    });
  });

  it('tells a table of rows each sentence once, however different its request IDs', async () => {
    let nth = 0;
    publicService({
      create: () => ({
        status: 403,
        body: { error: { message: 'No access to this model', request_id: nth++ } },
      }),
    });
    const { message, description } = errorOf(await play({ ...table(['A', 'B', 'C']) }))!;
    expect(message).toBe('No access to this model.');
    expect(description).not.toContain('Other problems');
  });
});
