/** Store: the index of search terms, for sent and received emails alike. `email` is a SID or id, which are in order of time. */

import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageQuery,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { EmailTermRow } from '../../platform/database/schema/email.ts';
import { splitTerms } from './terms.ts';

/** An email with its terms, as its column has them. */
export type IndexedEmail = { email: string; shard: number; terms: string };

/** Rows of one statement: databases accept some ten thousand values. */
const rowsAtOnce = 5_000;
const emailsAtOnce = 100;

export async function insertTerms(tx: Queries, emails: readonly IndexedEmail[]): Promise<void> {
  const rows = rowsOf(emails);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx
      .insertInto('email_terms')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(hotKey(tx, ['term', 'email'])).doNothing())
      .execute();
  }
}

export async function deleteTerms(tx: Queries, emails: readonly IndexedEmail[]): Promise<void> {
  const indexed = emails.filter(({ terms }) => terms !== '');
  for (let at = 0; at < indexed.length; at += emailsAtOnce) {
    const some = indexed.slice(at, at + emailsAtOnce);
    await tx
      .deleteFrom('email_terms')
      .where((eb) =>
        eb.or(
          some.map(({ email, shard, terms }) =>
            eb.and([eb('term', 'in', splitTerms(terms)), eb('email', '=', email), eb('shard', '=', shard)]),
          ),
        ),
      )
      .execute();
  }
}

function rowsOf(emails: readonly IndexedEmail[]): EmailTermRow[] {
  return emails.flatMap(({ email, shard, terms }) =>
    splitTerms(terms).map((term) => ({ term, email, shard })),
  );
}

/** Those between the positions, where the terms occur; no terms is all. Both ends belong to it. */
export type EmailRange = { from?: string | undefined; to?: string | undefined };

/** `searchedTo` is the position up to which emails were looked at, where that ended the page before it was full. */
export type SearchedPage<Row> = KeysetPage<Row> & { searchedTo: string | null };

/** Emails that one request looks at: some tens of milliseconds. */
const maxTested = 5_000;

/** A candidate is looked at by its row, with all terms but the one that found it. */
export type Candidates<Row> = {
  /** Every email of the owner in that order, where there is no term. */
  all(db: Queries, bounds: KeysetPageQuery): Promise<{ email: string; shard: number }[]>;
  /** The rows of these that the filter keeps. */
  keep(emails: readonly { email: string; shard: number }[]): Promise<Row[]>;
  emailOf(row: Row): string;
};

/** Candidates that are looked at in one statement. */
const candidatesAtOnce = 500;

/**
 * A page of the emails that have all `terms` and that `keep` keeps, newest first. The rarest term finds candidates, which are
 * tested in parts until the page is full, `limit` of them at most.
 */
export async function searchEmails<Row>(
  db: Queries,
  { terms, range, all, keep, emailOf }: { terms: readonly string[]; range: EmailRange } & Candidates<Row>,
  request: KeysetPageRequest,
  limit: number = maxTested,
): Promise<SearchedPage<Row>> {
  const [rarest, ...others] = await byRarity(db, terms, range);
  let searchedTo: string | null = null;
  const page = await fetchKeysetPage(request, async (bounds) => {
    const found: Row[] = [];
    let { position } = bounds;
    for (let tested = 0; found.length < bounds.limit; ) {
      const next = { ...bounds, position, limit: Math.min(candidatesAtOnce, limit - tested) };
      const candidates = rarest === undefined ? await all(db, next) : await withTerm(db, rarest, range, next);
      const kept = await keep(await withTerms(db, others, candidates));
      const order = bounds.order === 'desc' ? -1 : 1;
      found.push(...kept.sort((a, b) => (emailOf(a) < emailOf(b) ? -order : order)));
      tested += candidates.length;
      position = candidates.at(-1)?.email ?? position;
      if (candidates.length < next.limit) break;
      if (tested < limit) continue;
      if (found.length < bounds.limit) searchedTo = position;
      break;
    }
    return found.slice(0, bounds.limit);
  });
  if (searchedTo === null) return { ...page, searchedTo };
  const isBackwards = request.from?.direction === 'newer';
  return { ...page, ...(isBackwards ? { newer: true } : { older: true }), searchedTo };
}

/** The one with the fewest emails first; which of those with very many is first makes no difference. */
async function byRarity(db: Queries, terms: readonly string[], range: EmailRange): Promise<string[]> {
  if (terms.length < 2) return [...terms];
  const counted = await Promise.all(
    terms.map(async (term) => {
      const some = withinRange(db, term, range).select('email').limit(maxTested).as('some');
      const row = await db
        .selectFrom(some)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return { term, count: Number(row.count) };
    }),
  );
  return counted.sort((a, b) => a.count - b.count).map(({ term }) => term);
}

function withinRange(db: Queries, term: string, { from, to }: EmailRange) {
  let query = db.selectFrom('email_terms').where('term', '=', term);
  if (from !== undefined) query = query.where('email', '>=', from);
  if (to !== undefined) query = query.where('email', '<=', to);
  return query;
}

function withTerm(
  db: Queries,
  term: string,
  range: EmailRange,
  { order, operator, position, limit }: KeysetPageQuery,
): Promise<{ email: string; shard: number }[]> {
  const query = withinRange(db, term, range).select(['email', 'shard']);
  const beyond = position === null ? query : query.where('email', operator, position);
  return beyond.orderBy('email', order).limit(limit).execute();
}

/** Those of the candidates that have all these terms. */
async function withTerms(
  db: Queries,
  terms: readonly string[],
  candidates: readonly { email: string; shard: number }[],
): Promise<readonly { email: string; shard: number }[]> {
  let left = candidates;
  for (const term of terms) {
    if (left.length === 0) return left;
    const rows = await db
      .selectFrom('email_terms')
      .select('email')
      .where('term', '=', term)
      .where(
        'email',
        'in',
        left.map(({ email }) => email),
      )
      .execute();
    const having = new Set(rows.map(({ email }) => email));
    left = left.filter(({ email }) => having.has(email));
  }
  return left;
}
