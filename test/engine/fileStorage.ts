import 'reflect-metadata';
import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { createRequire } from 'node:module';
import './runWorkflow.ts';

const require = createRequire(import.meta.url);
const { BinaryDataService } = require('n8n-core') as typeof coreModule;
const { Container } = require('@n8n/di') as typeof diModule;

/** Lets the engine keep binary data in files, as a server does by default. */
export async function useFileStorage(): Promise<void> {
  await Container.get(BinaryDataService).init();
}

export async function readStored(binary: IBinaryData): Promise<Buffer> {
  const stream = await Container.get(BinaryDataService).getAsStream(binary.id!);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
