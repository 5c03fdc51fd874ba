import { describe, expect, it } from 'vitest';
import { createFinished, messageOf, post, publish, step, useTriggerRig } from './rig.ts';

useTriggerRig();

describe('Video Finished Trigger, with something else in Respond', () => {
  it.each([
    ['a word that is no choice', 'sometimes'],
    ['another mode of n8n’s', 'responseNode'],
    ['an expression that comes to another word', '={{ "responseNode" }}'],
    ['an expression that comes to a list', '={{ ["lastNode"] }}'],
    ['an expression that comes to nothing', '={{ undefined }}'],
    ['an expression that needs an item', '={{ $json.a.b.c }}'],
    ['an expression that fails', '={{ (() => { throw new Error("x") })() }}'],
    ['an expression that is none', '={{ ( }}'],
    ['an expression, though it comes to a choice', '={{ "last" + "Node" }}'],
    ['an empty text', ''],
  ])('responds immediately with %s', async (_, respond) => {
    const workflow = await publish(respond);
    const id = await createFinished();
    const answered = await post(workflow.url, { id });
    expect(answered.status).toBe(200);
    expect(messageOf(answered)).toBe('The workflow was started');
    await step.untilReached(id, 1);
    step.answer(id, 200);
  });
});
