/** Holds a process to a share of a core, by a control group of its own; Linux, as root. */

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
const periodUs = 10_000;

/**
 * `percent` of one core in each 10 ms. Returns a function to call once the process has ended.
 *
 * @throws where control groups cannot be created
 */
export function holdToShare(pid: number, percent: number): () => void {
  const unified = existsSync(join(root, 'cgroup.controllers'));
  const group = join(unified ? root : join(root, 'cpu'), `patchbay-bench-${pid}`);
  const quotaUs = Math.round((periodUs * percent) / 100);
  mkdirSync(group);
  const set = (name: string, value: string | number) => writeFileSync(join(group, name), String(value));
  if (unified) {
    set('cpu.max', `${quotaUs} ${periodUs}`);
  } else {
    set('cpu.cfs_period_us', periodUs);
    set('cpu.cfs_quota_us', quotaUs);
  }
  set('cgroup.procs', pid);
  return () => {
    if (readFileSync(join(group, 'cgroup.procs'), 'utf8') === '') rmdirSync(group);
  };
}
