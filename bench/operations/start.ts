/** From the start of the built server to its first 200 of /readyz: on an empty data folder, and on one that a server has left. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverProgram, startFlags } from '../../bin/start-flags.ts';
import { median } from '../service/cost.ts';
import { freePort } from '../service/free-port.ts';

const mostMs = 1_500;

export async function measureStart(starts: number): Promise<boolean> {
  const times: { empty: number[]; used: number[] } = { empty: [], used: [] };
  for (let nth = 0; nth < starts; nth += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-start-'));
    try {
      times.empty.push(await startOn(folder));
      times.used.push(await startOn(folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return Object.entries(times)
    .map(([folder, each]) => {
      const [least, most] = [Math.min(...each), Math.max(...each)].map((ms) => `${Math.round(ms)}`);
      const text = `${Math.round(median(each))} ms (${least} to ${most} in ${starts} starts)`;
      console.log(
        `ready on ${folder === 'empty' ? 'an empty' : 'a used'} data folder after ${text}, bound ${mostMs}`,
      );
      return median(each) <= mostMs;
    })
    .every(Boolean);
}

async function startOn(folder: string): Promise<number> {
  const port = await freePort();
  const before = performance.now();
  const server = spawn(process.execPath, [...startFlags, serverProgram], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: folder,
      PORT: `${port}`,
      SMTP_PORT: 'off',
      LOG_LEVEL: 'error',
    },
  });
  const ended = once(server, 'exit');
  try {
    while (!(await isReady(port))) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
      await sleep(5);
    }
    return performance.now() - before;
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
