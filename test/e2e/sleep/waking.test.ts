import { describe, expect, it } from 'vitest';
import { readExecution } from '../../../playground/index.ts';
import { chosenLine } from '../lines/chosenLine.ts';
import {
  end,
  finished,
  line,
  real,
  releases,
  resume,
  ringsOf,
  runsOf,
  start,
  tasksOf,
  untilAsleep,
  useSleepingN8n,
} from './rig.ts';

useSleepingN8n();

describe('a sleeping execution', { concurrent: true }, () => {
  it('is woken within seconds by the node that asks in the background', async () => {
    const prompt = 'watched sandbox:takes=20';
    const id = await start(line('watched', [prompt]));
    const timerMs = await untilAsleep(id);
    const execution = await end(id);
    const [task] = await tasksOf(prompt);
    const noted = chosenLine.hasCustomData ? { videogen_tasks: task!.id } : {};
    expect(execution).toMatchObject({ customData: noted });
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished]]);
    expect(Date.parse(execution.stoppedAt!)).toBeLessThan(timerMs);
    expect(runsOf(execution, 'Wait for Video')).toHaveLength(1);
    expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('is woken by the callback that Create Video asked for, through a proxy', async () => {
    const prompt = 'called sandbox:takes=20';
    const id = await start(line('called', [prompt], { create: resume }));
    await untilAsleep(id);
    const execution = await end(id);
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished]]);
    expect(ringsOf(id)[0]).toMatchObject({ method: 'POST', status: 200 });
    expect(ringsOf(id)[0]!.path).toMatch(
      chosenLine.hasTokens
        ? /^\/n8n\/webhook-waiting\/\d+\/videogen-callback\?signature=\w+/
        : /^\/n8n\/webhook-waiting\/\d+\/videogen-callback$/,
    );
    expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('believes nothing that a caller says, and refuses one without a token', async () => {
    const prompt = 'forged sandbox:takes=30';
    const id = await start(line('forged', [prompt], { create: resume }));
    await untilAsleep(id);
    const { url } = (await tasksOf(prompt))[0]!.callback!;
    let address = url;
    if (chosenLine.hasTokens) {
      expect((await fetch(url, { method: 'POST' })).status).toBe(401);
      const stored = await readExecution(real.client, id);
      const token = JSON.stringify(stored.data).match(/"resumeToken":"([^"]+)"/)?.[1];
      address += `?signature=${token}`;
    }
    const ring = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(address, { method: 'POST', body, headers })).status;
    };
    expect(await ring('{"status":"pending"}')).toBe(200);
    expect((await readExecution(real.client, id)).status).toBe('waiting');
    expect(await ring('{"status":"completed","results":["https://evil.test/x.mp4"]}')).toBe(200);
    const execution = await end(id);
    expect(releases(execution)).toEqual([[finished]]);
    expect(JSON.stringify(execution.data)).not.toContain('evil.test');
  });
});
