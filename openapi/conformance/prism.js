import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { here } from './context.js';

const listening = /Prism is listening on (http:\/\/\S+)/;

/** Runs Prism's command on a port of its own choice for the time of `use`, and ends it. */
export async function withPrism(args, use) {
  const prism = spawn(join(here, 'node_modules/.bin/prism'), [...args, '--port', '0'], {
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  const ended = new Promise((resolve) => prism.once('exit', resolve));
  try {
    const url = await new Promise((resolve, reject) => {
      prism.once('error', reject);
      prism.once('exit', () => reject(new Error(`Prism ended:\n${output}`)));
      for (const stream of [prism.stdout, prism.stderr])
        stream.on('data', (text) => {
          output += text;
          const found = listening.exec(output);
          if (found) resolve(found[1]);
        });
    });
    return await use(url);
  } finally {
    prism.kill();
    await ended;
  }
}
