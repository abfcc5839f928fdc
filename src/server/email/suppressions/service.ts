/** Suppression lists: list, add and delete addresses that get no more email. */

import type { SuppressionList } from '#api/email/suppressions.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import { handlePieces, type Piece, writeInPieces } from '../../platform/jobs/pieces.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { foldAddress, parseEmailAddresses } from '../validation/email-address.ts';
import { invalidField } from '../validation/field-error.ts';
import type { SuppressionEntry } from './store.ts';
import * as rows from './store.ts';

export type { SuppressionEntry };

/** Filter and page of a list. Times are Unix seconds, both inclusive. */
export type SuppressionQuery = {
  start_time?: number;
  end_time?: number;
  limit?: number;
  offset?: number;
  email?: string;
};

const maxEntries = 500;

/** Newest first. @throws Refusal when the end is before the start */
export async function listSuppressions(
  ctx: ServiceContext,
  caller: EmailCaller,
  list: SuppressionList,
  { start_time, end_time, limit = maxEntries, offset = 0, email }: SuppressionQuery,
): Promise<SuppressionEntry[]> {
  if (start_time !== undefined && end_time !== undefined && end_time < start_time) {
    throw invalidField(
      'end_time',
      'end_time is before start_time',
      'Give an end_time on or after the start_time.',
    );
  }
  if (email !== undefined) return fetchSuppression(ctx, caller, list, email);
  return rows.listSuppressions(ctx.database.replica, caller, list, {
    from: start_time === undefined ? null : start_time * 1000,
    to: end_time === undefined ? null : end_time * 1000 + 999,
    limit,
    offset,
  });
}

/** The entry of the address, or an empty list. */
export async function fetchSuppression(
  ctx: ServiceContext,
  caller: EmailCaller,
  list: SuppressionList,
  email: string,
): Promise<SuppressionEntry[]> {
  const found = await rows.findSuppressions(ctx.database.read, caller, [foldAddress(email)]);
  return found.filter((row) => row.list === list);
}

/** Adds addresses to a list; returns them normalized. @throws Refusal for an invalid address */
export async function addSuppressions(
  ctx: ServiceContext,
  caller: EmailCaller,
  list: SuppressionList,
  texts: readonly string[],
): Promise<string[]> {
  const emails = parseEmailAddresses('recipient_emails', texts);
  const { account, region } = caller;
  const created_at = ctx.clock.now();
  const entries = emails.map((email): SuppressionEntry => {
    return { account, region, list, email, reason: '', status: '', ip: '', created_at };
  });
  await ctx.database.write((tx) => rows.upsertSuppressions(tx, entries));
  return emails;
}

/** Deletes addresses from a list. @throws Refusal unless exactly one of `emails` and `delete_all` is given */
export async function removeSuppressions(
  ctx: ServiceContext,
  caller: EmailCaller,
  list: SuppressionList,
  { delete_all = false, emails }: { delete_all?: boolean; emails?: string[] },
): Promise<void> {
  const named = emails !== undefined && emails.length > 0;
  if (delete_all === named) {
    throw invalidField(
      delete_all ? 'delete_all' : 'emails',
      delete_all ? 'delete_all cannot be combined with emails' : 'emails is required',
      'Give either emails, or delete_all as true.',
    );
  }
  const { account, region } = caller;
  const before = ctx.clock.now() + 1;
  const chosen = named ? parseEmailAddresses('emails', emails) : null;
  const removal: Removal = { account, region, list, before, emails: chosen };
  await writeInPieces(
    ctx,
    {
      ...{ kind: 'suppression-deletion', key: `suppression-deletion:${ctx.ids.token()}`, account },
      payload: JSON.stringify(removal),
    },
    { decide: async () => {}, piece: removalPiece(removal) },
  );
}

/** Addresses of a list: these, or all that were added before a time. */
type Removal = Owner & { list: SuppressionList; before: number; emails: readonly string[] | null };

const removedAtOnce = 100;

/** Positions are those in the list of addresses: what is deleted already is found by none. */
const removalPiece =
  ({ list, before, emails, ...owner }: Removal): Piece<number> =>
  async (tx, from = 0) => {
    const next = from + removedAtOnce;
    const page = { from: 0, to: before, after: undefined, limit: removedAtOnce };
    const some =
      emails?.slice(from, next) ??
      (await rows.listSuppressionsSince(tx, owner, list, page)).map(({ email }) => email);
    await rows.deleteSuppressions(tx, owner, list, some);
    return { next: some.length < removedAtOnce ? null : next };
  };

export const handleSuppressionDeletion = handlePieces((_ctx, { payload }) =>
  removalPiece(JSON.parse(payload) as Removal),
);

/** Deletes one address from a list. @throws Refusal when it is not on it */
export async function removeSuppression(
  ctx: ServiceContext,
  caller: EmailCaller,
  list: SuppressionList,
  email: string,
): Promise<void> {
  const gone = await ctx.database.write((tx) =>
    rows.deleteSuppressions(tx, caller, list, [foldAddress(email)]),
  );
  if (gone === 0) throw notFound();
}
