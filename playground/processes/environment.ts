import { proxies } from './proxies.ts';

// What a child process needs of the caller's environment. Everything else is left out: an N8N_…,
// DB_… or NODE_ENV variable of the caller would make the playground's n8n behave like another one.
const passedOn = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'SANDBOX_FFMPEG',
  'NODE_EXTRA_CA_CERTS',
];

/** The environment of a child process: the caller's essentials and what is given. */
export function environment(given: Record<string, string>): NodeJS.ProcessEnv {
  const essentials = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(essentials), ...proxies(process.env), ...given };
}
