/** An SSE client of a flow's event stream that reconnects with Last-Event-ID, as the page does. */

import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, type RetryingClient } from './retrying-client.ts';

/** Longer than two heartbeats of the stream. */
const idleTimeoutMs = 45_000;

export class EventStreamClient {
  /** How often each step was seen, by its SID. */
  readonly steps = new Map<string, number>();
  reconnects = -1;
  readonly #client: RetryingClient;
  readonly #path: string;
  readonly #stopping = new AbortController();
  #lastId: string | null = null;
  #opened: () => void = () => {};

  constructor(client: RetryingClient, path: string) {
    this.#client = client;
    this.#path = path;
  }

  /** Resolves once the stream is open; reconnects until `stop`. */
  start(): Promise<void> {
    void this.#run();
    return new Promise((resolve) => {
      this.#opened = resolve;
    });
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.reconnects += 1;
      await this.#readOnce().catch(() => {});
      await sleep(50);
    }
  }

  async #readOnce(): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), idleTimeoutMs);
    try {
      const response = await fetch(this.#client.nextUrl() + this.#path, {
        headers: { authorization, ...(this.#lastId !== null && { 'last-event-id': this.#lastId }) },
        signal: AbortSignal.any([this.#stopping.signal, silence.signal]),
      });
      if (response.status !== 200 || response.body === null)
        throw new Error(`The event stream has the status ${response.status}`);
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), idleTimeoutMs);
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) this.#handle(part);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #handle(event: string): void {
    const field = (name: string) =>
      event
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim();
    const id = field('id');
    if (id !== undefined) this.#lastId = id;
    this.#opened();
    if (field('event') !== 'flow.step.ended') return;
    const { data } = JSON.parse(field('data') ?? '{}') as { data?: { step_sid?: string } };
    const sid = data?.step_sid ?? '';
    this.steps.set(sid, (this.steps.get(sid) ?? 0) + 1);
  }
}
