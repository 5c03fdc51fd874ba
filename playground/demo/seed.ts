import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examplesFolder } from '../folders.ts';
import type { N8nClient } from '../rest/client.ts';
import { importCredential } from '../rest/credentials.ts';
import { importWorkflow, publish, withCredential, type Workflow } from '../rest/workflows.ts';

export interface Seed {
  packageName: string;
  /** Base URL and key of the Video Generation API credential. */
  service: { url: string; apiKey: string };
  /** Remembers which examples were imported, so that the user's changes to them stay. */
  importedFile: string;
}

/** Reads the example workflows. */
export async function readExamples(): Promise<Workflow[]> {
  const files = (await readdir(examplesFolder)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(examplesFolder, file), 'utf8'))),
  );
}

/** The workflow that a start runs once. */
export const demoWorkflowId = 'vgTextToVideo001';

/** Puts the credential and the example workflows into n8n; an example that has not changed is left alone. */
export async function seed(client: N8nClient, options: Seed): Promise<Workflow[]> {
  const { packageName, service, importedFile } = options;
  const type = 'videoGenerationApi';
  const data = { baseUrl: service.url, apiKey: service.apiKey };
  const credential = await importCredential(client, { name: 'Video sandbox', type, data });

  const examples = await readExamples();
  const imported = JSON.parse(await readFile(importedFile, 'utf8').catch(() => '{}'));
  for (const example of examples) {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([example, credential]))
      .digest('hex');
    if (imported[example.id] === fingerprint) continue;
    await importWorkflow(client, withCredential(example, packageName, type, credential));
    if (example.active) await publish(client, example.id);
    imported[example.id] = fingerprint;
    await writeFile(importedFile, JSON.stringify(imported));
  }
  return examples;
}
