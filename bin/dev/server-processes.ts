/**
 * The server of `npm run dev`, as one process after the other. Behind the one that serves waits the next, which has loaded the
 * sources already: at a change it loads those again that the change reaches, and only then does the first one stop. Where the
 * sources cannot be loaded, the server goes on as it was.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../fingerprint.mjs';

const program = fileURLToPath(new URL('./server-process.ts', import.meta.url));

/** A save is several events of the file system, and a checkout many saves. */
const quietMs = 30;

/** What a server did at a restart is done again after it, as after a crash: a restart does not wait for it for long. */
const restartGraceMs = 500;

/** Longer than the server's own limit for a shutdown. */
const stopGraceMs = 10_000;

export type ToProcess = { kind: 'load'; changed: string[] } | { kind: 'serve'; isFirst: boolean };

export type FromProcess = { kind: 'loaded'; isUsable: boolean } | { kind: 'serving'; port: number };

export class ServerProcesses {
  readonly #url: string;
  readonly #all = new Set<ServerProcess>();
  #serving: ServerProcess | null = null;
  #next: ServerProcess | null = null;
  #port: Promise<number | null> = Promise.resolve(null);
  readonly #changed = new Set<string>();
  #changedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #isStopping = false;

  /** `url` is where the proxy listens. */
  constructor(url: string) {
    this.#url = url;
  }

  /** The port of the server, once it has started; null where it does not run. */
  port(): Promise<number | null> {
    return this.#port;
  }

  /** The first start. Where it fails for another reason than the sources, the process ends: the reason is printed. */
  begin(): void {
    this.#work = this.#replace([], true).then((result) => {
      if (this.#isStopping) return;
      if (result === 'not started') process.exit(1);
      if (result === 'not loaded') this.#printFailure(result);
    });
  }

  /** A source of the server has been changed, added or removed. */
  change(file: string): void {
    if (this.#changed.size === 0) this.#changedAt = performance.now();
    this.#changed.add(file);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#work = this.#work.then(() => this.#restart());
    }, quietMs);
  }

  /** Stops all processes, and resolves once they have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#all].map((each) => each.stop(each === this.#serving ? stopGraceMs : 0)));
  }

  kill(): void {
    for (const each of this.#all) each.kill();
  }

  async #restart(): Promise<void> {
    const changed = [...this.#changed];
    const changedAt = this.#changedAt;
    this.#changed.clear();
    if (changed.length === 0 || this.#isStopping) return;
    const result = await this.#replace(changed, false);
    if (this.#isStopping) return;
    const name = changed.length === 1 ? changed[0] : `${changed.length} files`;
    if (result === 'serving')
      console.log(`Restarted in ${Math.round(performance.now() - changedAt)} ms: ${name}`);
    else this.#printFailure(result, name);
  }

  #printFailure(result: 'not loaded' | 'not started', name = 'the sources'): void {
    const now = this.#serving === null ? 'No server is running' : 'The server runs as it was';
    const what = result === 'not loaded' ? `cannot load ${name}` : 'cannot start the server';
    console.log(`For the error above, npm run dev ${what}. ${now}; the next save tries again.`);
  }

  async #replace(changed: string[], isFirst: boolean): Promise<'serving' | 'not loaded' | 'not started'> {
    let opened: (port: number | null) => void = () => {};
    // Requests wait for the first start, and for a restart once the server before has been asked to stop.
    const open = () => {
      this.#port = new Promise((resolve) => {
        opened = resolve;
      });
    };
    if (isFirst) open();
    const next = await this.#load(changed);
    if (next === null) {
      opened(null);
      return 'not loaded';
    }
    if (!isFirst) open();
    const before = this.#serving;
    this.#serving = null;
    await before?.stop(restartGraceMs);
    this.#serving = next;
    const port = this.#isStopping ? null : await next.serve(isFirst);
    opened(port);
    if (port === null) {
      this.#serving = null;
      return 'not started';
    }
    void next.ended.then(() => this.#onEnd(next));
    if (!this.#isStopping) this.#next = this.#spawn('waits');
    return 'serving';
  }

  /** The next process with these sources; null where they cannot be loaded, which it has printed. */
  async #load(changed: string[]): Promise<ServerProcess | null> {
    const waiting = this.#next;
    this.#next = null;
    if (waiting !== null) {
      if (await waiting.load(changed)) return waiting;
      if (waiting.isAlive()) {
        this.#next = waiting;
        return null;
      }
    }
    // None waits: it could not load the sources of an earlier save, or saw a part of this one.
    const fresh = this.#spawn('answers');
    return (await fresh.load([])) ? fresh : null;
  }

  #onEnd(server: ServerProcess): void {
    if (this.#serving !== server || this.#isStopping) return;
    this.#serving = null;
    this.#port = Promise.resolve(null);
    console.log('The server has ended; the next save starts it again.');
  }

  #spawn(role: 'waits' | 'answers'): ServerProcess {
    const spawned = new ServerProcess(this.#url, role);
    this.#all.add(spawned);
    void spawned.ended.then(() => this.#all.delete(spawned));
    return spawned;
  }
}

class ServerProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<unknown>;

  constructor(url: string, role: string) {
    this.#child = fork(program, [url, role], {
      // Compiled once: without it a start takes twice as long.
      env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'patchbay-dev'), ...process.env },
    });
    this.ended = once(this.#child, 'exit');
  }

  isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Loads the changed files again, and whatever depends on them; whether that went well. */
  async load(changed: string[]): Promise<boolean> {
    const reply = await this.#ask({ kind: 'load', changed });
    return reply?.kind === 'loaded' && reply.isUsable;
  }

  /** The port on which it serves; null where it has ended instead. */
  async serve(isFirst: boolean): Promise<number | null> {
    const reply = await this.#ask({ kind: 'serve', isFirst });
    return reply?.kind === 'serving' ? reply.port : null;
  }

  /** Resolves once it has ended, which it has to after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#child.kill('SIGTERM');
    const limit = setTimeout(() => this.kill(), graceMs);
    if (this.isAlive()) await this.ended;
    clearTimeout(limit);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Null where the process ends before it answers. */
  async #ask(message: ToProcess): Promise<FromProcess | null> {
    if (!this.isAlive()) return null;
    const reply = new Promise<FromProcess>((resolve) => this.#child.once('message', resolve));
    // A process that has just ended has closed its channel.
    this.#child.send(message, () => {});
    return Promise.race([reply, this.ended.then(() => null)]);
  }
}
