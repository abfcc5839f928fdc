/**
 * Puts load on a webhook from a process of its own: `node load.ts '{"url","connections","seconds",…}'`. Each
 * connection sends one message after the other, each for another contact. Prints one line of JSON.
 */

import { messageOf } from './conversation.ts';
import { openPoster } from './post.ts';

export type LoadOrder = {
  url: string;
  connections: number;
  contacts: number;
  /** Seconds to measure; 0 sends exactly one message to each contact instead. */
  seconds: number;
  /** Number of the first message, so that none was sent before. */
  firstTurn: number;
};

/** Latencies in milliseconds. */
export type LoadResult = { turns: number; perSecond: number; p50: number; p99: number; lastTurn: number };

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder;
const url = new URL(order.url);
const latencies: number[] = [];
let sent = 0;
const startedAt = performance.now();

async function converse(): Promise<void> {
  const server = await openPoster(url);
  while (
    order.seconds === 0 ? sent < order.contacts : performance.now() - startedAt < order.seconds * 1_000
  ) {
    const number = sent;
    sent += 1;
    const turn = order.firstTurn + Math.floor(number / order.contacts);
    const body = new URLSearchParams(messageOf(number % order.contacts, turn)).toString();
    const before = performance.now();
    const text = await server.post(body);
    latencies.push(performance.now() - before);
    if (!text.includes('<Message>')) throw new Error(text);
  }
  server.close();
}

await Promise.all(Array.from({ length: order.connections }, converse));
const seconds = (performance.now() - startedAt) / 1_000;
latencies.sort((one, other) => one - other);
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
const result: LoadResult = {
  turns: latencies.length,
  perSecond: latencies.length / seconds,
  p50: at(0.5),
  p99: at(0.99),
  lastTurn: order.firstTurn + Math.floor(sent / order.contacts),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
