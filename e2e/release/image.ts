/** Unpacks an archive of an image as an engine does, and runs it without one: by `unshare` and `chroot`. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

type Descriptor = { digest: string; size: number };

type ImageSettings = { User: string; Env: string[]; Entrypoint: string[]; Healthcheck: { Test: string[] } };

/** Puts the layers into `tree`. `bytes` is their size unpacked. @throws when a digest is not that of its content */
export function unpackImage(archive: string, tree: string): { settings: ImageSettings; bytes: number } {
  const layout = `${tree}-layout`;
  for (const folder of [layout, tree]) mkdirSync(folder);
  execFileSync('tar', ['-xf', archive, '-C', layout]);
  const blob = ({ digest, size }: Descriptor): Buffer => {
    const content = readFileSync(join(layout, 'blobs', digest.replace(':', '/')));
    if (digestOf(content) !== digest || content.length !== size) throw new Error(`${digest} is another blob`);
    return content;
  };
  const { manifests } = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'));
  const { config, layers } = JSON.parse(blob(manifests[0]).toString());
  const { config: settings, rootfs } = JSON.parse(blob(config).toString());
  let bytes = 0;
  for (const [index, layer] of layers.entries()) {
    const content = gunzipSync(blob(layer));
    if (digestOf(content) !== rootfs.diff_ids[index])
      throw new Error(`layer ${index} is not what its config says`);
    execFileSync('tar', ['-x', '-C', tree], { input: content });
    bytes += content.length;
  }
  rmSync(layout, { recursive: true });
  return { settings, bytes };
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** The root read-only, `data` in the place of the volume, and the processes of the machine, as no other root has them. */
const enter = `tree=$1; data=$2; user=$3; shift 3
mount --bind "$tree" "$tree" && mount --bind "$data" "$tree/data" && mount --rbind /proc "$tree/proc" &&
mount -o remount,bind,ro "$tree" && exec /usr/sbin/chroot --userspec="$user" --groups= "$tree" "$@"`;

type Container = { tree: string; data: string; user: string };

/** The program and its parameters that run `line` in the container. */
export function imageCommand({ tree, data, user }: Container, line: readonly string[]): [string, string[]] {
  return ['/usr/bin/unshare', ['--mount', '/bin/sh', '-c', enter, 'sh', tree, data, user, ...line]];
}

/** Why an image cannot be run here; null where it can. */
export function whyNotEntered(): string | null {
  const tried = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt'], {
    stdio: 'ignore',
  });
  return tried.status === 0 ? null : 'it needs root on Linux, and unshare with mounts';
}
