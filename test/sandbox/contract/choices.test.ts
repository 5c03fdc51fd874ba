import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../startTestSandbox.ts';
import { waitFor } from '../waitFor.ts';

describe('what the contract leaves open', () => {
  it('can leave the id and the reason out, and add fields', async () => {
    const sandbox = await startTestSandbox({
      choices: { idInTask: false, failureField: '', extraFields: { region: 'eu' } },
    });
    const id = await sandbox.create({
      model: 'videogen-2.0-text-to-video',
      prompt: 'x sandbox:fail',
    });
    expect(await sandbox.finish(id)).toStrictEqual({ status: 'failed', region: 'eu' });
  });

  it('can name tasks that are being made otherwise than new ones', async () => {
    const sandbox = await startTestSandbox({
      choices: { runningStatus: 'processing' },
      taskSeconds: 3600,
    });
    const id = await sandbox.create();
    await waitFor(async () =>
      (await sandbox.readTask(id)).status === 'processing' ? true : undefined,
    );
  });

  it('answers with what breaks the document as its own fault', async () => {
    const sandbox = await startTestSandbox({ choices: { extraFields: { results: 'no list' } } });
    const response = await fetch(sandbox.taskUrl(await sandbox.create()), {
      headers: sandbox.headers,
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain(
      'getTask breaks the contract: answer.results must be array',
    );
  });
});
