/** Programs with children of their own, ended in each way: nothing of them runs on. Real processes. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './fingerprint.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-children-'));
  // A process that runs until it is ended, below one that ends at SIGINT, or at nothing but SIGKILL, or by itself.
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { spawn } from 'node:child_process';
     const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
     const ends = { SIGINT: () => process.exit(3), nothing: () => console.log('goes on') }[process.argv[2]];
     for (const signal of ['SIGINT', 'SIGTERM']) if (ends) process.on(signal, ends);
     console.log('pids ' + process.pid + ' ' + child.pid);
     if (process.argv[2] === 'itself') process.exit(0);
     setInterval(() => {}, 1000);`,
  );
  writeFileSync(
    join(folder, 'run.mjs'),
    `import { join } from 'node:path';
     import { endOnSignal, interruptedBy, run } from '${pathToFileURL(join(root, 'bin/child-processes.mjs'))}';
     endOnSignal(() => console.log('interrupted by ' + interruptedBy()));
     const { status } = await run([process.execPath, join(import.meta.dirname, 'program.mjs'), process.argv[2]]);
     console.log('status ' + status);
     const next = await run([process.execPath, '-e', 'console.log("next")'], { stdio: ['ignore', 'pipe', 'inherit'] });
     console.log('then ' + next.output.trim());`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(ends: 'SIGINT' | 'nothing' | 'itself') {
  const child = spawn(process.execPath, [join(folder, 'run.mjs'), ends]);
  let output = '';
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const found = pattern.exec(output);
        if (found !== null) resolve(found);
      };
      child.stdout.on('data', (text) => {
        output += text;
        look();
      });
      look();
    });
  return { child, says, output: () => output, closed: once(child, 'close') };
}

/** A process that has ended and is not yet waited for by its parent counts as ended. */
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(
      existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '',
    );
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === 'win32')('of a program', () => {
  it('nothing runs on where it ends by itself, and the next one runs', async () => {
    const { says, output, closed, child } = start('itself');
    const [, pid, below] = await says(/pids (\d+) (\d+)/);
    await closed;
    expect(child.exitCode).toBe(0);
    expect(output()).toContain('status 0\nthen next\n');
    await expect.poll(() => [pid, below].filter((each) => isRunning(Number(each)))).toEqual([]);
  });

  it.each([
    ['SIGINT', ['SIGINT'], 130],
    ['SIGINT', ['SIGTERM'], 143],
    ['nothing', ['SIGINT', 'SIGINT'], 130],
  ] as const)('that ends at %s nothing is left after %j', async (ends, signals, code) => {
    const { says, output, closed, child } = start(ends);
    const [, pid, below] = await says(/pids (\d+) (\d+)/);
    for (const signal of signals) {
      child.kill(signal);
      if (ends === 'nothing') await says(/goes on/);
    }
    await closed;
    expect(child.exitCode).toBe(code);
    expect(output()).toContain(`interrupted by ${signals[0]}`);
    expect(output()).not.toContain('then next');
    await expect.poll(() => [pid, below].filter((each) => isRunning(Number(each)))).toEqual([]);
  });
});
