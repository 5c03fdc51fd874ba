#!/usr/bin/env node
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultKey } from './options.ts';
import { startSandbox } from './start.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    host: { type: 'string', default: '127.0.0.1' },
    key: { type: 'string', multiple: true, default: [defaultKey] },
    data: { type: 'string', default: join(homedir(), '.videogen-sandbox') },
    speed: { type: 'string', default: '1' },
    instant: { type: 'boolean', default: false },
  },
});

const sandbox = await startSandbox(
  {
    keys: values.key,
    dataFolder: values.data,
    speed: Number(values.speed),
    renderer: values.instant ? 'instant' : 'ffmpeg',
  },
  { port: Number(values.port), host: values.host },
);
console.log(`The sandbox listens at ${sandbox.url} and takes the key ${sandbox.key}`);
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void sandbox.close().then(() => process.exit(0)));
