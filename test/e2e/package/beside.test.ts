import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importCredential, untilEnded } from '../../../playground/index.ts';
import { chain } from '../realN8n.ts';
import { real, useRealN8n } from '../useRealN8n.ts';

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

useRealN8n(() => ({
  sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1'],
  install: installTheirs,
}));

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
  const id = await real.editor.store(
    chain('beside', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Theirs',
        type: `${theirs}.${theirNode}`,
        credentials: { [theirCredential]: key },
      },
      {
        name: 'Ours',
        type: 'n8n-nodes-video-generation.createVideo',
        parameters: { prompt: 'A boat', download: false },
        credentials: { videoGenerationApi: real.credential },
      },
    ]),
  );
  const { data, status } = await untilEnded(real.client, await real.editor.run(id), 120_000);
  expect(status).toBe('success');
  const items = data.resultData.runData.Ours?.at(-1)?.data?.main?.[0] ?? [];
  expect(items).toHaveLength(1);
  expect(items[0]?.json).toMatchObject({
    theirs: 'their token',
    status: 'completed',
    videoUrl: expect.stringMatching(/^http/),
  });
}, 300_000);
