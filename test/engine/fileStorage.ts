import 'reflect-metadata';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type { IBinaryData } from 'n8n-workflow';
import './runWorkflow.ts';

const require = createRequire(import.meta.url);
const { BinaryDataService } = require('n8n-core') as typeof import('n8n-core');
const { Container } = require('@n8n/di') as {
  Container: { get<T>(type: new (...args: never[]) => T): T };
};

/** Lets the engine keep binary data in files, as a server does by default. */
export async function useFileStorage(): Promise<void> {
  await Container.get(BinaryDataService).init();
}

export async function readStored(binary: IBinaryData): Promise<Buffer> {
  const stream = (await Container.get(BinaryDataService).getAsStream(binary.id!)) as Readable;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
