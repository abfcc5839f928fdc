/** How long the event loop of a server was held up, and by what: the machine is shared, and a process waits for its turn. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of the longest stall, and of the longest without the time that the thread waited for a processor. */
export type Stall = { wall: number; own: number };

export class StallProbe {
  readonly #folder = mkdtempSync(join(tmpdir(), 'patchbay-stalls-'));
  readonly #file = join(this.#folder, 'stalls.json');

  /** For the environment of the server that is to be watched. */
  get env(): Record<string, string> {
    const probe = new URL('stall-probe.mjs', import.meta.url);
    return { STALLS_FILE: this.#file, NODE_OPTIONS: `--import ${probe}` };
  }

  /** The longest since the last call. @throws when the process has ended */
  async take(pid: number): Promise<Stall> {
    rmSync(this.#file, { force: true });
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(this.#file)) {
      await sleep(5);
      process.kill(pid, 0);
    }
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Stall;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
