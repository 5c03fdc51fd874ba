/**
 * Ends a real n8n while it orders a table, starts it again, and goes on as a person would: by Retry,
 * or, with keys, by delivering the table again. Tells what was paid twice, lost, or is named unknown.
 *
 *   npm run batch -- --rows 60 --rate 2 --end kill --at 3,9,20 --times 3
 *   npm run batch -- --rows 80 --rate 1 --end stop --at 5,8,15 --keys
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packRoot } from '../../playground/index.ts';
import { playBatch } from './playBatch.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '60' },
    rate: { type: 'string', default: '2' },
    end: { type: 'string', default: 'kill' },
    at: { type: 'string', default: '3,9,20' },
    times: { type: 'string', default: '1' },
    keys: { type: 'boolean', default: false },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'videogen-packed-'));
const packed = await packRoot(folder);
for (let time = 0; time < Number(values.times); time++)
  for (const at of values.at.split(','))
    await playBatch(
      {
        rows: Number(values.rows),
        rate: Number(values.rate),
        end: values.end === 'stop' ? 'stop' : 'kill',
        atSeconds: Number(at),
        hasKeys: values.keys,
      },
      packed,
    ).then(
      (played) => console.log(JSON.stringify(played)),
      (error: unknown) => {
        console.error(at, error);
        process.exitCode = 1;
      },
    );
await rm(folder, { recursive: true, force: true });
