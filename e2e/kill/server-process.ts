/** The server as a child process that can be killed and restarted on the same data. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverProgram, startFlags } from '../../bin/start-flags.ts';

/** As long as it may take on a busy machine. */
const startMs = 180_000;
/** Of what a server last wrote, in characters. */
const keptOutput = 50_000;
const keptFaults = 20;

/** The program of a server, with flags of Node beside those of `npm start`. */
export type ServerVersion = { program: string; flags: readonly string[] };

export const thisVersion: ServerVersion = { program: serverProgram, flags: [] };

export class ServerProcess {
  readonly #environment: Record<string, string>;
  #child: ChildProcess | null = null;
  #output = '';
  #line = '';
  /** The last errors in its logs that are not refusals: faults of the program. They outlast a restart. */
  faults: string[] = [];
  /** What the next start starts. */
  version = thisVersion;

  /** `environment` is the whole environment of the process, except PATH. */
  constructor(environment: Record<string, string>) {
    this.#environment = environment;
    // A test that ran out of time leaves no server behind that holds its port.
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  /** Resolves once it is ready. @throws Error with its output when it exits before that */
  async start(): Promise<void> {
    const env = { PATH: process.env.PATH ?? '', ...this.#environment };
    const { program, flags } = this.version;
    const child = spawn(process.execPath, [...startFlags, ...flags, program], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#output = '';
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => {
        // It may become ready later, and would hold the port of the next one.
        child.kill('SIGKILL');
        reject(new Error(`The server did not start: ${this.#output}`));
      }, startMs);
      const onOutput = (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk}`.slice(-keptOutput);
        this.#keepFaults(chunk);
        if (!this.#output.includes('Patchbay is ready')) return;
        clearTimeout(timeout);
        resolve();
      };
      child.stdout?.on('data', onOutput);
      child.stderr?.on('data', onOutput);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${this.#output}`)));
    });
  }

  /** Sends SIGKILL: no shutdown handler runs. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Sends SIGTERM: graceful shutdown. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  #keepFaults(chunk: Buffer): void {
    const lines = `${this.#line}${chunk}`.split('\n');
    this.#line = (lines.pop() ?? '').slice(0, keptOutput);
    const faults = lines.filter((line) => line.includes('"level":50') && !line.includes('"type":"Refusal"'));
    this.faults = [...this.faults, ...faults].slice(-keptFaults);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}
