/** Runs a program of this machine with bounds of time and output. There is no shell; what it reads comes by stdin. */

import { spawn } from 'node:child_process';

export type Command = {
  name: string;
  arguments: readonly string[];
  input: string;
  /** Folders in which the program is looked for, separated by colons. */
  path: string;
  timeoutMs: number;
  maxBytes: number;
};

/** What the program wrote. @throws when it is not there, fails, takes longer or writes more; it is killed then */
export function runCommand(command: Command): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.name, command.arguments, {
      stdio: 'pipe',
      // A group of its own, so that what it starts ends with it. Of our settings and secrets it gets nothing.
      detached: true,
      env: { PATH: command.path, LANG: 'C.UTF-8' },
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = '';
    let failure: string | null = null;
    const stop = (reason: string) => {
      failure ??= reason;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    };
    const timer = setTimeout(() => stop(`takes longer than ${command.timeoutMs} ms`), command.timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > command.maxBytes) stop(`writes more than ${command.maxBytes} bytes`);
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk}`.slice(0, 300);
    });
    // It may end without having read all; how it ended says what that was.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (failure === null && code === 0) return resolve(Buffer.concat(chunks));
      reject(new Error(`${command.name} ${failure ?? `ended with ${code ?? signal}: ${complaint.trim()}`}`));
    });
    child.stdin.end(command.input);
  });
}
