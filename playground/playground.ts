import { join } from 'node:path';
import { runDemo, type DemoResult } from './demo/runDemo.ts';
import { demoWorkflowId, seed } from './demo/seed.ts';
import { buildAll } from './install/buildAll.ts';
import { installN8n } from './install/installN8n.ts';
import { installPackage } from './install/installPackage.ts';
import { packRoot } from './install/packRoot.ts';
import { pointDocumentation } from './install/pointDocumentation.ts';
import { registerPackage } from './install/registerPackage.ts';
import { tryLock } from './lock.ts';
import type { StartOptions } from './options.ts';
import { choosePort } from './ports.ts';
import { startDocs } from './processes/docs.ts';
import { endLeftovers, remember } from './processes/leftovers.ts';
import { startN8n, type RunningN8n } from './processes/n8n.ts';
import { attachN8n, connectTo, type Place } from './processes/place.ts';
import { startSandbox, type RunningSandbox } from './processes/sandbox.ts';
import type { RunningProcess } from './processes/startProcess.ts';
import { StartError, step } from './report.ts';
import { createClient } from './rest/client.ts';
import { loginAsOwner, type Account } from './rest/owner.ts';
import { readSecrets } from './secrets.ts';

const DEFAULT_EDITOR_PORT = 5678;
const DEFAULT_SANDBOX_PORT = 8787;

/** Another n8n has imported nothing yet. */
const importedName = (place: Place) =>
  place.kind === 'url' ? `imported-${encodeURIComponent(place.url)}.json` : 'imported.json';

export interface Playground {
  url: string;
  /** The owner of its n8n. */
  account: Account;
  sandbox: RunningSandbox;
  docsUrl: string;
  demo: DemoResult;
}

/**
 * Installs and starts everything and runs the demo once.
 *
 * @param running gets each process as soon as it is started, whatever comes after
 * @throws StartError when something is in the way that the user can remove
 */
export async function startPlayground(
  { data, port, sandboxPort, sandboxHost, place, build }: StartOptions,
  running: RunningProcess[],
): Promise<Playground> {
  if (!(await tryLock(join(data, 'lock'))))
    throw new StartError(
      `Another npm start is using ${data}. End it with Ctrl-C, or give this one a folder of its own with --data.`,
    );
  const { account: ownAccount, sandboxKey: apiKey } = await readSecrets(data);
  const account = (place.kind === 'url' && place.account) || ownAccount;
  const processesFile = join(data, 'processes.json');
  await endLeftovers(processesFile);
  const editorPort = await choosePort('--port', port, DEFAULT_EDITOR_PORT);
  const servicePort = await choosePort('--sandbox-port', sandboxPort, DEFAULT_SANDBOX_PORT);

  // Fetching n8n waits for the network most of its time.
  const [installed] = await Promise.all([
    place.kind === 'pinned' ? installN8n() : undefined,
    build ? buildAll() : undefined,
  ]);
  const userFolder = join(data, 'n8n');
  const manifest = await step('Packing and installing n8n-nodes-video-generation', async () =>
    installPackage(await packRoot(join(data, 'package')), userFolder),
  );
  const begin = async <T extends RunningProcess>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    running.push(started);
    await remember(processesFile, running);
    return started;
  };
  const docs = await step('Starting the documentation', async () => {
    const started = await begin(startDocs(data));
    await pointDocumentation(userFolder, manifest, started.url);
    return started;
  });
  const sandbox = await step('Starting the sandbox', () =>
    begin(
      startSandbox({
        dataFolder: join(data, 'sandbox'),
        port: servicePort,
        host: sandboxHost,
        apiKey,
      }),
    ),
  );
  const start = (): Promise<RunningN8n> =>
    begin(
      startN8n({
        userFolder,
        port: editorPort,
        ownHostsOnly: true,
        ...(installed !== undefined && { installed }),
        ...(place.kind === 'command' && { shellCommand: place.command }),
      }),
    );
  const n8n = place.kind === 'url' ? attachN8n(place.url) : await step('Starting n8n', start);

  const prepare = async () => {
    if (place.kind === 'url')
      return await connectTo({ ...place, account }, loginAsOwner, manifest.name);
    const ours = createClient(n8n.url);
    await loginAsOwner(ours, account).catch((error: Error) => {
      throw new StartError(`${error.message}\nDelete ${data} to begin with a new account.`);
    });
    await registerPackage(ours, userFolder, manifest);
    return ours;
  };
  const { client, examples } = await step('Preparing the account and the workflows', async () => {
    const prepared = await prepare();
    const seeded = await seed(prepared, {
      packageName: manifest.name,
      service: sandbox,
      importedFile: join(data, importedName(place)),
    });
    return { client: prepared, examples: seeded };
  });
  const demoWorkflow = examples.find(({ id }) => id === demoWorkflowId)!;
  const demo = await step(`Running "${demoWorkflow.name}" in n8n`, () =>
    runDemo(client, demoWorkflow, join(data, 'videos')),
  );
  const url = place.kind === 'url' ? place.url : `http://localhost:${n8n.port}`;
  return { url, account, sandbox, docsUrl: docs.url, demo };
}
