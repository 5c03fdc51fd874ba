import './runWorkflow.ts';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type * as backendModule from '@n8n/backend-common';
import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

const require = createRequire(import.meta.url);
const { Container } = require('@n8n/di') as typeof diModule;
const { Logger } = require('@n8n/backend-common') as typeof backendModule;
const { BinaryDataService, InstanceSettings } = require('n8n-core') as typeof coreModule;

// What n8n's engine works with in this process.
export const binaryData = Container.get(BinaryDataService);
export const instanceSettings = Container.get(InstanceSettings) as { instanceType: string };
export const logger = Container.get(Logger);

/** Lets the engine keep binary data in files, as a server does by default. */
export const useFileStorage = async () => await binaryData.init();

/** Stores a file as that of an execution; one that came in by a form belongs to none yet. */
export const storeFile = async (
  content: string | Buffer,
  { executionId = '7', ...of }: { mimeType: string; fileName?: string; executionId?: string },
) =>
  await binaryData.store(
    { type: 'execution', workflowId: 'test', executionId },
    Buffer.from(content),
    { data: '', ...of },
  );

export const readStored = async ({ id }: IBinaryData) =>
  await buffer(await binaryData.getAsStream(id!));
