/**
 * Edits of one flow that arrive while others of it are being committed are appended together, in one transaction: all have
 * to lock the same row, and so their commits could only follow each other.
 */

import { outsideRecording } from '../../platform/audit/recording.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { AppendedEdits, EditBatch } from './append.ts';

/** Of one transaction. */
const maxBatches = 50;

/** Appends batches in their order; resolves with the answer to each. */
type Append = (batches: readonly EditBatch[]) => Promise<AppendedEdits[]>;

type Waiting = { batch: EditBatch; answer: PromiseWithResolvers<AppendedEdits> };

const queues = perServer(() => new Map<string, Waiting[]>());

/** Appends the batch with others of the same log, once those before it are committed. `append` is the same for all of a log. */
export function appendTogether(
  ctx: ServiceContext,
  log: string,
  batch: EditBatch,
  append: Append,
): Promise<AppendedEdits> {
  const waiting = { batch, answer: Promise.withResolvers<AppendedEdits>() };
  const queue = queues(ctx).get(log);
  if (queue !== undefined) queue.push(waiting);
  else {
    const own = [waiting];
    queues(ctx).set(log, own);
    // It appends batches of others, too.
    outsideRecording(() => void drain(own, append, () => queues(ctx).delete(log)));
  }
  return waiting.answer.promise;
}

/** `end` is called as soon as nothing waits: what comes after that waits in another queue. */
async function drain(queue: Waiting[], append: Append, end: () => void): Promise<void> {
  while (queue.length > 0) await appendGroup(queue.splice(0, maxBatches), append);
  end();
}

/** A batch that fails does so alone. */
async function appendGroup(group: readonly Waiting[], append: Append): Promise<void> {
  try {
    const answers = await append(group.map(({ batch }) => batch));
    for (const [index, { answer }] of group.entries()) {
      const appended = answers[index];
      if (appended === undefined) throw new Error('A batch of edits has no answer.');
      answer.resolve(appended);
    }
  } catch (error) {
    const [first] = group;
    if (group.length === 1) first?.answer.reject(error);
    else for (const each of group) await appendGroup([each], append);
  }
}
