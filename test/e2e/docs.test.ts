import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  importWorkflow,
  installN8n,
  installPackage,
  loginAsOwner,
  pointDocumentation,
  startDocs,
  startN8n,
  type N8nClient,
  type RunningDocs,
  type RunningN8n,
} from '../../playground/index.ts';
import { openEditor } from './editor/browser.ts';
import { chain } from './realN8n.ts';
import { packedPackage } from '../packed.ts';

interface NodeType {
  name: string;
  displayName: string;
  codex: { resources: { primaryDocumentation: { url: string }[] } };
}

let folder: string;
let docs: RunningDocs;
let n8n: RunningN8n;
let client: N8nClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-docs-'));
  const userFolder = join(folder, 'n8n');
  const manifest = await installPackage(await packedPackage(join(folder, 'package')), userFolder);
  docs = await startDocs(folder);
  await pointDocumentation(userFolder, manifest, docs.url);
  n8n = await startN8n({ installed: await installN8n(), userFolder });
  client = createClient(n8n.url);
  await loginAsOwner(client);
});

afterAll(async () => {
  await n8n?.stop();
  await docs?.stop();
  await rm(folder, { recursive: true, force: true });
});

const titleAt = async (url: string) =>
  /<h1[^>]*>([^<]+)/.exec(await (await fetch(url)).text())?.[1]?.trim();

describe('the help in n8n', () => {
  it('leads from each node to its own page', async () => {
    const types = await client.get<NodeType[]>('/types/nodes.json');
    const own = types.filter(({ name }) => name.startsWith('n8n-nodes-videogen.'));
    expect(own.length).toBeGreaterThanOrEqual(3);
    for (const { name, displayName, codex } of own) {
      const { url } = codex.resources.primaryDocumentation[0]!;
      expect(url, name).toContain(docs.url);
      expect(await titleAt(url), name).toBe(displayName.replace(/ Tool$/, ''));
    }
  });

  it('leads from the credential to its page', async () => {
    const types =
      await client.get<{ name: string; documentationUrl: string }[]>('/types/credentials.json');
    const { documentationUrl } = types.find(({ name }) => name === 'videoGenApi')!;
    expect(documentationUrl).toContain(docs.url);
    expect(await titleAt(documentationUrl)).toBe('Credentials');
  });

  it('opens the page when the Docs link of the form is clicked', async () => {
    const type = 'n8n-nodes-videogen.createVideo';
    await importWorkflow(client, chain('docs', [{ name: 'Create Video', type }]));
    const editor = await openEditor({ n8n, client });
    try {
      await editor.page.goto('/workflow/docs');
      await editor.byId('canvas-node').filter({ hasText: 'Create Video' }).dblclick();
      const opened = editor.page.context().waitForEvent('page');
      await editor.page.getByText('Docs', { exact: true }).first().click();
      const page = await opened;
      await page.getByRole('heading', { name: 'Create Video', level: 1 }).waitFor();
      expect(page.url()).toContain(docs.url);
    } finally {
      await editor.close();
    }
  });
});
