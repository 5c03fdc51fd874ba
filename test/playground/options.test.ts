import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder, rootFolder } from '../../playground/folders.ts';
import { readOptions } from '../../playground/options.ts';

describe('readOptions', () => {
  it('keeps the state in the cache folder and leaves the ports open by default', () => {
    expect(readOptions([])).toEqual({
      once: false,
      help: false,
      port: undefined,
      sandboxPort: undefined,
      data: join(cacheFolder(), 'demo'),
    });
  });

  it('reads every option', () => {
    const args = ['--once', '--port', '5690', '--sandbox-port', '8787', '--data', '/tmp/elsewhere'];
    expect(readOptions(args)).toEqual({
      once: true,
      help: false,
      port: 5690,
      sandboxPort: 8787,
      data: '/tmp/elsewhere',
    });
  });

  it.each([
    [['--port', 'http'], 'Expected --port to be a port from 1 to 65535, got "http".'],
    [['--port', '0'], 'Expected --port to be a port from 1 to 65535, got "0".'],
    [['--sandbox-port', '65536'], 'Expected --sandbox-port to be a port from 1 to 65535'],
    [['--data', join(rootFolder, 'state')], 'Expected --data to be a folder outside'],
    [['--data', rootFolder], 'Expected --data to be a folder outside'],
    [['--twice'], "Unknown option '--twice'"],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
