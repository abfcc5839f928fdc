/** What to post next to a webhook: as many of the waiting events as one post may hold. */

import { setImmediate as breath } from 'node:timers/promises';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Host } from '../../service/host.ts';
import { readQueue } from '../../store/email/deliveries.ts';

const mostEvents = 1_000;
const mostBytes = 768 * 1024;
/** So many are read at once: an event can be large. */
const readAtOnce = 250;

export type Batch = {
  /** The JSON of each event. */
  texts: string[];
  runs: [number, number][];
  kinds: Partial<Record<WebhookKind, number>>;
  last: number;
  /** There may be more beyond `last`. */
  more: boolean;
};

export const nothing: Batch = { texts: [], runs: [], kinds: {}, last: 0, more: false };

/** What to post next beyond `after`. One event that is larger than a post may be goes alone. */
export async function gather(host: Host, webhook: string, after: number): Promise<Batch> {
  const batch: Batch = { texts: [], runs: [], kinds: {}, last: after, more: false };
  let bytes = 2;
  for (;;) {
    const read = await readQueue(host.database.read, webhook, batch.last, readAtOnce);
    for (const { seq, kind, payload } of read) {
      bytes += Buffer.byteLength(payload) + 1;
      const isFull = batch.texts.length === mostEvents || (batch.texts.length > 0 && bytes > mostBytes);
      if (isFull) return { ...batch, more: true };
      batch.texts.push(payload);
      batch.kinds[kind] = (batch.kinds[kind] ?? 0) + 1;
      batch.last = seq;
      lengthen(batch.runs, seq);
    }
    if (read.length < readAtOnce) return batch;
    // The post before this one is under way: its bytes go out in between.
    await breath();
  }
}

function lengthen(runs: [number, number][], seq: number): void {
  const run = runs.at(-1);
  if (run !== undefined && run[1] === seq - 1) run[1] = seq;
  else runs.push([seq, seq]);
}
