import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../openapi/src/check/commandLine.ts';
import { check } from '../../../openapi/src/check/runCheck.ts';
import { type Lie, lies, startLiar } from './lies.ts';

/** What the check holds against a server with this lie. */
async function faultsOf(lie: Partial<Lie>, args: string[]) {
  const liar = await startLiar(lie);
  try {
    const given = ['--url', liar.url, '--key', liar.key, '--interval-seconds', '0', ...args];
    const line = readCommandLine(given);
    if (line.help) throw new Error('only help');
    const { findings } = await check({
      ...line.options,
      callbackGraceMs: lie.callback ? 500 : 30_000,
    });
    const broken = findings.filter(({ verdict }) => verdict === 'broken');
    return broken.map(({ promise, evidence }) => `${promise}: ${evidence}`);
  } finally {
    liar.close();
  }
}

describe('the check of a server with one lie', () => {
  it.concurrent.each(lies)('finds that $says', async (lie) => {
    const found = await faultsOf(lie, lie.free ? [] : ['--spend']);
    expect(found.join('\n')).toMatch(lie.found);
  });

  it('finds nothing at a server without one', async () => {
    expect(await faultsOf({}, ['--spend'])).toEqual([]);
  });
});
