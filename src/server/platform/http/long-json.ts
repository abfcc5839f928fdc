/** Bodies with long lists: others get their turn while one is written. */

import type { FastifyReply } from 'fastify';
import { givingWay, partsOf } from '../event-loop-turn.ts';

/** Entries that are written at once. */
const partLength = 100;

/** What the caller may see of a body. It treats each entry of a list alike. */
type Mask = <T>(body: T) => T;

const asItIs: Mask = (body) => body;

/** Sends it as JSON, masked, unless the route has said what else it is. */
export async function sendJson(
  reply: FastifyReply,
  body: unknown,
  mask: Mask = asItIs,
): Promise<FastifyReply> {
  if (!isPlain(body) || reply.hasHeader('content-type')) return reply.send(mask(body));
  return reply.type('application/json; charset=utf-8').send(await longJson(body, mask));
}

/** Streams and bytes are sent as they are. */
function isPlain(body: unknown): body is object {
  return Array.isArray(body) || (body instanceof Object && Object.getPrototypeOf(body) === Object.prototype);
}

/** As `JSON.stringify` writes a list, or an object whose members may be lists; long lists in parts. */
export async function longJson(body: object, mask: Mask = asItIs): Promise<string> {
  if (isLong(body) && Array.isArray(mask([]))) return longList(body, mask);
  if (Array.isArray(body)) return JSON.stringify(mask(body));
  const entries = Object.entries(body);
  /** Of the value, where its name is kept: names of what no schema describes are masked, too, and lists may become something else. */
  const maskAt = (name: string, value: unknown) => mask<Record<string, unknown>>({ [name]: value })[name];
  const isKept = ([name]: [string, unknown]) => Array.isArray(maskAt(name, []));
  const long = entries.filter(([, value]) => isLong(value));
  if (long.length === 0 || !long.every(isKept)) return JSON.stringify(mask(body));
  const members: string[] = [];
  for (const [name, value] of entries) {
    const text = isLong(value)
      ? await longList(value, (part) => maskAt(name, part) as typeof part)
      : JSON.stringify(maskAt(name, value));
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

async function longList(list: readonly unknown[], mask: Mask): Promise<string> {
  const texts: string[] = [];
  for await (const part of givingWay(partsOf(list, partLength)))
    texts.push(JSON.stringify(mask(part)).slice(1, -1));
  return `[${texts.join(',')}]`;
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > partLength;
}
