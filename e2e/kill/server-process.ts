/** The real server as a process of its own, to be killed and started again on the same data. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startFlags } from '../../bin/start-flags.ts';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const startMs = 60_000;

export class ServerProcess {
  readonly #environment: Record<string, string>;
  #child: ChildProcess | null = null;

  /** `environment` is all that the process gets beside PATH. */
  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  /** Resolves once it answers requests. @throws what it wrote when it ends before that */
  async start(): Promise<void> {
    const env = { PATH: process.env.PATH ?? '', ...this.#environment };
    const child = spawn(process.execPath, [...startFlags, main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let written = '';
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`The server did not start: ${written}`)), startMs);
      const take = (chunk: Buffer) => {
        written += chunk;
        if (!written.includes('Patchbay is ready')) return;
        clearTimeout(late);
        resolve();
      };
      child.stdout?.on('data', take);
      child.stderr?.on('data', take);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${written}`)));
    });
  }

  /** Ends it without any warning, as a power cut would. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks it to finish what it is at and to end. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}
