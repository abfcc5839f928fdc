/** Reads the next batch of queued events: as many as one post may hold. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { betweenEvents, type QueuedEvents, type ReadLimit, readQueue } from '../store/queue.ts';

const arrayEnd = ']\r\n';
const maxEvents = 1_000;
const maxBytes = 768 * 1024;
/** Read limits, tried from large to small until the bytes fit. Each divides the one before. */
const readLimits: readonly ReadLimit[] = [250, 50, 10, 1];

export type EventBatch = {
  events: number;
  /** A JSON array of the events. */
  body: Buffer;
  runs: [number, number][];
  kinds: Partial<Record<WebhookKind, number>>;
  last: number;
  /** Whether there may be more after `last`. */
  more: boolean;
};

/** The next batch after the sequence number `after`. An event larger than the maximum is posted alone. */
export async function readBatch(ctx: ServiceContext, webhook: string, after: number): Promise<EventBatch> {
  const batch: Omit<EventBatch, 'body'> = { events: 0, runs: [], kinds: {}, last: after, more: true };
  const texts: string[] = [];
  let bytes = 1 + arrayEnd.length;
  for (let step = 0; batch.events < maxEvents; ) {
    const size = readLimits[step];
    if (size === undefined) break;
    const read = await readQueue(ctx.database.read, webhook, batch.last, size);
    const added = Buffer.byteLength(read.text) + (texts.length === 0 ? 0 : betweenEvents.length);
    const isAlone = batch.events === 0 && read.events === 1;
    if (bytes + added > maxBytes && !isAlone) {
      step += 1;
      continue;
    }
    batch.more = read.events === size;
    if (read.events > 0) {
      texts.push(read.text);
      bytes += added;
      appendEvents(batch, read);
    }
    if (!batch.more) break;
    // The previous batch is being posted: let its bytes be written.
    await yieldToEventLoop();
  }
  return { ...batch, body: jsonArrayOf(texts, bytes) };
}

/**
 * Written part by part: joining long texts first would copy them twice. With a line end behind it, as receivers write the array out
 * again to verify its signature.
 */
function jsonArrayOf(texts: readonly string[], bytes: number): Buffer {
  const body = Buffer.allocUnsafeSlow(bytes);
  let at = body.write('[');
  for (const [nth, text] of texts.entries()) {
    if (nth > 0) at += body.write(betweenEvents, at);
    at += body.write(text, at);
  }
  body.write(arrayEnd, at);
  return body;
}

function appendEvents(batch: Omit<EventBatch, 'body'>, { events, runs, kinds }: QueuedEvents): void {
  batch.events += events;
  for (const [kind, count] of kinds) batch.kinds[kind] = (batch.kinds[kind] ?? 0) + count;
  for (const [first, last] of runs) {
    const range = batch.runs.at(-1);
    if (range !== undefined && range[1] === first - 1) range[1] = last;
    else batch.runs.push([first, last]);
    batch.last = last;
  }
}
