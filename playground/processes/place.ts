import { StartError } from '../report.ts';
import { createClient, type N8nClient } from '../rest/client.ts';
import type { Account } from '../rest/owner.ts';
import type { RunningN8n } from './n8n.ts';

/** Where n8n comes from. */
export type Place =
  /** The pinned version, from npm. */
  | { kind: 'pinned' }
  /** A shell command of the user's own, which gets what the pinned one would in its environment. */
  | { kind: 'command'; command: string }
  /** One that runs already, with this package in it. */
  | { kind: 'url'; url: string; account: Account | undefined };

/** What names a place from outside, with the variable that does so for tests. */
export const placeVariables = {
  url: 'TEST_N8N_URL',
  command: 'TEST_N8N_COMMAND',
  email: 'TEST_N8N_EMAIL',
  password: 'TEST_N8N_PASSWORD',
} as const;

/** @throws StartError when more than one place is named, or the address is none */
export function readPlace(named: {
  url: string | undefined;
  command: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
}): Place {
  const { url, command, email, password } = named;
  if (url && command)
    throw new StartError('Name either an n8n by its URL, or a command, not both.');
  if (command) return { kind: 'command', command };
  if (!url) return { kind: 'pinned' };
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb)
    throw new StartError(
      `Expected the URL of an n8n, such as http://localhost:5678, got "${url}".`,
    );
  const account = email && password ? { email, password } : undefined;
  return { kind: 'url', url: url.replace(/\/+$/, ''), account };
}

/** The place that the environment names: the pinned n8n if it names none. */
export const placeOfEnvironment = (env: NodeJS.ProcessEnv): Place =>
  readPlace({
    url: env[placeVariables.url],
    command: env[placeVariables.command],
    email: env[placeVariables.email],
    password: env[placeVariables.password],
  });

/**
 * More of n8n's environment, for all tests at once, from a variable of ours such as
 * `TEST_N8N_SETTINGS="N8N_SSRF_PROTECTION_ENABLED=true N8N_DEFAULT_BINARY_DATA_MODE=database"`.
 */
export const settingsOfEnvironment = ({ TEST_N8N_SETTINGS = '' }: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    TEST_N8N_SETTINGS.split(/\s+/)
      .filter((pair) => pair.includes('='))
      .map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );

const never = new Promise<string>(() => {});
const notOurs = () => {
  throw new StartError('This n8n was started by somebody else, so it can’t be ended here.');
};

/** An n8n that runs already, in the shape of one that was started here. Nothing here ends it. */
export function attachN8n(url: string): RunningN8n {
  return {
    name: 'n8n',
    url,
    port: Number(new URL(url).port || (url.startsWith('https:') ? 443 : 80)),
    pid: 0,
    logFile: '',
    get filesFolder(): string {
      return notOurs();
    },
    ended: never,
    running: () => true,
    stop: async () => {},
    kill: async () => notOurs(),
    logTail: async () => '',
  };
}

/** @throws StartError when it does not answer, or lacks this package */
export async function expectPackage(client: N8nClient, packageName: string): Promise<void> {
  const types = await client.get<{ name: string }[]>('/types/nodes.json');
  if (types.some(({ name }) => name.startsWith(`${packageName}.`))) return;
  throw new StartError(
    `The n8n at ${client.url} doesn't have ${packageName}. Install it there first: docs/install.md shows how.`,
  );
}

/** Logs in to an n8n that runs already, and looks whether it has the package. */
export async function connectTo(
  { url, account }: Extract<Place, { kind: 'url' }>,
  login: (client: N8nClient, account?: Account) => Promise<void>,
  packageName: string,
): Promise<N8nClient> {
  const client = createClient(url);
  await login(client, account).catch((error: unknown) => {
    if (error instanceof StartError)
      throw new StartError(
        `${error.message}\nName the account with ${placeVariables.email} and ${placeVariables.password}.`,
      );
    throw new StartError(`No n8n answers at ${url}: ${String((error as Error).cause ?? error)}`);
  });
  await expectPackage(client, packageName);
  return client;
}
