/** Archives of the same bytes from the same files, on each machine and at any time. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** A tar archive of these paths of a folder: names in order, one owner (user and group), all files of one time. */
export function tar(folder: string, paths: readonly string[], owner = 0): Buffer {
  const who = [`--owner=${owner}`, `--group=${owner}`, '--numeric-owner', '--mode=u=rwX,go=rX', '--mtime=@0'];
  return execFileSync('tar', ['-c', '--format=ustar', '--sort=name', ...who, '-C', folder, ...paths], {
    maxBuffer: 512 * 1024 * 1024,
  });
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
