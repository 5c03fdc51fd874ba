import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { applySendSettings } from './sendSettings.ts';

const require = createRequire(import.meta.url);
const folder = require.resolve('../../dist/nodes/CreateVideo/CreateVideo.node.js').split(sep);
const ours = [...folder.slice(0, -2), ''].join(sep);

/**
 * A node as in a process that has just been started: it remembers nothing.
 *
 * @returns the node by the name of its type
 */
export function startAnew(name = 'CreateVideo'): Record<string, INodeType> {
  for (const loaded of Object.keys(require.cache))
    if (loaded.startsWith(ours)) delete require.cache[loaded];
  applySendSettings();
  const module = require(`${ours}${name}${sep}${name}.node.js`) as Record<
    string,
    new () => INodeType
  >;
  const type = new module[name]!();
  return { [`n8n-nodes-video-generation.${type.description.name}`]: type };
}
