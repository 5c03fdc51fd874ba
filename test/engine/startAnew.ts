import { createRequire } from 'node:module';
import type { INodeType } from 'n8n-workflow';
import { asTool } from './testNodes.ts';

const require = createRequire(import.meta.url);
const pathOf = (name: string) => require.resolve(`../../dist/nodes/${name}/${name}.node.js`);
const names = ['CreateVideo', 'WaitForVideo', 'VideoFinishedTrigger'];

/** A built node by the name of its type, or as a tool. */
export function loadBuiltNode(type: string): INodeType {
  if (type.endsWith('Tool')) return asTool(loadBuiltNode(type.slice(0, -'Tool'.length)));
  const name = type.charAt(0).toUpperCase() + type.slice(1);
  const module = require(pathOf(name)) as Record<string, new () => INodeType>;
  return new module[name]!();
}

/**
 * The nodes as in a process that has just been started: they remember nothing.
 *
 * @returns the nodes by the names of their types, as tools too
 */
export function startAnew(): Record<string, INodeType> {
  const ours = pathOf('CreateVideo').slice(0, -'CreateVideo/CreateVideo.node.js'.length);
  for (const loaded of Object.keys(require.cache))
    if (loaded.startsWith(ours)) delete require.cache[loaded];
  const types = names.map(loadBuiltNode).flatMap((type) => [type, asTool(type)]);
  return Object.fromEntries(
    types.map((type) => [`n8n-nodes-video-generation.${type.description.name}`, type]),
  );
}
