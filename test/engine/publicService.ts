import { modes } from '../../nodes/generated/contract.ts';
import { fakeService, type Reply, type SentRequest } from './fakeService.ts';

/** What the names of this service's models begin with. */
export const family = 'x-2.0';

const models: string[] = Object.values(modes).flatMap(({ suffixes }) =>
  Object.values(suffixes).map((suffix) => family + suffix),
);

/** An error as public services write it, with the ID that they give to each request. */
export const refusal = (
  status: number,
  error: { code: string | number; message: string; type?: string; fallback_suggestion?: string },
  headers: Record<string, string> = {},
): Reply => ({
  status,
  body: { error: { type: 'api_error', param: null, ...error, request_id: 'req_8f21' } },
  headers: { 'x-request-id': 'req_8f21', ...headers },
});

export const unknownModel = refusal(404, {
  code: 'model_not_found',
  message: 'Specified model not found',
});

export const usage = { billing_rule: 'per_second', credits_reserved: 50, user_group: 'default' };
export const billing = { charge_status: 'charged', refund_status: 'none' };
export const videoOf = (id: string) => `https://files.test/${id}.mp4`;

/** What such a service tells of a task. */
export const taskOf = (id: string, more: object) => ({
  ...{ id, created: 1_893_456_000, object: 'video.generation.task', type: 'video' },
  ...more,
});

/**
 * A service that answers as public services do: with fields that the contract doesn't show, in words of
 * their own, and only for the models of its family.
 *
 * @param create - the answer to the n-th create request, from 1; a task by default
 * @param read - what the n-th look at a task tells, from 1; it is being made, then completed, by default
 */
export function publicService({
  create = () => undefined,
  read = () => undefined,
}: {
  create?: (nth: number) => Reply | undefined;
  read?: (id: string, look: number) => object | undefined;
} = {}) {
  let creates = 0;
  const looks = new Map<string, number>();
  const makeTask = ({ body }: SentRequest): Reply => {
    const { model } = body as { model: string };
    if (!models.includes(model)) return unknownModel;
    const made = {
      ...{ model, status: 'pending', progress: 0, usage },
      task_info: { can_cancel: true, estimated_time: 600, video_duration: 5 },
    };
    return { status: 200, body: taskOf(`task_${creates}`, made) };
  };
  const tellTask = ({ path }: SentRequest): Reply => {
    const id = path.split('/').at(-1)!;
    const look = (looks.get(id) ?? 0) + 1;
    looks.set(id, look);
    const usual =
      look === 1
        ? { status: 'processing', progress: 40 }
        : { status: 'completed', progress: 100, results: [videoOf(id)], billing };
    return { status: 200, body: taskOf(id, read(id, look) ?? usual) };
  };
  const { requests } = fakeService((request) => {
    if (request.method !== 'POST') return tellTask(request);
    creates += 1;
    return create(creates) ?? makeTask(request);
  });
  return {
    requests,
    /** The models that were asked for. */
    get models() {
      return requests.flatMap(({ body }) => (body as { model?: string }).model ?? []);
    },
  };
}
