/**
 * Load generator in a separate process: `node load.ts '{"kind","urls","connections",…}'`. Each connection sends posts
 * sequentially, each for another contact; connections are distributed over the servers. Prints one line of JSON.
 */

import { channel, contactAddress, messageForm } from './conversation.ts';
import { openPoster } from './form-poster.ts';

export type LoadOptions = {
  /** Messages of known contacts, or of new ones, to webhooks; or starts by the REST API. */
  kind: 'turns' | 'starts' | 'conversations';
  /** One for each server. */
  urls: string[];
  connections: number;
  seconds: number;
  /** Messages of turns come from these contacts round robin; all else is for new contacts, from `firstContact` on. */
  firstContact: number;
  contacts: number;
  /** Number of the first message; all lower ones were sent before. */
  firstTurn: number;
};

/** Latencies in milliseconds; `next` is the number of the next message, or of the next contact. */
export type LoadResult = { done: number; perSecond: number; p50: number; p99: number; next: number };

const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;
const latencies: number[] = [];
let sent = 0;
const startedAt = performance.now();

async function postRepeatedly(connection: number): Promise<void> {
  const server = await openPoster(new URL(options.urls[connection % options.urls.length] ?? ''));
  while (performance.now() - startedAt < options.seconds * 1_000) {
    const form = formOf(sent);
    sent += 1;
    const before = performance.now();
    const text = await server.post(new URLSearchParams(form).toString());
    latencies.push(performance.now() - before);
    if (options.kind !== 'starts' && !text.includes('<Message>')) throw new Error(text);
  }
  server.close();
}

function formOf(number: number): Record<string, string> {
  switch (options.kind) {
    case 'turns':
      return message(number);
    case 'starts':
      return start(number);
    case 'conversations':
      return messageForm(options.firstContact + number, 0);
  }
}

function message(number: number): Record<string, string> {
  const turn = options.firstTurn + Math.floor(number / options.contacts);
  return messageForm(options.firstContact + (number % options.contacts), turn);
}

function start(number: number): Record<string, string> {
  return { To: contactAddress(options.firstContact + number), From: channel };
}

await Promise.all(Array.from({ length: options.connections }, (_, connection) => postRepeatedly(connection)));
const seconds = (performance.now() - startedAt) / 1_000;
latencies.sort((one, other) => one - other);
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
const result: LoadResult = {
  done: latencies.length,
  perSecond: latencies.length / seconds,
  p50: at(0.5),
  p99: at(0.99),
  next:
    options.kind === 'turns'
      ? options.firstTurn + Math.ceil(sent / options.contacts)
      : options.firstContact + sent,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
