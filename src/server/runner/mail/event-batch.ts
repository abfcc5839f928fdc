/** What to post next to a webhook: as many of the waiting events as one post may hold. */

import { setImmediate as breath } from 'node:timers/promises';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Host } from '../../service/host.ts';
import { type ReadSize, readQueue } from '../../store/email/deliveries.ts';

const mostEvents = 1_000;
const mostBytes = 768 * 1024;
/** So many are read at once; fewer, when so many would be too large. Each is a divisor of the one before. */
const sizes: readonly ReadSize[] = [250, 50, 10, 1];
const [open, comma, close] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

export type Batch = {
  events: number;
  /** A JSON array of the events. */
  body: Buffer;
  runs: [number, number][];
  kinds: Partial<Record<WebhookKind, number>>;
  last: number;
  /** There may be more beyond `last`. */
  more: boolean;
};

export const nothing: Batch = {
  events: 0,
  body: Buffer.from('[]'),
  runs: [],
  kinds: {},
  last: 0,
  more: false,
};

/** What to post next beyond `after`. One event that is larger than a post may be goes alone. */
export async function gather(host: Host, webhook: string, after: number): Promise<Batch> {
  const batch: Omit<Batch, 'body'> = { events: 0, runs: [], kinds: {}, last: after, more: true };
  const pieces: Buffer[] = [];
  let bytes = 1;
  for (let step = 0; batch.events < mostEvents; ) {
    const size = sizes[step];
    if (size === undefined) break;
    const read = await readQueue(host.database.read, webhook, batch.last, size);
    const piece = Buffer.from(read.text);
    const isAlone = batch.events === 0 && read.numbers.length === 1;
    if (bytes + piece.length + 1 > mostBytes && !isAlone) {
      step += 1;
      continue;
    }
    batch.more = read.numbers.length === size;
    if (read.numbers.length > 0) {
      pieces.push(pieces.length === 0 ? open : comma, piece);
      bytes += piece.length + 1;
      for (const number of read.numbers) lengthen(batch.runs, number);
      for (const kind of read.kinds) batch.kinds[kind] = (batch.kinds[kind] ?? 0) + 1;
      batch.events += read.numbers.length;
      batch.last = read.numbers.at(-1) ?? batch.last;
    }
    if (!batch.more) break;
    // The post before this one is under way: its bytes go out in between.
    await breath();
  }
  return pieces.length === 0
    ? { ...nothing, last: after }
    : { ...batch, body: Buffer.concat([...pieces, close]) };
}

function lengthen(runs: [number, number][], number: number): void {
  const run = runs.at(-1);
  if (run !== undefined && run[1] === number - 1) run[1] = number;
  else runs.push([number, number]);
}
