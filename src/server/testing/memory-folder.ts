/**
 * A folder in memory for the temporary files of a run of the tests, where Linux has room for it: databases flush each commit, which
 * costs a fifth of the processor time of a test that writes, and seconds on a disk that others keep busy. A process that is killed loses
 * nothing on either.
 */

import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Some times what a run has there at once. */
const neededBytes = 3 * 2 ** 30;

const diskVariable = 'TEST_DISK_FOLDER';

/** Where the temporary files of a test are that is about a disk. */
export function diskFolder(): string {
  return process.env[diskVariable] ?? tmpdir();
}

/** Gives what removes the folder again, for the end of the run. A run within a run takes the folder of the outer one. */
export default function setup(): (() => void) | undefined {
  if (process.env[diskVariable] !== undefined || !hasRoom()) return undefined;
  // Kept from run to run, in the folder that would be its place otherwise.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  const before = process.env.TMPDIR;
  process.env[diskVariable] = tmpdir();
  const folder = mkdtempSync(join(memory, 'patchbay-tests-'));
  // PostgreSQL, which runs as another user, has its folders in it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env[diskVariable];
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
