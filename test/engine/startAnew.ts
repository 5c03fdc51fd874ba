import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { asTool } from './testNodes.ts';

const require = createRequire(import.meta.url);
const folder = require.resolve('../../dist/nodes/CreateVideo/CreateVideo.node.js').split(sep);
const ours = [...folder.slice(0, -2), ''].join(sep);

const names = ['CreateVideo', 'WaitForVideo', 'VideoFinishedTrigger'];

/**
 * The nodes as in a process that has just been started: they remember nothing.
 *
 * @returns the nodes by the names of their types, as tools too
 */
export function startAnew(): Record<string, INodeType> {
  for (const loaded of Object.keys(require.cache))
    if (loaded.startsWith(ours)) delete require.cache[loaded];
  const types = names.flatMap((name) => {
    const module = require(`${ours}${name}${sep}${name}.node.js`) as Record<
      string,
      new () => INodeType
    >;
    const type = new module[name]!();
    return [type, asTool(type)];
  });
  return Object.fromEntries(
    types.map((type) => [`n8n-nodes-video-generation.${type.description.name}`, type]),
  );
}
