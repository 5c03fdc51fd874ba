import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { applyPatience } from './patience.ts';

const require = createRequire(import.meta.url);
const path = require.resolve('../../dist/nodes/CreateVideo/CreateVideo.node.js');

/** Create Video as in a process that has just been started: it remembers nothing. */
export function startAnew(): Record<string, INodeType> {
  const ours = path.slice(0, path.indexOf(`${sep}CreateVideo${sep}`));
  for (const loaded of Object.keys(require.cache))
    if (loaded.startsWith(ours)) delete require.cache[loaded];
  applyPatience();
  const { CreateVideo } = require(path) as { CreateVideo: new () => INodeType };
  return { 'n8n-nodes-videogen.createVideo': new CreateVideo() };
}
