/**
 * Programs that a run of tests starts one after the other or side by side, so that nothing of them is left: each has a process
 * group of its own, which ends with it, and with the run at Ctrl+C.
 *
 * A program gets the signal first, as it closes browsers and databases itself; after the grace, or at a second signal, the group is
 * killed. A browser has a group of its own, and ends with the pipe to the program that opened it.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { countProcessorTime } from './processor-time.mjs';

const windows = process.platform === 'win32';
const graceMs = 15_000;

/** The process groups that run, by the process id of their first process, each with the promise of its end. */
const groups = new Map();
let signalled = null;

/** The signal that has ended the run, or null. After it no program starts. */
export const interruptedBy = () => signalled;

/**
 * Runs a program to its end; `status` is null where a signal ended it or it could not be started. `output` is what it wrote into
 * pipes, `processorSeconds` its own and those of all that it started.
 *
 * @param options those of `spawn`; without `stdio` it writes where this process does
 */
export async function run([command, ...args], options = {}) {
  if (signalled !== null) return { status: null, output: '', seconds: 0, processorSeconds: 0 };
  const began = performance.now();
  const child = spawn(command, args, {
    ...{ stdio: ['ignore', 'inherit', 'inherit'], shell: windows, ...options },
    detached: !windows,
  });
  const processorTime = countProcessorTime(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  // What it has left running may hold its output open, so its end is waited for, and not that of its output.
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', (error) => {
      output += error.message;
      if (child.pid === undefined) resolve(null);
    });
  });
  if (child.pid !== undefined) groups.set(child.pid, ended);
  const status = await ended;
  const processorSeconds = processorTime();
  if (child.pid !== undefined) {
    send(child.pid, 'SIGKILL');
    groups.delete(child.pid);
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null && !stream.closed) await new Promise((closed) => stream.once('close', closed));
  }
  return { status, output, seconds: (performance.now() - began) / 1000, processorSeconds };
}

/**
 * From now on a signal ends all programs, then `finish` is called, and the process ends as by the signal. `finish` says what
 * there is to say.
 */
export function endOnSignal(finish = () => {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, async () => {
      const isFirst = signalled === null;
      signalled ??= signal;
      for (const pid of groups.keys()) send(pid, isFirst ? signal : 'SIGKILL');
      if (!isFirst) return;
      const limit = setTimeout(() => {
        for (const pid of groups.keys()) send(pid, 'SIGKILL');
      }, graceMs);
      await Promise.all(groups.values());
      clearTimeout(limit);
      await finish();
      process.exit(128 + constants.signals[signal]);
    });
}

function send(pid, signal) {
  try {
    process.kill(windows ? pid : -pid, signal);
  } catch {
    // It has ended.
  }
}
