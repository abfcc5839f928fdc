/** How much of a working copy is not published: counted with each edit, so that no list of flows compares definitions. */

import type { FlowContent } from '#flow/change/working-copy.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { changedParts } from '#flow/diff/changed-parts.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findRevision } from '../revisions/store.ts';

/** What a row says of it once it was counted. */
export type Unpublished = Pick<WorkingCopyRow, 'published_revision'> & { unpublished: number };

export const nothingPublished: Unpublished = { published_revision: null, unpublished: 0 };

/** Reads a published revision that is committed. */
export type ReadPublished = (tx: Queries, flow: string, revision: number) => Promise<FlowContent>;

/**
 * The count for a copy; `published` is the number of the published revision, null for none. It grows with the size of both
 * contents.
 */
export async function countUnpublished(
  tx: Queries,
  { flow, published, copy }: { flow: string; published: number | null; copy: FlowContent },
  read: ReadPublished = readPublished,
): Promise<Unpublished> {
  if (published === null) return nothingPublished;
  const { length } = changedParts(await read(tx, flow, published), copy);
  return { published_revision: published, unpublished: length };
}

async function readPublished(
  tx: Queries,
  flow: string,
  revision: number,
): Promise<FlowContent & { length: number }> {
  const row = await findRevision(tx, flow, revision);
  if (row === undefined) throw new Error(`Revision ${revision} of ${flow} is missing.`);
  const { friendly_name: name, definition } = row;
  return { name, definition: JSON.parse(definition) as FlowDefinition, length: definition.length };
}

const maxFlows = 100;
/** Of the definitions of all of them. */
const maxCharacters = 4 * 1024 ** 2;

/** The published revisions of the flows that are edited; the one that was read last is the last. */
const publishedOf = perServer(
  () => new Map<string, { revision: number; content: Awaited<ReturnType<typeof readPublished>> }>(),
);

/** Reads a published revision once for all edits of its flow: it is parsed under the lock that the others wait for. */
export function rememberedPublished(ctx: ServiceContext): ReadPublished {
  const known = publishedOf(ctx);
  return async (tx, flow, revision) => {
    const remembered = known.get(flow);
    if (remembered?.revision === revision) return remembered.content;
    const content = await readPublished(tx, flow, revision);
    known.delete(flow);
    known.set(flow, { revision, content });
    let characters = 0;
    for (const each of known.values()) characters += each.content.length;
    for (const [oldest, each] of known) {
      if (known.size <= 1 || (known.size <= maxFlows && characters <= maxCharacters)) break;
      known.delete(oldest);
      characters -= each.content.length;
    }
    return content;
  };
}
