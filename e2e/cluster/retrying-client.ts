/** An HTTP client that spreads its requests over several servers and retries until one responds. */

import { setTimeout as sleep } from 'node:timers/promises';

export const account = `AC${'a'.repeat(32)}`;
export const token = 'token-of-the-cluster';
export const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

export type ResponseData = { status: number; text: string; json: Record<string, unknown> };

export class RetryingClient {
  readonly urls: readonly string[];
  /** Attempts without a response, and attempts with the response 503. */
  failedConnections = 0;
  responses503 = 0;
  #nextIndex = 0;

  constructor(urls: readonly string[]) {
    this.urls = urls;
  }

  /** The base URL of the next server, round robin. */
  nextUrl(): string {
    this.#nextIndex += 1;
    return this.urls[this.#nextIndex % this.urls.length] ?? '';
  }

  /** Retries until the response is neither 429 nor 503. A form makes it a POST, which must be idempotent. */
  async requestWithRetry(path: string, form?: Record<string, string>): Promise<ResponseData> {
    for (;;) {
      const response = await this.#request(path, form).catch(() => null);
      if (response === null) this.failedConnections += 1;
      else if (response.status === 503) this.responses503 += 1;
      else if (response.status !== 429) return response;
      await sleep(50);
    }
  }

  async #request(path: string, form?: Record<string, string>): Promise<ResponseData> {
    const response = await fetch(this.nextUrl() + path, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { authorization },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
  }
}
