/**
 * Callers in a process of their own: `node callers.ts '{"url","calls",…}'`. They begin calls, and then press a key in each,
 * over and over. Prints one line of JSON when all calls have begun, and one at the end.
 */

import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { contactAddress } from '../service/conversation.ts';
import { openPoster } from '../service/form-poster.ts';
import { channel } from './call-flow.ts';

export type CallersOptions = {
  url: string;
  calls: number;
  /** Connections that the calls share; over WebSockets each call has its own. */
  connections: number;
  /** Milliseconds between two keys of a call; 0 for the next one as soon as the document is there. */
  everyMs: number;
  seconds: number;
  firstCall: number;
  /** `user:password` of a WebSocket; null for posts. */
  socket: string | null;
};

/** Latencies in milliseconds, from when the post is due to the document. */
export type CallersResult = { done: number; perSecond: number; p50: number; p99: number };

/** A line over which calls ask, one after the other. */
type Line = { ask(call: number, hook: string | null, digits: string): Promise<string>; close(): void };

const options = JSON.parse(process.argv[2] ?? '{}') as CallersOptions;
const { calls, everyMs, seconds, firstCall, socket } = options;
const connections = socket === null ? options.connections : calls;

async function openPosts(): Promise<Line> {
  const poster = await openPoster(new URL(options.url));
  return {
    async ask(call, hook, digits) {
      const fields = {
        ...{ CallSid: `CA${String(call).padStart(32, '0')}`, From: contactAddress(call), To: channel },
        ...{ CallStatus: 'in-progress', Direction: 'inbound', ApiVersion: '2010-04-01' },
        ...(hook !== null && { Digits: digits }),
      };
      const markup = await poster.post(new URLSearchParams(fields).toString(), hook ?? undefined);
      const [, action] = /<Gather[^>]* action="([^"]*)"/.exec(markup) ?? [];
      if (action === undefined) throw new Error(markup);
      return action.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, '');
    },
    close: poster.close,
  };
}

async function openSocket(auth: string): Promise<Line> {
  const opened = new WebSocket(options.url, ['ws.jambonz.org'], { auth });
  await once(opened, 'open');
  let messages = 0;
  return {
    async ask(call, hook, digits) {
      messages += 1;
      const about = {
        ...{ call_sid: `call-${call}`, from: contactAddress(call), to: channel },
        ...{ call_status: 'in-progress', direction: 'inbound' },
      };
      const data = hook === null ? about : { ...about, digits, reason: 'dtmfDetected' };
      const type = hook === null ? { type: 'session:new' } : { type: 'verb:hook', hook };
      const answered = once(opened, 'message') as Promise<[Buffer]>;
      opened.send(JSON.stringify({ ...type, msgid: String(messages), call_sid: about.call_sid, data }));
      const [text] = await answered;
      const [, action] = /"verb":"gather".*?"actionHook":\{"url":"([^"]*)"/.exec(text.toString()) ?? [];
      if (action === undefined) throw new Error(text.toString());
      return action;
    },
    close: () => opened.close(),
  };
}

/** A key is three steps, and an execution ends after 1,000: so often the next caller takes the place of a call. */
const keysOfCall = 300;
const lines: Line[] = [];
const hooks: string[] = [];
/** Calls are dealt out to the lines. */
const callsOf = (line: number) =>
  Array.from({ length: Math.ceil((calls - line) / connections) }, (_, nth) => line + nth * connections);

async function begin(line: number): Promise<void> {
  const opened = socket === null ? await openPosts() : await openSocket(socket);
  lines[line] = opened;
  for (const call of callsOf(line)) hooks[call] = await opened.ask(firstCall + call, null, '');
}

const latencies: number[] = [];
let endsAt = 0;

const callersApart = 100_000;
const ask = async (line: number, ...about: [number, string | null, string]) =>
  (await lines[line]?.ask(...about)) ?? '';

async function press(line: number): Promise<void> {
  const own = callsOf(line);
  for (let nth = 0; performance.now() < endsAt; nth += 1) {
    const call = own[nth % own.length] ?? 0;
    let due = performance.now();
    if (everyMs > 0) {
      // Calls press their keys at times of their own, spread over the interval.
      due = endsAt - seconds * 1_000 + everyMs * (call / calls + Math.floor(nth / own.length));
      if (due > endsAt) return;
      await wait(Math.max(0, due - performance.now()));
    }
    const digits = String(1 + (nth % 9));
    const keys = Math.floor(nth / own.length);
    const caller = firstCall + call + Math.floor(keys / keysOfCall) * callersApart;
    if (keys > 0 && keys % keysOfCall === 0) hooks[call] = await ask(line, caller, null, '');
    else {
      hooks[call] = await ask(line, caller, hooks[call] ?? null, digits);
      latencies.push(performance.now() - due);
    }
  }
}

const all = Array.from({ length: connections }, (_, line) => line);
// Beginning is no part of what is measured: a few at a time.
const left = [...all];
await Promise.all(
  Array.from({ length: 10 }, async () => {
    for (let line = left.shift(); line !== undefined; line = left.shift()) await begin(line);
  }),
);
process.stdout.write(`${JSON.stringify({ begun: calls })}\n`);
endsAt = performance.now() + seconds * 1_000;
await Promise.all(all.map(press));
for (const line of lines) line.close();
latencies.sort((one, other) => one - other);
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
const result: CallersResult = {
  done: latencies.length,
  perSecond: latencies.length / seconds,
  p50: at(0.5),
  p99: at(0.99),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
