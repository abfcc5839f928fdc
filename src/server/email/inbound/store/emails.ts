/** Store: received emails, the parts of their content, and attempts at posting them. */

import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { firstOf } from '../../../platform/database/delete-some.ts';
import { hotKey, isPostgres, lockRows } from '../../../platform/database/dialect.ts';
import { prepared, type Values, valuesOf } from '../../../platform/database/prepared-query.ts';
import type { ParseSettingRow } from '../../../platform/database/schema/email.ts';
import type {
  InboundAttemptRow,
  InboundMailRow,
  InboundPartRow,
} from '../../../platform/database/schema/inbound-email.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { shardOfContent } from '../../../platform/database/shard.ts';
import { deleteTerms } from '../../search/store.ts';

const insertPartRow = prepared((db, value: Values<InboundPartRow>) =>
  db.insertInto('inbound_parts').values({
    ...valuesOf(value, 'content', 'shard', 'seq', 'bytes', 'created_at'),
  }),
);

export async function insertPart(tx: Queries, part: Omit<InboundPartRow, 'shard'>): Promise<void> {
  await insertPartRow(tx, { ...part, shard: shardOfContent(part.content) });
}

/** What finds a content without looking into other shards. */
type Content = Pick<InboundPartRow, 'content' | 'shard'>;

const findPartBytes = prepared((db, value: Values<Content & { seq: number }>) =>
  db
    .selectFrom('inbound_parts')
    .select('bytes')
    .where('content', '=', value('content'))
    // The embedded file is one shard, and would read the bytes twice: the column stands behind them.
    .$if(isPostgres(db), (query) => query.where('shard', '=', value('shard')))
    .where('seq', '=', value('seq')),
);

/** The bytes of one part; undefined after the last. */
export async function findPart(db: Queries, content: string, seq: number): Promise<Uint8Array | undefined> {
  return (await findPartBytes(db, { ...keyOf(content), seq }))[0]?.bytes;
}

const deletePartRows = prepared((db, value: Values<Content>) =>
  db.deleteFrom('inbound_parts').where('content', '=', value('content')).where('shard', '=', value('shard')),
);

function keyOf(content: string): Content {
  return { content, shard: shardOfContent(content) };
}

export async function deleteParts(tx: Queries, content: string): Promise<void> {
  await deletePartRows(tx, keyOf(content));
}

/** A row before the first attempt at posting it. */
type NewInboundMailRow = Omit<InboundMailRow, 'subject' | 'terms' | 'dmarc' | 'kept_until'>;

const insertEmailRow = prepared((db, value: Values<NewInboundMailRow>) =>
  db.insertInto('inbound_mails').values({
    ...valuesOf(value, 'id', 'shard', 'account', 'region', 'hostname', 'content', 'size', 'sender'),
    ...valuesOf(value, 'recipients', 'client_ip', 'helo', 'spf', 'dkim', 'status', 'attempts'),
    ...valuesOf(value, 'received_at', 'finished_at'),
    subject: sql.lit(null),
    dmarc: sql.lit(null),
    terms: sql.lit(''),
    kept_until: sql.lit(null),
  }),
);

export async function insertEmail(tx: Queries, mail: Omit<NewInboundMailRow, 'shard'>): Promise<void> {
  await insertEmailRow(tx, { ...mail, shard: shardOfContent(mail.content) });
}

const findHostnameOwners = prepared((db, value: Values<{ hostname: string }>) =>
  db
    .selectFrom('parse_settings')
    .innerJoin('accounts', 'accounts.sid', 'parse_settings.account')
    .select([
      'parse_settings.account',
      'parse_settings.region',
      'parse_settings.hostname',
      'parse_settings.proven_at',
    ])
    .where('parse_settings.hostname', '=', value('hostname'))
    .where('accounts.closed_at', 'is', null),
);

export type HostnameOwner = Pick<ParseSettingRow, 'account' | 'region' | 'hostname' | 'proven_at'>;

/** The owner of the parse setting of `hostname` (in lower case); undefined when there is none. */
export async function findHostnameOwner(db: Queries, hostname: string): Promise<HostnameOwner | undefined> {
  return (await findHostnameOwners(db, { hostname }))[0];
}

/** What finds an email without looking into other shards. */
export type EmailKey = Pick<InboundMailRow, 'id' | 'shard'>;

const findPendingEmails = prepared((db, value: Values<EmailKey>) =>
  db
    .selectFrom('inbound_mails as mail')
    .leftJoin('parse_settings as setting', (join) =>
      join
        .onRef('setting.hostname', '=', 'mail.hostname')
        .onRef('setting.account', '=', 'mail.account')
        .onRef('setting.region', '=', 'mail.region'),
    )
    .leftJoin('webhook_policies as policy', (join) =>
      join
        .onRef('policy.id', '=', 'setting.security_policy')
        .onRef('policy.account', '=', 'setting.account')
        .onRef('policy.region', '=', 'setting.region'),
    )
    .selectAll('mail')
    .select(['policy.oauth_client_id', 'policy.oauth_client_secret', 'policy.oauth_token_url'])
    .select(({ fn, lit }) => [
      'setting.url',
      'setting.acts_for',
      'policy.private_key',
      fn.coalesce('setting.send_raw', lit(0)).as('send_raw'),
      fn.coalesce('setting.spam_check', lit(0)).as('spam_check'),
    ])
    .where('mail.id', '=', value('id'))
    .where('mail.shard', '=', value('shard'))
    .where('mail.status', '=', sql.lit('waiting')),
);

/**
 * An email that is waiting to be posted, with its webhook; `url` is null without a setting for its host name. Undefined when
 * it was posted, has failed or was deleted.
 */
export async function findPendingEmail(db: Queries, { id, shard }: EmailKey) {
  return (await findPendingEmails(db, { id, shard }))[0];
}

const insertAttemptRow = prepared((db, value: Values<InboundAttemptRow>) =>
  db
    .insertInto('inbound_attempts')
    .values({
      ...valuesOf(value, 'mail', 'shard', 'number', 'status', 'latency_ms', 'problem', 'response'),
      ...valuesOf(value, 'next_at', 'made_at'),
    })
    .onConflict((conflict) => conflict.columns(hotKey(db, ['mail', 'number'])).doNothing()),
);

export async function insertAttempt(tx: Queries, attempt: InboundAttemptRow): Promise<void> {
  await insertAttemptRow(tx, attempt);
}

type StatusChange = EmailKey &
  Pick<
    InboundMailRow,
    'status' | 'attempts' | 'finished_at' | 'spf' | 'dkim' | 'dmarc' | 'subject' | 'terms' | 'kept_until'
  >;

const setStatus = prepared((db, value: Values<StatusChange>) =>
  db
    .updateTable('inbound_mails')
    .set({
      ...valuesOf(value, 'status', 'attempts', 'finished_at', 'spf', 'dkim', 'dmarc', 'subject', 'terms'),
      ...valuesOf(value, 'kept_until'),
    })
    .where('id', '=', value('id'))
    .where('shard', '=', value('shard')),
);

/** Sets the status of an email, and the verdicts about its sender, after an attempt. */
export async function setEmailStatus(tx: Queries, change: StatusChange): Promise<void> {
  await setStatus(tx, change);
}

const lockFirstPart = prepared((db, value: Values<Content>) =>
  lockRows(
    db,
    db
      .selectFrom('inbound_parts')
      .select('seq')
      .where('content', '=', value('content'))
      .where('shard', '=', value('shard'))
      .where('seq', '=', sql.lit(0)),
  ),
);

/** Whether an email needs its content, or may. */
const holdsContent = (eb: ExpressionBuilder<Pick<Tables, 'inbound_mails'>, 'inbound_mails'>) =>
  eb.or([eb('status', '<>', sql.lit('posted')), eb('kept_until', 'is not', null)]);

const findReferences = prepared((db, value: Values<Content>) =>
  db
    .selectFrom('inbound_mails')
    .select('id')
    .where('content', '=', value('content'))
    .where('shard', '=', value('shard'))
    .where(holdsContent)
    .limit(sql.lit(1)),
);

/**
 * Deletes a content once no email that references it needs it. Transactions that finish emails of one content are
 * serialized by a lock on its first part: concurrently, each would see the other's email as waiting and keep the content.
 */
export async function releaseContent(tx: Queries, content: string): Promise<void> {
  const key = keyOf(content);
  await lockFirstPart(tx, key);
  if ((await findReferences(tx, key)).length === 0) await deleteParts(tx, content);
}

/**
 * Deletes contents that began to arrive at `before` or earlier and that no email holds: the client aborted, or the process
 * died. Returns how many.
 */
export async function deleteOrphanedContents(
  tx: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const rows = await tx
    .selectFrom('inbound_parts as part')
    .select('part.content')
    .where('part.seq', '=', 0)
    .where('part.created_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbound_mails as mail')
            .select('mail.id')
            .whereRef('mail.content', '=', 'part.content')
            .whereRef('mail.shard', '=', 'part.shard')
            .where(({ or, eb }) =>
              or([eb('mail.status', '<>', 'posted'), eb('mail.kept_until', 'is not', null)]),
            ),
        ),
      ),
    )
    .limit(limit)
    .execute();
  const contents = rows.map(({ content }) => content);
  if (contents.length > 0) await tx.deleteFrom('inbound_parts').where('content', 'in', contents).execute();
  return contents.length;
}

/** How many contents of posted emails are kept, and their bytes. */
export async function countKept(db: Queries): Promise<{ emails: number; bytes: number }> {
  const row = await db
    .selectFrom('inbound_mails')
    .select((eb) => [eb.fn.countAll<number>().as('emails'), eb.fn.sum<number>('size').as('bytes')])
    .where('kept_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return { emails: Number(row.emails), bytes: Number(row.bytes ?? 0) };
}

/** What of kept contents is too much. */
export type KeptExcess = { emails: number; bytes: number };

/**
 * Deletes contents of posted emails that were kept until `before` or earlier, or that are among the `excess`, the oldest first;
 * returns how many.
 */
export async function deleteKept(
  tx: Queries,
  { before, excess, limit }: { before: number; excess: KeptExcess; limit: number },
): Promise<number> {
  const oldest = await tx
    .selectFrom('inbound_mails')
    .select(['id', 'content', 'size', 'kept_until'])
    .where('kept_until', 'is not', null)
    .orderBy('kept_until')
    .limit(limit)
    .execute();
  const mails: typeof oldest = [];
  let bytes = 0;
  for (const mail of oldest) {
    if ((mail.kept_until ?? 0) > before && mails.length >= excess.emails && bytes >= excess.bytes) break;
    mails.push(mail);
    bytes += mail.size;
  }
  if (mails.length === 0) return 0;
  const ids = mails.map(({ id }) => id);
  await tx.updateTable('inbound_mails').set({ kept_until: null }).where('id', 'in', ids).execute();
  // In one order, as below.
  for (const content of [...new Set(mails.map((mail) => mail.content))].sort())
    await releaseContent(tx, content);
  return mails.length;
}

/** Of contents, in one transaction: the embedded database overwrites them, 3 ms for each MB. */
const deletedBytes = 4_000_000;

/** Deletes the account's oldest emails, received at `before` or earlier, with attempts, jobs and contents; returns how many. */
export async function deleteOldInboundEmails(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<number> {
  const oldest = await tx
    .selectFrom('inbound_mails')
    .select(['id', 'content', 'shard', 'terms', 'size as bytes'])
    .where('account', '=', account)
    .where('received_at', '<=', before)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  const mails = firstOf(oldest, deletedBytes);
  if (mails.length === 0) return 0;
  const ids = mails.map(({ id }) => id);
  const keys = ids.map((id) => `mail:${id}`);
  await tx.deleteFrom('jobs').where('key', 'in', keys).execute();
  await deleteTerms(
    tx,
    mails.map(({ id, shard, terms }) => ({ email: id, shard, terms })),
  );
  await tx.deleteFrom('inbound_mails').where('id', 'in', ids).execute();
  // In one order, so that two transactions that delete emails of the same contents do not deadlock.
  const contents = [...new Set(mails.map((mail) => mail.content))].sort();
  for (const content of contents) await releaseContent(tx, content);
  return ids.length;
}
