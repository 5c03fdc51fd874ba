import { modes } from '../../nodes/generated/contract.ts';
import { testCredential } from './runNode.ts';
import { fakeService, type Reply, type SentRequest } from './fakeService.ts';

/** What the names of this service's models begin with. */
export const family = 'x-2.0';
/** The account as a person has it there. */
export const credential = { ...testCredential, modelFamily: family };

const models: string[] = Object.values(modes).flatMap(({ suffixes }) =>
  Object.values(suffixes).map((suffix) => family + suffix),
);

export const usage = { billing_rule: 'per_second', credits_reserved: 50, user_group: 'default' };
export const billing = { charge_status: 'charged', refund_status: 'none' };
export const videoOf = (id: string) => `https://files.test/${id}.mp4`;

/** What such a service tells of a task. */
const taskOf = (id: string, more: object) => ({
  ...{ id, created: 1_893_456_000, object: 'video.generation.task', type: 'video' },
  ...more,
});

/**
 * A service that answers as public services do: with fields that the contract doesn't show, in words of
 * their own, and only for the models of its family.
 *
 * @param read - what the n-th look at a task tells, from 1; it is being made, then completed, by default
 */
export function publicService(
  read: (id: string, look: number) => object | undefined = () => undefined,
) {
  let made = 0;
  const looks = new Map<string, number>();
  const makeTask = ({ body }: SentRequest): Reply => {
    const { model } = body as { model: string };
    if (!models.includes(model)) return { status: 404 };
    const told = {
      ...{ model, status: 'pending', progress: 0, usage },
      task_info: { can_cancel: true, estimated_time: 600, video_duration: 5 },
    };
    return { status: 200, body: taskOf(`task_${(made += 1)}`, told) };
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
  const { requests } = fakeService((request) =>
    request.method === 'POST' ? makeTask(request) : tellTask(request),
  );
  return {
    /** The models that were asked for. */
    get models() {
      return requests.flatMap(({ body }) => (body as { model?: string }).model ?? []);
    },
  };
}
