/**
 * Service functions that look for everything of one contact and change nothing: what there is as counts, and all of it as lines
 * of JSON, signed as the certificate of an erasure is. They are written as the client reads them, so that a long file costs no
 * memory; one that breaks off has no last line.
 */

import { createHash } from 'node:crypto';
import { actingPersonOf } from '../platform/acting-person.ts';
import { version } from '../platform/checkout.ts';
import { Refusal } from '../platform/errors.ts';
import { perServer } from '../platform/per-server.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { added, type Counts, readContact } from './service.ts';
import { rowsOfExecution } from './store/executions.ts';
import { ContactMatcher } from './store/matcher.ts';
import type { FoundRow } from './store/pages.ts';
import { type ContactPage, findContact, kindOf } from './store/search.ts';

/** Of one account in one process. */
const maxAtOnce = 3;

const runningOf = perServer(() => new Map<string, number>());

/** Pages without anything found after which the counts are said again: who waits sees that it goes on. */
const quietPages = 50;

/**
 * Lines of JSON with the counts so far; in the last one `is_complete` is true.
 *
 * @throws Refusal (bad-request) when a value names no contact; (conflict) when too many run already
 */
export async function searchContact(
  ctx: ServiceContext,
  caller: Caller,
  given: unknown,
): Promise<AsyncGenerator<string>> {
  const values = await readContact(ctx, caller, given);
  const { account } = caller;
  const matcher = new ContactMatcher(values);
  const line = (counts: Counts, is_complete: boolean) => `${JSON.stringify({ counts, is_complete })}\n`;
  async function* lines() {
    let counts: Counts = {};
    let quiet = 0;
    for await (const page of findContact(ctx.database.read, { account, matcher })) {
      const found = countsOf(page);
      counts = added(counts, found);
      quiet = Object.values(found).some((count) => count > 0) ? 0 : quiet + 1;
      if (quiet % quietPages === 0) yield line(counts, false);
    }
    yield line(counts, true);
  }
  return limited(ctx, account, lines());
}

/** @throws Refusal as `searchContact` */
export async function exportContact(
  ctx: ServiceContext,
  caller: Caller,
  { values: given, reason }: { values: unknown; reason: string | undefined },
): Promise<AsyncGenerator<string>> {
  const values = await readContact(ctx, caller, given, reason);
  const { account } = caller;
  const about = {
    ...{ account_sid: account, version, digests: values.map((each) => ctx.secrets.digest(each)) },
    ...{ requested_by: actingPersonOf(caller), reason: reason ?? null },
    date_requested: new Date(ctx.clock.now()).toISOString(),
  };
  async function* lines() {
    const sha256 = createHash('sha256');
    const rows: Counts = {};
    const line = (content: { kind: string }) => {
      const text = `${JSON.stringify(content)}\n`;
      sha256.update(text);
      return text;
    };
    yield line({ kind: 'export', ...about });
    for await (const { kind, row } of rowsOf(ctx, account, new ContactMatcher(values))) {
      rows[kind] = (rows[kind] ?? 0) + 1;
      yield line({ kind, ...{ row: presentRow(row) } });
    }
    const date_completed = new Date(ctx.clock.now()).toISOString();
    const certificate = JSON.stringify({ ...about, date_completed, rows, sha256: sha256.digest('hex') });
    const { signature, publicKey: public_key } = ctx.secrets.sign(certificate);
    yield `${JSON.stringify({ kind: 'end', certificate, signature, public_key })}\n`;
  }
  return limited(ctx, account, lines());
}

async function* rowsOf(
  ctx: ServiceContext,
  account: string,
  matcher: ContactMatcher,
): AsyncGenerator<{ kind: string; row: FoundRow }> {
  const { read } = ctx.database;
  for await (const page of findContact(read, { account, matcher, isWhole: true })) {
    if (page.phase === null) {
      for (const { sid } of page.executions)
        for await (const { table: kind, rows } of rowsOfExecution(read, account, sid))
          yield* rows.map((row) => ({ kind, row }));
      continue;
    }
    const { phase } = page;
    const isKept = phase.erase === undefined;
    for (const row of page.rows) {
      yield { kind: kindOf(phase), row: isKept ? placeOf(row, [phase.key, phase.second ?? '']) : row };
      if (phase.rest !== undefined) yield* phase.rest(read, row, matcher);
    }
  }
}

const placeOf = (row: FoundRow, keys: readonly string[]): FoundRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => keys.includes(name)));

function countsOf(page: ContactPage): Counts {
  return page.phase === null
    ? { executions: page.executions.length }
    : { [kindOf(page.phase)]: page.rows.length };
}

/** Of the installation and not of the contact: how it stores and finds rows, and secrets of receivers. */
const internalColumns = ['account', 'shard', 'terms', 'lease_until'];
const secretFields = ['sealed', 'private_key', 'oauth_client_secret'];

/** JSON as values, times as dates, bytes as base64. */
function presentRow(row: FoundRow): Record<string, unknown> {
  const fields = Object.entries(row).filter(([name]) => !internalColumns.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, presentValue(name, value)]));
}

function presentValue(name: string, value: FoundRow[string] | undefined): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'number' && name.endsWith('_at')) return new Date(value).toISOString();
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value, (key, each) => (secretFields.includes(key) ? undefined : each));
  } catch {
    // A text that only begins like JSON.
    return value;
  }
}

/** Counted from its first line until it is read to its end, or its reader has left. @throws Refusal (conflict) */
function limited(
  ctx: ServiceContext,
  account: string,
  lines: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const running = runningOf(ctx);
  const count = () => running.get(account) ?? 0;
  const refuseMore = () => {
    if (count() >= maxAtOnce)
      throw new Refusal('conflict', `No more than ${maxAtOnce} searches for contacts run at the same time`);
  };
  async function* counted() {
    // Others may have begun since the request.
    refuseMore();
    running.set(account, count() + 1);
    try {
      yield* lines;
    } catch (error) {
      // The response has begun: it breaks off.
      ctx.log.error({ err: error }, 'The search for a contact failed');
      throw error;
    } finally {
      if (count() <= 1) running.delete(account);
      else running.set(account, count() - 1);
    }
  }
  refuseMore();
  return counted();
}
