import { readFile, writeFile } from 'node:fs/promises';
import nock from 'nock';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOutcomes, answerOutcomes, type AgentOutcome } from '../engine/agentOutcomes.ts';
import { callTool, type Heard } from '../engine/callTool.ts';
import { forgetPaces } from '../engine/forgetPaces.ts';
import type { LoopbackService } from '../engine/loopbackService.ts';
import { havePatience } from '../engine/patience.ts';
import { testCredential } from '../engine/runNode.ts';

havePatience({ busyMs: 0 });

const page = new URL('../../docs/internals/agent-answers.md', import.meta.url).pathname;
const marks = /(?<=<!-- outcomes -->\n).*(?=<!-- end of outcomes -->)/s;

let service: LoopbackService;
beforeAll(async () => {
  nock.enableNetConnect();
  service = await answerOutcomes();
});
afterAll(() => service.close());

/** What a model reads of an outcome, from a node as n8n's older agents run it. */
async function hear({ type, parameters, argument, isDown }: AgentOutcome): Promise<Heard> {
  forgetPaces();
  const baseUrl = isDown ? 'http://127.0.0.1:9' : service.baseUrl;
  const calls = [type === 'createVideo' ? { Prompt: argument } : { Task_ID: argument }];
  const credential = { ...testCredential, baseUrl };
  const [heard] = await callTool({ type, parameters, calls, credential });
  return heard!;
}

const money = { yes: /charged|"paid":"yes"/, no: /[Nn]othing was charged/, maybe: /charged/ };
const texts = new Map<AgentOutcome, string>();

// The last test compares what the others heard.
describe('what a model reads of its tool call', { shuffle: false }, () => {
  it.each(agentOutcomes)('tells of money, ID and next step: $name', async (outcome) => {
    const { failed, answer = '', isThrown } = await hear(outcome);
    const said = failed ?? JSON.stringify((JSON.parse(answer) as object[])[0]);
    texts.set(outcome, said.replace(/(?<="waitedSeconds":)[\d.]+/, '0'));
    expect(isThrown).toBeUndefined();
    // A wait that brings its video spends nothing.
    if (outcome.type === 'createVideo' || failed !== undefined)
      expect(said).toMatch(money[outcome.charged]);
    else expect(said).not.toContain('paid');
    if (outcome.charged !== 'no') expect(said).not.toMatch(/[Nn]othing was charged/);
    if (outcome.taskId !== undefined) expect(said).toContain(outcome.taskId);
    if (failed === undefined) expect(said).toContain(`"id":"${outcome.taskId}"`);
    else expect(said).toMatch(/call (this tool again|Wait for Video)|another video/);
    expect(said).not.toContain(testCredential.apiKey);
  });

  // UPDATE_DOCS writes the table instead of comparing it.
  it('stands in the docs as it is', async () => {
    const rows = agentOutcomes.map((outcome) => {
      const said = texts.get(outcome)!;
      const cell = said.startsWith('{') ? `\`${said}\`` : said;
      const { name, charged, taskId = '' } = outcome;
      return `| ${name} | ${charged} | ${taskId && `\`${taskId}\``} | ${cell.replaceAll(service.baseUrl, 'https://…')} |`;
    });
    const head =
      '| What happened | Charged | ID | What the model reads |\n| --- | --- | --- | --- |';
    const text = await readFile(page, 'utf8');
    expect(text).toMatch(marks);
    const want = await format(
      text.replace(marks, () => `\n${head}\n${rows.join('\n')}\n\n`),
      { ...(await resolveConfig(page)), filepath: page },
    );
    if (process.env.UPDATE_DOCS) await writeFile(page, want);
    else expect(text).toBe(want);
  });
});
