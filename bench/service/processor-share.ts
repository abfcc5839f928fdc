/** Holds a process to a share of a core, by a control group of its own; Linux, as root. */

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
const periodUs = 10_000;

/** What a process and those that it starts may use of a core: all of it, unless it is applied. */
export type ProcessorShare = {
  apply(): void;
  lift(): void;
  /** To be called once the process has ended. */
  remove(): void;
};

/**
 * A share of `percent` of one core in each 10 ms.
 *
 * @throws where control groups cannot be created
 */
export function shareOf(pid: number, percent: number): ProcessorShare {
  const unified = existsSync(join(root, 'cgroup.controllers'));
  const group = join(unified ? root : join(root, 'cpu'), `patchbay-bench-${pid}`);
  const quotaUs = Math.round((periodUs * percent) / 100);
  mkdirSync(group);
  const set = (name: string, value: string | number) => writeFileSync(join(group, name), String(value));
  if (!unified) set('cpu.cfs_period_us', periodUs);
  set('cgroup.procs', pid);
  return {
    apply: () => (unified ? set('cpu.max', `${quotaUs} ${periodUs}`) : set('cpu.cfs_quota_us', quotaUs)),
    lift: () => (unified ? set('cpu.max', `max ${periodUs}`) : set('cpu.cfs_quota_us', -1)),
    remove() {
      if (readFileSync(join(group, 'cgroup.procs'), 'utf8') === '') rmdirSync(group);
    },
  };
}
