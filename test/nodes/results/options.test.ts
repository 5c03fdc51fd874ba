import { describe, expect, it } from 'vitest';
import { openForm } from '../../../nodes/parameters/readValue.ts';
import { defaultSettings } from '../../../nodes/look/WaitState.ts';
import { readShape, shapeJson } from '../../../nodes/results/outputOptions.ts';
import { readRunOptions } from '../../../nodes/results/waitOptions.ts';

/** A form whose options hold these. */
const formOf = (options: Record<string, unknown>) =>
  openForm({
    getNode: () => ({ parameters: { options } }),
    getInputData: () => [{}],
    getNodeParameter: (path) => options[path.replace('options.', '')],
  });

/** The shape that such a form asks for, and what is wrong with it. */
const shapeOf = async (options: Record<string, unknown>, isTool = false) => {
  const form = formOf(options);
  return { shape: await readShape(form, isTool), problems: form.problems };
};

describe('readRunOptions', () => {
  it('reads how to wait, in ms, and whether files are wanted, which no tool wants', async () => {
    const options = { intervalSeconds: 2, timeLimitMinutes: 0.5, stayAwake: true };
    const settings = { intervalMs: 2_000, timeoutMs: 30_000 };
    const shape = expect.anything() as object;
    const wishes = { settings, stayAwake: true, download: true, shape };
    expect(await readRunOptions(formOf(options), false, 10_000)).toEqual(wishes);
    expect(await readRunOptions(formOf({}), true, Infinity)).toEqual({
      ...{ settings: defaultSettings, stayAwake: false, download: false, shape },
    });
  });

  it('waits without a Time Limit until a little before n8n would end the execution', async () => {
    const timeoutOf = async (n8nLimitMs: number) =>
      (await readRunOptions(formOf({}), false, n8nLimitMs)).settings.timeoutMs;
    expect(await timeoutOf(100_000)).toBe(90_000);
    expect(await timeoutOf(2 * defaultSettings.timeoutMs)).toBe(defaultSettings.timeoutMs);
  });
});

describe('readShape', () => {
  it.each([
    [{ output: 'everything' }, undefined],
    [{ output: 'selected' }, ['id', 'status', 'videoUrl']],
    [{ output: 'selected', outputFields: ' a,b\nc , ' }, ['id', 'a', 'b', 'c']],
    [{ output: 'selected', outputFields: [' a ', 'b'] }, ['id', 'a', 'b']],
  ])('reads of %j the fields %j', async (options, fields) => {
    expect(await shapeOf(options)).toEqual({ shape: { keepInput: true, fields }, problems: [] });
  });

  it('keeps the item’s fields, but those of no tool', async () => {
    expect((await shapeOf({})).shape.keepInput).toBe(true);
    expect((await shapeOf({}, true)).shape.keepInput).toBe(false);
    expect((await shapeOf({ keepInput: true }, true)).shape.keepInput).toBe(true);
  });

  it.each([
    [{ output: 'short' }, /^Output must be one of "simplified", "selected", "everything"/],
    [{ keepInput: 'perhaps' }, /^Keep Input Fields must be true or false/],
    ...['', ' , ', 7, []].map((outputFields): [object, RegExp] => [
      { output: 'selected', outputFields },
      /^Output Fields must name at least one field, but it is /,
    ]),
  ])('refuses %j', async (options, problem) => {
    expect((await shapeOf({ ...options })).problems).toEqual([expect.stringMatching(problem)]);
  });
});

describe('shapeJson', () => {
  const told = { credits: 3, outcome: 'completed', progress: 100, id: 'a', status: 'completed' };
  const done = { ...told, videoUrl: 'https://f.test/a', label: undefined };
  const named = ['progress', 'missing', 'constructor', 'toString', 'outcome', 'id'];

  it.each<[string, object, options: Record<string, unknown>, string]>([
    ['nothing of a wait where a video came of it', done, {}, 'id,status,videoUrl'],
    ['how the wait went where none did', told, {}, 'id,status,outcome,progress'],
    [
      'everything, the address in sight',
      done,
      { output: 'everything' },
      'id,status,videoUrl,credits,outcome,progress',
    ],
    [
      'what was named, in that order',
      done,
      { output: 'selected', outputFields: named },
      'id,progress,outcome',
    ],
  ])('has %s', async (_, json, options, names) => {
    const { shape } = await shapeOf(options);
    expect(Object.keys(shapeJson(json as never, shape)).join()).toBe(names);
  });
});
