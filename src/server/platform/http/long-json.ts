/** Bodies with long lists: others get their turn while one is written. */

import type { FastifyReply } from 'fastify';
import { givingWay, partsOf } from '../event-loop-turn.ts';

/** Entries that are written at once. */
const partLength = 100;

/** Sends it as JSON, unless the route has said what else it is. */
export async function sendJson(reply: FastifyReply, body: unknown): Promise<FastifyReply> {
  if (!isPlain(body) || reply.hasHeader('content-type')) return reply.send(body);
  return reply.type('application/json; charset=utf-8').send(await longJson(body));
}

/** Streams and bytes are sent as they are. */
function isPlain(body: unknown): body is object {
  return Array.isArray(body) || (body instanceof Object && Object.getPrototypeOf(body) === Object.prototype);
}

/** As `JSON.stringify` writes a list, or an object whose members may be lists; long lists in parts. */
export async function longJson(body: object): Promise<string> {
  if (isLong(body)) return longList(body);
  if (!Object.values(body).some(isLong)) return JSON.stringify(body);
  const members: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const text = isLong(value) ? await longList(value) : JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

async function longList(list: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  for await (const part of givingWay(partsOf(list, partLength)))
    texts.push(JSON.stringify(part).slice(1, -1));
  return `[${texts.join(',')}]`;
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > partLength;
}
