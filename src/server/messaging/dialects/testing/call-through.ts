/** A contact at a stand-in carrier: calls and writes to a flow, and does what the carrier's documents say. */

import { paths } from '#api/paths.ts';
import type { RunningServer } from '../../../testing/running-server.ts';
import type { Event, StandIn } from './stand-in.ts';

/** What the contact does, in order: presses keys, says something, is silent; or how a dialled call ends. */
export type Input = { keys: string } | { says: string } | 'silence';

/** `flow` is that of the webhook, `address` that of the flow at the carrier. */
export type Line = {
  server: RunningServer;
  carrier: StandIn;
  flow: string;
  address: string;
  /** How the carrier asks for a document, where it does not post. */
  ask?(url: string, event: Event): Promise<string>;
};

export const host = 'http://flows.test';

const maxDocuments = 30;

/** A server that takes posts. */
export type PostTarget = { ctx: { clock: { now(): number } } } & Pick<RunningServer, 'send'>;

/** Posts an event, signed; `url` may have another host than the one that is posted to. */
export function post(
  { server, carrier }: { server: PostTarget; carrier: StandIn },
  url: string,
  event: Event,
  { about = 'call', headers }: { about?: 'call' | 'message'; headers?: Event } = {},
) {
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const { specification } = carrier;
  const { body, type } = specification.write(event, about);
  const signed = specification.sign({ url: host + path, body, event, now: server.ctx.clock.now() });
  return server.send(path, { by: null, body, headers: { 'content-type': type, ...(headers ?? signed) } });
}

export const webhookOf = ({ server, flow }: Pick<Line, 'server' | 'flow'>) =>
  `${host}${paths.webhook(server.account.account_sid, flow)}`;

/**
 * A call from its first document on: what the contact hears, and how it ends. `url` is where the carrier asks first, `call`
 * its fields.
 */
export async function callThrough(
  line: Line,
  url: string,
  call: Event,
  inputs: readonly Input[] = [],
): Promise<string[]> {
  const { specification } = line.carrier;
  const heard: string[] = [];
  const left = [...inputs];
  const ask = async (at: string, more: Event = {}) => {
    const event = { ...call, CallStatus: 'in-progress', ...more };
    if (line.ask !== undefined) return specification.read(await line.ask(at, event));
    const response = await post(line, at, event);
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
    return specification.read(response.body);
  };
  let items = await ask(url);
  for (let documents = 0; documents < maxDocuments; documents++) {
    let next: { url: string; more?: Event } | null = null;
    for (const item of items) {
      if (item.kind === 'say') heard.push(item.text);
      else if (item.kind === 'hangup' || item.kind === 'reject') return [...heard, item.kind];
      else if (item.kind === 'go') next = { url: item.url };
      else if (item.kind === 'gather') {
        heard.push(item.prompt);
        const fields = resultOf(left.shift() ?? 'silence', specification.hears);
        if (fields !== null || specification.reportsSilence) next = { url: item.action, more: fields ?? {} };
      } else if ('action' in item) {
        heard.push(item.kind);
        const more = item.kind === 'record' ? (specification.recorded ?? {}) : results[item.kind];
        next = { url: item.action, more };
      }
      if (next !== null) break;
    }
    if (next === null) return [...heard, 'nothing more'];
    items = await ask(next.url, next.more);
  }
  throw new Error('The call goes round in circles');
}

/** Null for no input. */
function resultOf(input: Input, hears: boolean): Event | null {
  if (input === 'silence' || ('says' in input && !hears)) return null;
  return 'keys' in input ? { Digits: input.keys } : { SpeechResult: input.says, Confidence: '0.9' };
}

/** How what connects a call elsewhere ends. */
const results: Readonly<Record<'dial' | 'enqueue' | 'pay' | 'agent', Event>> = {
  dial: { DialCallStatus: 'completed' },
  enqueue: { QueueResult: 'bridged', QueueTime: '7' },
  pay: { Result: 'success', PaymentToken: 'token' },
  agent: { VirtualAgentStatus: 'completed' },
};
