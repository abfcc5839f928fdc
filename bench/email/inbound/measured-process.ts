/** Starts a program under measurement, reads its memory use, and stops it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startFlags } from '../../../bin/start-flags.ts';

export class MeasuredProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts the program of a file; resolves with the process and the match once its output matches `ready`. */
  static async start(
    file: string,
    ready: RegExp,
    environment: Record<string, string> = {},
  ): Promise<{ program: MeasuredProcess; match: RegExpExecArray }> {
    const env = { PATH: process.env.PATH ?? '', ...environment };
    const child = spawn(process.execPath, [...startFlags, file], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let written = '';
    for await (const chunk of child.stdout ?? []) {
      written += chunk;
      const match = ready.exec(written);
      if (match === null) continue;
      child.stdout?.resume();
      return { program: new MeasuredProcess(child), match };
    }
    throw new Error(`${file} ended: ${written}`);
  }

  /** Peak resident memory in MB; null where /proc is not available. */
  peakMb(): number | null {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024);
    } catch {
      return null;
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}
