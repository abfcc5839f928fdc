/** Load generator without retries: sends a new request each time and counts the responses by kind. */

import { setTimeout as sleep } from 'node:timers/promises';
import { account, authorization } from './retrying-client.ts';
import { channel } from './test-environment.ts';

/** `other` and `none` are failures of the service. */
export type ResponseKind = '2xx' | '503 with Retry-After' | 'other' | 'none';

const clientCount = 16;
const pauseMs = 400;
/** Longer than the 15 s after which carriers time out. */
const requestTimeoutMs = 20_000;

export class LoadClients {
  readonly counts: Record<ResponseKind, number> = { '2xx': 0, '503 with Retry-After': 0, other: 0, none: 0 };
  /** The addresses whose message got a 2xx response. */
  readonly acknowledged: string[] = [];
  readonly unexpectedResponses: string[] = [];
  longestMs = 0;
  readonly #urls: readonly string[];
  readonly #flow: string;
  #requestCount = 0;
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(urls: readonly string[], flow: string) {
    this.#urls = urls;
    this.#flow = flow;
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: clientCount }, (_, index) => this.#run(index)));
  }

  /** Resolves when no request is in flight any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** The first two clients read, one from each API; the others send messages. */
  async #run(index: number): Promise<void> {
    while (!this.#isStopped) {
      if (index === 0) await this.#request(`/v2/Flows/${this.#flow}`);
      else if (index === 1) await this.#request('/v3/api_keys');
      else await this.#write();
      await sleep(pauseMs);
    }
  }

  /** Sends a message from a new contact, once. */
  async #write(): Promise<void> {
    const digits = String(this.#requestCount).padStart(10, '0');
    const from = `+1${digits}`;
    const form = { MessageSid: `SM${digits.padStart(32, '0')}`, From: from, To: channel, Body: 'Hi' };
    const kind = await this.#request(`/v1/Accounts/${account}/Flows/${this.#flow}`, form);
    if (kind === '2xx') this.acknowledged.push(from);
  }

  async #request(path: string, form?: Record<string, string>): Promise<ResponseKind> {
    const url = this.#urls[this.#requestCount % this.#urls.length] ?? '';
    this.#requestCount += 1;
    const began = performance.now();
    const kind = await this.#send(url + path, form);
    this.counts[kind] += 1;
    this.longestMs = Math.max(this.longestMs, performance.now() - began);
    return kind;
  }

  async #send(url: string, form?: Record<string, string>): Promise<ResponseKind> {
    try {
      const { ok, status, headers } = await fetch(url, {
        method: form === undefined ? 'GET' : 'POST',
        headers: { authorization },
        ...(form !== undefined && { body: new URLSearchParams(form) }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (ok) return '2xx';
      if (status === 503 && /^\d+$/.test(headers.get('retry-after') ?? '')) return '503 with Retry-After';
      this.unexpectedResponses.push(`${status} from ${new URL(url).pathname}`);
      return 'other';
    } catch (error) {
      this.unexpectedResponses.push(`${error} from ${new URL(url).pathname}`);
      return 'none';
    }
  }
}
