import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder, rootFolder } from '../../playground/folders.ts';
import { readOptions } from '../../playground/options.ts';

describe('readOptions', () => {
  it('keeps the state in the cache folder and leaves the ports open by default', () => {
    expect(readOptions([])).toEqual({
      once: false,
      build: false,
      help: false,
      port: undefined,
      sandboxPort: undefined,
      data: join(cacheFolder(), 'demo'),
      place: { kind: 'pinned' },
      sandboxHost: undefined,
    });
  });

  it('reads every option', () => {
    const args = [
      '--once',
      '--build',
      '--port',
      '5690',
      '--sandbox-port',
      '8787',
      '--data',
      '/tmp/elsewhere',
    ];
    expect(readOptions(args)).toEqual({
      once: true,
      build: true,
      help: false,
      port: 5690,
      sandboxPort: 8787,
      data: '/tmp/elsewhere',
      place: { kind: 'pinned' },
      sandboxHost: undefined,
    });
  });

  it('reads where n8n comes from', () => {
    const place = readOptions(['--n8n-url', 'https://n8n.example:5679/']).place;
    expect(place).toMatchObject({ kind: 'url', url: 'https://n8n.example:5679' });
    const command = 'docker run --rm n8nio/n8n';
    expect(readOptions(['--n8n-command', command]).place).toEqual({ kind: 'command', command });
  });

  it.each([
    [['--port', 'http'], 'Expected --port to be a port from 1 to 65535, got "http".'],
    [['--port', '0'], 'Expected --port to be a port from 1 to 65535, got "0".'],
    [['--sandbox-port', '65536'], 'Expected --sandbox-port to be a port from 1 to 65535'],
    [['--data', join(rootFolder, 'state')], 'Expected --data to be a folder outside'],
    [['--data', rootFolder], 'Expected --data to be a folder outside'],
    [['--n8n-url', 'localhost:5678'], 'Expected the URL of an n8n, such as http://localhost:5678'],
    [
      ['--n8n-url', 'http://a', '--n8n-command', 'b'],
      'Name either an n8n by its URL, or a command',
    ],
    [['--twice'], "Unknown option '--twice'"],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
