/**
 * Load generator in a separate process: `node load.ts '{"kind","urls","connections",…}'`. Each connection sends posts
 * or emails sequentially, each for another contact; connections are distributed over the servers. Prints one line of JSON.
 */

import { openSender } from '../email/inbound/smtp-load.ts';
import { channel, contactAddress, messageForm } from './conversation.ts';
import { email } from './emails.ts';
import { openPoster } from './form-poster.ts';

export type LoadOptions = {
  /** Messages of known contacts, or of new ones, to webhooks; starts by the REST API; or emails by SMTP. */
  kind: 'turns' | 'starts' | 'conversations' | 'emails';
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

type Connection = { send(number: number): Promise<void>; close(): void };

async function sendRepeatedly(connection: number): Promise<void> {
  const url = new URL(options.urls[connection % options.urls.length] ?? '');
  const { kind } = options;
  const server = kind === 'emails' ? await openSmtp(url) : await openHttp(url, kind);
  while (performance.now() - startedAt < options.seconds * 1_000) {
    const number = sent;
    sent += 1;
    const before = performance.now();
    await server.send(number);
    latencies.push(performance.now() - before);
  }
  server.close();
}

async function openSmtp(url: URL): Promise<Connection> {
  const { send, close } = await openSender(Number(url.port));
  return { send: () => send(email), close };
}

type Posted = Exclude<LoadOptions['kind'], 'emails'>;

async function openHttp(url: URL, kind: Posted): Promise<Connection> {
  const { post, close } = await openPoster(url);
  return {
    async send(number) {
      const text = await post(new URLSearchParams(formOf(kind, number)).toString());
      if (kind !== 'starts' && !text.includes('<Message>')) throw new Error(text);
    },
    close,
  };
}

function formOf(kind: Posted, number: number): Record<string, string> {
  switch (kind) {
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

await Promise.all(Array.from({ length: options.connections }, (_, connection) => sendRepeatedly(connection)));
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
