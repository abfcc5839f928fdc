/** The search for everything of one contact, page by page: erasing and exporting go through the same. */

import type { Queries } from '../../platform/database/database.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import { type FoundExecution, findExecutions } from './executions.ts';
import type { ContactMatcher } from './matcher.ts';
import { type FoundRow, readPage } from './pages.ts';
import { type Phase, phases } from './phases.ts';

/** `last` is the position behind the page; null when the phase has no more. */
export type ContactPage = { last: string | null } & (
  | { phase: null; executions: FoundExecution[] }
  | { phase: Phase; rows: FoundRow[] }
);

type Wanted = { account: string; after: string | null; matcher: ContactMatcher; isWhole?: boolean };

/** Phase 0 is the executions; undefined behind the last phase. */
export async function findPage(
  db: Queries,
  phaseNumber: number,
  wanted: Wanted,
): Promise<ContactPage | undefined> {
  if (phaseNumber === 0) {
    const { last, found } = await findExecutions(db, wanted);
    return { last, phase: null, executions: found };
  }
  const phase = phases[phaseNumber - 1];
  if (phase === undefined) return undefined;
  // Of what stays where it is, only the place is of interest.
  const isWhole = wanted.isWhole === true && phase.erase !== undefined;
  return { ...(await readPage(db, phase, { ...wanted, isWhole })), phase };
}

/** All pages, one after the other. */
export async function* findContact(db: Queries, wanted: Omit<Wanted, 'after'>): AsyncGenerator<ContactPage> {
  let after: string | null = null;
  for (let phaseNumber = 0; ; ) {
    const page: ContactPage | undefined = await findPage(db, phaseNumber, { ...wanted, after });
    if (page === undefined) return;
    // The embedded database answers at once: without this all pages would be one stall for everybody else.
    await eventLoopTurn.enter();
    yield page;
    after = page.last;
    if (after === null) phaseNumber += 1;
  }
}

/** The kind under which rows are counted. */
export const kindOf = ({ kind, erase }: Phase) => (erase === undefined ? `kept.${kind}` : kind);
