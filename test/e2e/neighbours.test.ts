import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  createClient,
  importCredential,
  importWorkflow,
  readExecution,
  runWorkflow,
  untilWaiting,
  waitFor,
  type N8nClient,
} from '../../playground/index.ts';
import type { SleepRecord } from '../../nodes/sleep/stored.ts';
import { createNode, end, line, real, runsOf, start, useRealN8n } from './waiting.ts';

// Another company’s package, which some people have installed beside ours. It isn't in every registry, so
// one of the same names stands for it: n8n's credential types are global, and so are its node types
// within a package. Its word is also the first part of a model's name, and stands nowhere else here.
const word = ['video', 'gen'].join('');
const capital = ['Video', 'Gen'].join('');
const theirs = `n8n-nodes-${word}`;
const theirCredential = `${word.replace('g', 'G')}Api`;
const theirNode = word.replace('g', 'G');

const node = `exports.${capital} = class {
  description = {
    displayName: '${capital}', name: '${theirNode}', group: ['transform'], version: 1,
    description: 'Theirs', defaults: { name: '${capital}' }, inputs: ['main'], outputs: ['main'],
    credentials: [{ name: '${theirCredential}', required: true }], properties: [],
  };
  async execute() {
    const { token } = await this.getCredentials('${theirCredential}');
    return [this.getInputData().map(() => ({ json: { theirs: token } }))];
  }
};`;
const credential = `exports.${capital}Api = class {
  name = '${theirCredential}';
  displayName = '${capital} API';
  properties = [{ displayName: 'Token', name: 'token', type: 'string', default: '' }];
};`;

async function installTheirs(folder: string): Promise<void> {
  const own = join(folder, theirs);
  await mkdir(own, { recursive: true });
  const files = { [`${capital}.node.js`]: node, [`${capital}Api.credentials.js`]: credential };
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
  const [nodes, credentials] = Object.keys(files).map((name) => [name]);
  const n8n = { n8nNodesApiVersion: 1, nodes, credentials };
  const manifest = { name: theirs, version: '2.1.12', n8n };
  await writeFile(join(own, 'package.json'), JSON.stringify(manifest));
}

useRealN8n(() => ({ sandboxArgs: ['--renderer', 'instant'], install: installTheirs }));

it('works beside another company’s package of nearly the same name, and neither takes the other’s credential', async () => {
  const types = await real.client.get<{ name: string }[]>('/types/nodes.json');
  const names = types.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([`${theirs}.${theirNode}`, 'n8n-nodes-video-generation.createVideo']),
  );
  const key = await importCredential(real.client, {
    name: 'Theirs',
    type: theirCredential,
    data: { token: 'their token' },
  });
  const other = {
    ...{ name: 'Theirs', type: `${theirs}.${theirNode}` },
    credentials: { [theirCredential]: key },
  };
  const ours = createNode({ prompt: 'A boat', download: false });
  const execution = await end(await start(line('beside', ['A boat'], [other, ours])));
  expect(execution.status).toBe('success');
  const items = runsOf(execution, 'Create Video').at(-1)!.data!.main![0]!;
  expect(items.map(({ json }) => json)).toMatchObject([
    { theirs: 'their token', status: 'completed', videoUrl: expect.stringMatching(/^http/) },
  ]);
}, 300_000);

/** A member of the same n8n, logged in, without rights to what others have. */
async function joinAsMember(owner: N8nClient): Promise<N8nClient> {
  const invitation = { email: 'member@video.example', role: 'global:member' };
  const [{ user }] = await owner.post<[{ user: { inviteAcceptUrl: string } }]>(
    '/rest/invitations',
    [invitation],
  );
  const member = createClient(owner.url);
  const token = new URL(user.inviteAcceptUrl).searchParams.get('token');
  const account = { firstName: 'Plain', lastName: 'Member', password: 'Video-test-2' };
  await member.post('/rest/invitations/accept', { ...account, token });
  return member;
}

/** Orders a video, with a key of the same account, in a workflow of their own. */
async function fallAsleep(client: N8nClient, id: string): Promise<string> {
  const credentials = {
    videoGenerationApi: await importCredential(client, {
      name: id,
      type: 'videoGenerationApi',
      data: { baseUrl: real.sandbox.url, apiKey: real.sandbox.apiKey },
    }),
  };
  const workflow = line(
    id,
    [`A video of ${id} sandbox:takes=600`],
    [{ ...createNode(), credentials }],
  );
  await importWorkflow(client, workflow);
  const executionId = await runWorkflow(client, id, 'Start');
  await untilWaiting(client, executionId, 120_000);
  return executionId;
}

async function readSleep(client: N8nClient, executionId: string) {
  const { data } = await readExecution(client, executionId);
  const record = data.executionData!.contextData.flow!.videoSleep as unknown as SleepRecord;
  const { resumeToken } = data as { resumeToken?: string };
  return { text: JSON.stringify(data), sleep: record.sleep, resumeToken };
}

it('tells nobody what opens the execution of another person', async () => {
  const member = await joinAsMember(real.client);
  const own = await fallAsleep(member, 'memberOrder');
  const others = await fallAsleep(real.client, 'ownerOrder');
  await expect(readExecution(member, others)).rejects.toThrow();

  // The member's fell asleep first: it is the one that has the list, with the owner's on it.
  const sealed = await waitFor(
    async () => (await readSleep(member, own)).sleep?.list?.sealed,
    90_000,
    () => new Error('No list is stored'),
  );
  const { text } = await readSleep(member, own);
  const token = (await readSleep(real.client, others)).resumeToken!;
  expect(token.length).toBeGreaterThan(30);
  for (const form of [text, Buffer.from(sealed, 'base64').toString('latin1')]) {
    expect(form).not.toContain(token);
    expect(form).not.toMatch(new RegExp(`waiting/${others}\\b|"${others}"`));
  }
  const withoutToken = await fetch(`${real.client.url}/webhook-waiting/${others}/video-callback`, {
    method: 'POST',
  });
  expect(withoutToken.status).toBe(401);
}, 300_000);
