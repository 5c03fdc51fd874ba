import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { installN8n } from '../../playground/index.ts';

interface SearchEngine {
  searchByName(query: string, limit: number): { name: string; builderHintMessage?: string }[];
}

const ownNodes = ['CreateVideo', 'WaitForVideo', 'VideoFinishedTrigger'];
const root = join(import.meta.dirname, '../..');
/** As many as n8n's AI builder looks at. */
const limit = 5;

/** What people ask for, word for word, and where ours must stand among what n8n's builder finds. */
const requests = {
  first: [
    'generate video',
    'generate a video from text',
    'make a short clip for tiktok every morning',
    'turn my product photos into videos',
    'animate an image',
    'text to video',
    'image to video',
    'ai video generation',
    'make a movie trailer from a prompt',
    'check the status of my video',
    'download the finished video',
    'portrait video for instagram reels',
    'video from reference images',
  ],
  // These name another node, too, which rightly comes first.
  amongOthers: [
    'create videos for each row of my google sheet',
    'send a generated video to slack',
    'upload a generated video to youtube',
    'wait until the video is ready',
    'start a workflow when a video is finished',
    'an agent that makes videos',
  ],
  // Looked for in one query, n8n finds its own nodes for the file's place alone.
  inParts: ['render a video and save it to google drive'],
};

let engine: SearchEngine;
beforeAll(async () => {
  const modules = join(await installN8n(), 'node_modules');
  const require = createRequire(join(modules, 'x.js'));
  const { NodeSearchEngine } = require(
    join(modules, '@n8n/ai-utilities/dist/cjs/node-catalog/search-engine.js'),
  ) as { NodeSearchEngine: new (types: object[]) => SearchEngine };
  const typesOf = async (name: string) =>
    (
      JSON.parse(await readFile(join(modules, name, 'dist/types/nodes.json'), 'utf8')) as {
        name: string;
      }[]
    ).map((type) => ({ ...type, name: `${name}.${type.name}` }));
  const own = ownNodes.map(async (name) => {
    const file = join(root, `dist/nodes/${name}/${name}.node`);
    const built = createRequire(import.meta.url)(`${file}.js`) as Record<
      string,
      new () => { description: INodeTypeDescription }
    >;
    const { description } = new built[name]!();
    const codex: object = JSON.parse(await readFile(`${file}.json`, 'utf8'));
    return { ...description, name: `n8n-nodes-videogen.${description.name}`, codex };
  });
  const others = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].map(typesOf);
  engine = new NodeSearchEngine([...(await Promise.all([...others, ...own])).flat()]);
});

/** From 1 on; 0 if it is not found. */
const rankOf = (query: string) =>
  engine.searchByName(query, limit).findIndex(({ name }) => name.startsWith('n8n-nodes-videogen')) +
  1;

describe('the search of n8n’s AI builder', () => {
  it.each(requests.first)('finds ours first for "%s"', (request) => {
    expect(rankOf(request)).toBe(1);
  });

  it.each(requests.amongOthers)('finds ours for "%s"', (request) => {
    expect(rankOf(request)).toBeGreaterThan(0);
  });

  it.each(requests.inParts)(
    'finds ours for the part of "%s" that is about the video',
    (request) => {
      expect(rankOf(request.split(' and ')[0]!)).toBe(1);
    },
  );

  it('hands on what one node can do, and what it costs', () => {
    const [found] = engine.searchByName('create video', limit);
    expect(found).toMatchObject({ name: 'n8n-nodes-videogen.createVideo' });
    expect(found!.builderHintMessage).toMatch(/One node is enough.*Every run costs money/);
  });
});
