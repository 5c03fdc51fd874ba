import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../../playground/index.ts';
import type { Shell } from './engine.ts';

export const image = 'docker.n8n.io/n8nio/n8n';
const version = '2.41.1';

/**
 * n8n's image: its own where it can be had, else one with the same user, folders and command, made
 * of Debian (needs root and debootstrap), this Node, and the n8n that the other tests use.
 *
 * @returns whose image it is
 */
export async function provideImage(shell: Shell): Promise<'n8n’s own' | 'made here'> {
  const here = tmpdir();
  const label = `docker image inspect --format '{{ index .Config.Labels "made-here" }}' ${image}:${version}`;
  const known = await shell(label, here).catch(() => undefined);
  const tag = () => shell(`docker tag ${image}:${version} ${image}:latest`, here);
  if (known !== undefined) {
    await tag();
    return known === 'yes' ? 'made here' : 'n8n’s own';
  }
  const isPulled = await shell(`docker pull ${image}:${version}`, here).then(
    () => true,
    () => false,
  );
  if (!isPulled) await makeImage(shell);
  await tag();
  return isPulled ? 'n8n’s own' : 'made here';
}

async function makeImage(shell: Shell): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'videogen-image-'));
  const installed = await installN8n();
  const npm = await shell('dirname "$(dirname "$(readlink -f "$(command -v npm)")")"', folder);
  try {
    await shell(
      `debootstrap --variant=minbase --include=ca-certificates bookworm rootfs
      mkdir -p rootfs/opt/n8n rootfs/usr/local/lib/node_modules rootfs/home/node/.n8n
      cp -a '${join(installed, 'node_modules')}' rootfs/opt/n8n/
      cp '${process.execPath}' rootfs/usr/local/bin/node
      cp -a '${npm}' rootfs/usr/local/lib/node_modules/npm
      ln -s ../lib/node_modules/npm/bin/npm-cli.js rootfs/usr/local/bin/npm
      ln -s /opt/n8n/node_modules/n8n/bin/n8n rootfs/usr/local/bin/n8n
      echo 'node:x:1000:1000::/home/node:/bin/sh' >> rootfs/etc/passwd
      echo 'node:x:1000:' >> rootfs/etc/group
      chown -R 1000:1000 rootfs/home/node
      tar -C rootfs -c . | docker import --change 'USER node' --change 'WORKDIR /home/node' \
        --change 'ENV NODE_ENV=production' --change 'EXPOSE 5678' --change 'LABEL made-here=yes' \
        --change 'ENTRYPOINT ["n8n"]' --change 'CMD ["start"]' - ${image}:${version}`,
      folder,
    );
  } finally {
    // debootstrap that breaks off leaves these mounted.
    await shell('umount rootfs/proc rootfs/sys 2>/dev/null || true', folder);
    await rm(folder, { recursive: true, force: true });
  }
}
