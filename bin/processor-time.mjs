/** The processor time of a program and of all that it starts, also of what nobody waited for. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of /proc: `USER_HZ`, 100 on all machines that Node runs on. */
const ticksInSecond = 100;
const sampleMs = 1_000;

/** Counts until the function that it gives is called, which gives the seconds: 0 where there is no /proc. */
export function countProcessorTime(pid) {
  let before = new Map();
  /** Of processes that ended without being waited for: nobody else has their time. */
  let lostTicks = 0;
  const sample = () => {
    const now = processesBelow(pid);
    for (const [each, { parent, ticks }] of before) {
      if (now.has(each)) continue;
      const gained = (now.get(parent)?.waited ?? 0) - (before.get(parent)?.waited ?? 0);
      if (gained < ticks) lostTicks += ticks;
    }
    before = now;
  };
  const timer = setInterval(sample, sampleMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    const ticks = [...before.values()].reduce((sum, each) => sum + each.ticks, lostTicks);
    return ticks / ticksInSecond;
  };
}

/** `{ parent, ticks, waited }` of the process and those below it; `ticks` has those that it waited for, `waited` alone. */
function processesBelow(root) {
  const all = new Map();
  for (const name of entries('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // After the name of the program, which may have any characters (proc_pid_stat(5)).
    const fields = text(`/proc/${name}/stat`).split(') ').at(-1).split(' ');
    const [own, ownSystem, children, childrenSystem] = fields.slice(11, 15).map(Number);
    const waited = children + childrenSystem;
    if (waited >= 0)
      all.set(Number(name), { parent: Number(fields[1]), ticks: own + ownSystem + waited, waited });
  }
  const isBelow = (pid) => pid === root || (all.has(pid) && isBelow(all.get(pid).parent));
  return new Map([...all].filter(([pid]) => isBelow(pid)));
}

function entries(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Nothing where the process has ended in between. */
function text(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
