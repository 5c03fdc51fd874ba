import { createRequire } from 'node:module';
import type { INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../engine/runWorkflow.ts';
import { beginPromises, jsonIn, nodeName, rememberingService, runsOf, table } from './scene.ts';

beginPromises();

const require = createRequire(import.meta.url);
const { CreateVideo } = require('../../dist/nodes/CreateVideo/CreateVideo.node.js') as {
  CreateVideo: new () => INodeType;
};

/** The node in an n8n whose context lacks something. */
function without(part: string): INodeType {
  const built = new CreateVideo();
  return {
    ...built,
    description: built.description,
    execute(this) {
      const context = Object.create(this) as Record<string, unknown>;
      context[part] = undefined;
      return built.execute!.call(context as never) as never;
    },
  };
}

describe('12: where n8n’s inside is not what the sleep needs, the node never pretends', () => {
  it.each(['putExecutionToWait', 'getExecuteData', 'runExecutionData'])(
    'without %s it stays awake, pays once and delivers, or refuses before money is spent',
    async (part) => {
      const service = rememberingService();
      const type = 'n8n-nodes-video-generation.createVideo';
      const parameters = { options: { intervalSeconds: 1 } };
      const run = await runWorkflow({
        ...table(['A'], { parameters }),
        types: { [type]: without(part) },
      });
      expect(run.status).not.toBe('waiting');
      expect(service.created).toBe(run.status === 'success' ? 1 : 0);
      if (run.status !== 'success') return;
      expect(jsonIn(run, 'After')[0]).toHaveProperty('videoUrl');
      expect(runsOf(run, nodeName).at(-1)!.hints?.length).toBeGreaterThan(0);
    },
  );
});
