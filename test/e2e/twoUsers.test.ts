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
import { createNode, line, real, useRealN8n } from './waiting.ts';

useRealN8n(() => ({ sandboxArgs: ['--renderer', 'instant', '--task-seconds', '600'] }));

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
  const workflow = line(id, [`A video of ${id}`], [{ ...createNode(), credentials }]);
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
