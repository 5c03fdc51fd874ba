import type { IBinaryKeyData, IConnections, INode } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { storeFile, useFileStorage } from '../../engine/n8nCore.ts';
import { itemsNode, node, to } from '../../engine/node.ts';
import { credential, family, publicService } from '../../engine/publicService.ts';
import { beginPromises, errorOf, itemsIn, runToEnd } from '../../promises/scene.ts';

beginPromises();

interface Example {
  nodes: INode[];
  connections: IConnections;
}

/**
 * An example as it stands, behind what it starts from. Nodes of n8n's own make files of a picture there,
 * or put the file on a disk, and are left out.
 */
function exampleOf(name: string, binary: IBinaryKeyData) {
  const text = readFileSync(`examples/${name}.json`, 'utf8');
  const { nodes, connections } = JSON.parse(text) as Example;
  const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-video-generation.'));
  const kept = ours.map((one) => ({
    ...one,
    credentials: { videoGenerationApi: { id: '1', name: 'test' } },
  }));
  const first = ours.find(({ type }) => type.endsWith('createVideo'))!;
  const last = ours.at(-1)!;
  const between = Object.entries(connections).filter(
    ([from]) => from !== last.name && ours.some(({ name }) => name === from),
  );
  return {
    credential,
    nodes: [itemsNode([{ json: {}, binary }]), ...kept, node('After', 'test.pass')],
    connections: {
      ...Object.fromEntries(between),
      Items: { main: [to(first.name)] },
      [last.name]: { main: [to('After')] },
    },
  };
}

describe('the examples, unchanged, with the family in the credential', () => {
  it.each([
    ['text-to-video', ['text-to-video']],
    ['image-to-video', ['image-to-video']],
    ['image-pair-to-video', ['image-to-video']],
    ['reference-to-video', ['fast-text-to-video', 'reference-to-video']],
    ['download-and-hand-on', ['text-to-video']],
  ])('%s delivers its video', async (name, suffixes) => {
    await useFileStorage();
    const files: IBinaryKeyData = {};
    for (const fileName of name.startsWith('image') ? ['data', 'first', 'last'] : [])
      files[fileName] = await storeFile(fileName, { mimeType: 'image/jpeg', fileName });
    const service = publicService();
    const run = await runToEnd(exampleOf(name, files));
    expect(errorOf(run)).toBeUndefined();
    expect(service.models).toEqual(suffixes.map((suffix) => `${family}-${suffix}`));
    const [item] = itemsIn(run, 'After');
    expect(item!.json).toMatchObject({
      status: 'completed',
      videoUrl: expect.any(String) as string,
    });
    expect(item!.binary?.data?.mimeType).toBe('video/mp4');
  });
});
