/** The programs that a run of the tests starts: timed, and ended with it. */
import { spawn } from 'node:child_process';
import { countProcessorTime } from './processor-time.mjs';

/** How long they have to clean up after Ctrl+C before they are killed. */
const endMs = 10_000;
const hasGroups = process.platform !== 'win32';
const running = new Set();

/**
 * Runs a program in a process group of its own and resolves when it has ended. `output` takes what it prints, a file
 * descriptor; otherwise it goes where ours goes, or with `capture` it is the `text` of the result.
 * `processorSeconds` are its own and those of all that it started; 0 where that is not known.
 */
export function runChild([command, ...args], { env = process.env, output, capture = false } = {}) {
  const target = capture ? 'pipe' : (output ?? 'inherit');
  const began = performance.now();
  const child = spawn(command, args, {
    env,
    detached: hasGroups,
    shell: !hasGroups,
    stdio: ['ignore', target, target],
  });
  const processorSeconds = countProcessorTime(child.pid);
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
  }
  return new Promise((resolve) => {
    const end = (status) => {
      running.delete(child);
      const seconds = (performance.now() - began) / 1000;
      resolve({ status, seconds, processorSeconds: processorSeconds(), text });
    };
    child.on('error', () => end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

function signalAll(signal) {
  for (const child of running) {
    try {
      process.kill(hasGroups ? -child.pid : child.pid, signal);
    } catch {
      // It has ended in between.
    }
  }
}

/** On Ctrl+C or the end of the terminal all that was started ends too; at the second one at once. */
export function endWithSignals() {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (isEnding) signalAll('SIGKILL');
      isEnding = true;
      console.error('\nInterrupted: what the tests have started is being ended.');
      signalAll(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
      setTimeout(() => signalAll('SIGKILL'), endMs).unref();
      const check = setInterval(() => {
        if (running.size > 0) return;
        clearInterval(check);
        process.exit(130);
      }, 50);
    });
  }
}
