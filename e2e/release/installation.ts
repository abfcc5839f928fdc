/** An installed release: how it is started and called, and steps with it that print what came of them. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** How a program of an installation is started, and what is set for it. */
export type Installation = {
  environment: Record<string, string>;
  /** The program and its parameters that run `patchbay` with `args`. */
  run(...args: string[]): [string, string[]];
  /** What else holds while the server runs. */
  whileItRuns?(): void;
};

/** Starts its server; resolves once that is ready. @throws with its output where it ends before */
export async function startServer({ environment, run }: Installation): Promise<{
  url: string;
  /** The exit code. */
  stop(): Promise<number>;
}> {
  const [program, parameters] = run('start');
  const server = spawn(program, parameters, {
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await addressOf(server);
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    return (await ended)[0];
  };
  return { url, stop };
}

/** What the command line prints. @throws with what it says, unless it ends with 0 */
export function callCommand({ environment, run }: Installation, ...args: string[]): string {
  const [program, parameters] = run(...args);
  const { status, stdout, stderr } = spawnSync(program, parameters, { env: environment, encoding: 'utf8' });
  expect(status === 0, `${args.join(' ')} ends with ${status}: ${stderr}`);
  return stdout;
}

/** The address that the server prints when it is ready. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let output = '';
    const read = (piece: Buffer) => {
      output += piece;
      const [, address] = /is ready at (http:\/\/\S+)/.exec(output) ?? [];
      if (address !== undefined) done(address.replace(/[.,]$/, ''));
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => fail(new Error(`it ended with ${code}: ${output}`)));
  });
}

/** Prints whether the step worked; a step that failed does not keep the next from being tried. */
export async function step(title: string, work: () => unknown): Promise<void> {
  try {
    await work();
    console.log(`ok: ${title}`);
  } catch (error) {
    console.log(`FAILED: ${title}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
