import { describe, expect, it } from 'vitest';
import { helpText, readCommandLine } from '../../../openapi/src/check/commandLine.ts';

const environment = { VIDEOGEN_KEY: 'from-the-environment' };
const url = ['--url', 'https://api.example.com/'];
const read = (args: string[]) => {
  const line = readCommandLine(args, environment);
  if (line.help) throw new Error('only help');
  return line.options;
};

describe('readCommandLine', () => {
  it('spends nothing unless it is told to', () => {
    expect(read(url)).toMatchObject({ url: 'https://api.example.com', spend: false });
    expect(read([...url, '--spend']).spend).toBe(true);
  });

  it('takes the key from the environment, and another from the command line', () => {
    expect(read(url).key).toBe('from-the-environment');
    expect(read([...url, '--key', 'given']).key).toBe('given');
  });

  it('names every option in its help', () => {
    for (const option of ['--url', '--key', '--spend', '--callback-url', '--json', '--markdown'])
      expect(helpText).toContain(option);
  });

  it.each([
    ['no address', [], 'Which server?'],
    ['an address of another kind', ['--url', 'ftp://a.example'], 'Expected --url to be an http'],
    ['a key in the address', ['--url', 'https://u:p@a.example'], 'without a key in it'],
    ['a version in the address', ['--url', 'https://a.example/v1/'], 'Leave the version out'],
    ['a wait of nothing', [...url, '--wait-seconds', '0'], 'Expected --wait-seconds'],
    ['a wait in words', [...url, '--wait-seconds', 'long'], 'got "long"'],
    ['an option that it does not have', [...url, '--spent'], '--spent'],
    ['a key that no header can carry', [...url, '--key', 'two words'], 'Give the API key'],
  ])('refuses %s', (_name, args, message) => {
    expect(() => read(args)).toThrow(message);
  });

  it.each([
    ['127.0.0.1:8787', ' Did you mean http://127.0.0.1:8787?'],
    ['localhost:8787', ' Did you mean http://localhost:8787?'],
    ['api.example.com', ' Did you mean https://api.example.com or http://api.example.com?'],
    ['api.example.com:8443', ' https://api.example.com:8443 or http://api.example.com:8443?'],
  ])('suggests what %s may mean', (text, suggestion) => {
    expect(() => read(['--url', text])).toThrow(suggestion);
  });

  it.each(['u:secret@a.example:80', 'ftp://a.example', 'mailto:a', 'no host'])(
    'suggests nothing for %s, and repeats no secret',
    (text) => {
      expect(() => read(['--url', text])).toThrow(/without a key in it\.$/);
    },
  );

  it('refuses to go without a key', () => {
    expect(() => readCommandLine(url, {})).toThrow('VIDEOGEN_KEY');
  });
});
