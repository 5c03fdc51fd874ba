import { execFile } from 'node:child_process';
import { access, mkdir, symlink, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs commands as a person would who has Docker; Podman answers where there is none. */
export type Shell = (commands: string, cwd: string) => Promise<string>;

export interface Engine {
  shell: Shell;
  /** By which a container reaches this machine. */
  host: string;
  /** What a container must be started with for that. */
  hostOption: string;
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return undefined;
}

/**
 * @param folder - gets what stands in for Docker
 * @param env - for the commands
 */
export async function openEngine(folder: string, env: Record<string, string>): Promise<Engine> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const settings = join(folder, 'containers.conf');
  const hasDocker = await run('docker', ['info']).then(
    () => true,
    () => false,
  );
  const podman = await findProgram('podman');
  if (!hasDocker) {
    if (podman === undefined)
      throw new Error('This needs Docker, or Podman (Debian: apt-get install podman runc)');
    await symlink(podman, join(bin, 'docker'));
    // Where limits may not be raised, and where cgroups are mixed, Podman's own choices fail.
    const lines = ['[containers]', 'default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]'];
    if (await findProgram('runc')) lines.push('[engine]', 'runtime = "runc"');
    await writeFile(settings, `${lines.join('\n')}\n`);
  }
  const PATH = [bin, process.env.PATH].join(delimiter);
  const shell: Shell = async (commands, cwd) => {
    const all = { ...process.env, ...env, PATH, CONTAINERS_CONF: settings };
    const { stdout } = await run('bash', ['-euc', commands], { cwd, env: all, maxBuffer: 1e8 });
    return stdout.trim();
  };
  // Podman knows a name by itself.
  if (!hasDocker) return { shell, host: 'host.containers.internal', hostOption: '' };
  const host = 'host.docker.internal';
  return { shell, host, hostOption: `--add-host=${host}:host-gateway` };
}
