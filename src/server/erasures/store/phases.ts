/** What of an account may name a contact, besides its executions, and what becomes of it. A table that is added and may do so has its line here. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { shardOfContent, shardOfOutboundMail } from '../../platform/database/shard.ts';
import type { ContactMatcher } from './matcher.ts';
import { changeTexts, deleteRows, type FoundRow, type Place } from './pages.ts';

export type Found = { account: string; rows: readonly FoundRow[]; matcher: ContactMatcher };

export type Phase = Place & {
  /** The kind under which its rows are counted. */
  kind: string;
  /** Without it the rows stay, and are counted as kept. */
  erase?(tx: Queries, place: Place, found: Found): Promise<void>;
  /** What else belongs to a row: of other tables, a row at a time. */
  rest?(db: Queries, row: FoundRow, matcher: ContactMatcher): AsyncGenerator<{ kind: string; row: FoundRow }>;
};

const ofFlows = (account: string) => sql`flow in (select sid from flows where account = ${account})`;
const ofReceived = (account: string) =>
  sql`exists (select 1 from inbound_mails m where m.id = inbound_attempts.mail and m.account = ${account})`;

const remove: Phase['erase'] = (tx, place, { account, rows }) => deleteRows(tx, place, account, rows);
const replace: Phase['erase'] = (tx, place, { account, rows, matcher }) =>
  changeTexts(tx, place, account, rows, (text) => matcher.replaceIn(text));
const blank: Phase['erase'] = (tx, place, { account, rows }) =>
  changeTexts(tx, place, account, rows, () => null);

const textOf = (value: unknown) => String(value ?? '');

/** In this order; numbers of phases are in the database while an erasure runs. */
export const phases: readonly Phase[] = [
  {
    ...{ kind: 'messages', table: 'messages', key: 'sid' },
    texts: ['sender', 'recipient', 'body', 'media', 'content'],
    // Those of executions are erased with them.
    scope: (account) => sql`account = ${account} and execution is null and recipient <> ''`,
    async erase(tx, _place, { account, rows }) {
      await tx
        .updateTable('messages')
        .set({ sender: '', recipient: '', body: '', media: '[]', content: null })
        .where('account', '=', account)
        .where('execution', 'is', null)
        .where(
          'sid',
          'in',
          rows.map(({ sid }) => textOf(sid)),
        )
        .execute();
    },
  },
  {
    ...{ kind: 'jobs', table: 'jobs', key: 'key', alone: true, texts: ['payload', 'problem'], erase: remove },
    scope: (account) => sql`account = ${account} and execution is null`,
  },
  { kind: 'sync_objects', table: 'sync_objects', key: 'sid', texts: ['data'], erase: replace },
  {
    ...{ kind: 'conversation_authors', table: 'conversation_authors', key: 'author', within: 'conversation' },
    ...{ texts: ['author'], erase: remove },
  },
  {
    ...{ kind: 'test_users', table: 'test_users', key: 'identity', texts: ['identity'] },
    ...{ scope: ofFlows, erase: remove },
  },
  { kind: 'flow_tests', table: 'flow_tests', key: 'sid', texts: ['content', 'name'], erase: replace },
  { kind: 'comments', table: 'flow_comments', key: 'sid', texts: ['text'], erase: replace },
  {
    ...{ kind: 'execution_batches', table: 'execution_batches', key: 'sid', texts: ['filter'] },
    erase: (tx, place, found) =>
      changeTexts(tx, place, found.account, found.rows, (text) => found.matcher.replaceIn(text)),
  },
  {
    ...{ kind: 'suppressions', table: 'suppressions', key: 'email', within: 'region' },
    ...{ texts: ['email'], erase: remove },
  },
  {
    ...{ kind: 'group_suppressions', table: 'group_suppressions', key: 'email', within: 'region' },
    ...{ texts: ['email'], erase: remove },
  },
  {
    ...{ kind: 'email_events', table: 'mail_events', key: 'seq', alone: true, texts: ['payload'] },
    async erase(tx, place, found) {
      const events = found.rows.map(({ seq }) => Number(seq));
      await tx.deleteFrom('event_queue').where('event', 'in', events).execute();
      await deleteRows(tx, place, found.account, found.rows);
    },
  },
  {
    ...{
      kind: 'webhook_attempts',
      table: 'event_attempts',
      key: 'id',
      alone: true,
      texts: ['response', 'problem', 'response_headers'],
    },
    erase: blank,
  },
  {
    ...{ kind: 'webhook_attempts', table: 'inbound_attempts', key: 'mail', texts: ['response', 'problem'] },
    ...{ alone: true, scope: ofReceived, erase: blank },
  },
  {
    ...{ kind: 'received_emails', table: 'inbound_mails', key: 'id', alone: true },
    ...{ texts: ['sender', 'recipients', 'subject', 'spf', 'dkim'], extra: ['content', 'shard', 'terms'] },
    ...{ erase: eraseReceived, rest: contentOfReceived },
  },
  {
    ...{
      kind: 'sent_emails',
      table: 'outbound_recipients',
      key: 'sid',
      alone: true,
      texts: ['email', 'response', 'subject'],
    },
    ...{ extra: ['mail', 'personalization', 'shard', 'terms'], erase: eraseSent },
    rest: contentOfSent,
  },
  {
    ...{ kind: 'sent_email_contents', table: 'outbound_mails', key: 'id', alone: true, texts: ['shared'] },
    erase: replace,
  },
  {
    kind: 'revisions',
    table: 'revisions',
    ...{ key: 'flow', second: 'revision' },
    texts: ['definition', 'commit_message'],
    scope: ofFlows,
  },
  {
    ...{ kind: 'working_copies', table: 'flow_snapshots', key: 'flow', second: 'seq' },
    ...{ texts: ['copy'], scope: ofFlows },
  },
  { kind: 'edits', table: 'flow_edits', key: 'flow', second: 'seq', texts: ['command'] },
  { kind: 'audit_events', table: 'audit_events', key: 'sid', texts: ['object_name', 'changes', 'reason'] },
];

async function eraseReceived(tx: Queries, place: Place, { account, rows }: Found): Promise<void> {
  const keys = rows.map(({ id }) => `mail:${id}`);
  await tx.deleteFrom('jobs').where('key', 'in', keys).execute();
  await deleteTerms(tx, 'id', rows);
  await deleteRows(tx, place, account, rows);
  const contents = [...new Set(rows.map(({ content }) => textOf(content)))];
  const used = await tx
    .selectFrom('inbound_mails')
    .select('content')
    .where('content', 'in', contents)
    .where('status', '<>', 'posted')
    .execute();
  const unused = contents.filter((each) => used.every(({ content }) => content !== each));
  if (unused.length === 0) return;
  await tx.updateTable('inbound_mails').set({ kept_until: null }).where('content', 'in', unused).execute();
  await tx.deleteFrom('inbound_parts').where('content', 'in', unused).execute();
}

/** What the emails are found by: terms of one length, one after the other, by which their index begins. */
async function deleteTerms(tx: Queries, key: string, rows: readonly FoundRow[]): Promise<void> {
  const some = await tx.selectFrom('email_terms').select('term').limit(1).executeTakeFirst();
  if (some === undefined) return;
  const term = new RegExp(`.{${some.term.length}}`, 'g');
  for (const row of rows) {
    const terms = textOf(row.terms).match(term) ?? [];
    if (terms.length === 0) continue;
    await tx
      .deleteFrom('email_terms')
      .where('term', 'in', terms)
      .where('email', '=', textOf(row[key]))
      .where('shard', '=', Number(row.shard))
      .execute();
  }
}

/** An email leaves with its last recipient; what it says of the contact to others is replaced. */
async function eraseSent(tx: Queries, place: Place, { account, rows, matcher }: Found): Promise<void> {
  await deleteTerms(tx, 'sid', rows);
  await deleteRows(tx, place, account, rows);
  for (const mail of new Set(rows.map((row) => textOf(row.mail)))) {
    const shard = shardOfOutboundMail(mail);
    const left = await tx
      .selectFrom('outbound_recipients')
      .select('personalization')
      .where('mail', '=', mail)
      .where('shard', '=', shard)
      .execute();
    if (left.length === 0) {
      await tx
        .deleteFrom('outbound_mails')
        .where('account', '=', account)
        .where('id', '=', mail)
        .where('shard', '=', shard)
        .execute();
      continue;
    }
    const personalizations = await tx
      .selectFrom('outbound_personalizations')
      .selectAll()
      .where('mail', '=', mail)
      .where('shard', '=', shard)
      .execute();
    for (const { number, value } of personalizations) {
      // It is what the email says to its own recipients.
      if (left.every(({ personalization }) => personalization !== number))
        await tx
          .deleteFrom('outbound_personalizations')
          .where('mail', '=', mail)
          .where('shard', '=', shard)
          .where('number', '=', number)
          .execute();
      else if (matcher.has([value]))
        await tx
          .updateTable('outbound_personalizations')
          .set({ value: matcher.replaceIn(value) })
          .where('mail', '=', mail)
          .where('shard', '=', shard)
          .where('number', '=', number)
          .execute();
    }
  }
}

async function* contentOfReceived(
  db: Queries,
  { content }: FoundRow,
): ReturnType<NonNullable<Phase['rest']>> {
  const parts = db
    .selectFrom('inbound_parts')
    .where('content', '=', textOf(content))
    .where('shard', '=', shardOfContent(textOf(content)));
  for (const { seq } of await parts.select('seq').orderBy('seq').execute()) {
    const row = await parts.select(['seq', 'bytes']).where('seq', '=', seq).executeTakeFirst();
    if (row !== undefined) yield { kind: 'received_email_parts', row };
  }
}

async function* contentOfSent(
  db: Queries,
  { mail: id, personalization }: FoundRow,
  matcher: ContactMatcher,
): ReturnType<NonNullable<Phase['rest']>> {
  const mail = textOf(id);
  const shard = shardOfOutboundMail(mail);
  const shared = await db
    .selectFrom('outbound_mails')
    .selectAll()
    .where('id', '=', mail)
    .where('shard', '=', shard)
    .executeTakeFirst();
  // One that names the contact is found by itself.
  if (shared !== undefined && !matcher.has([shared.shared]))
    yield { kind: 'sent_email_contents', row: shared };
  const own = await db
    .selectFrom('outbound_personalizations')
    .selectAll()
    .where('mail', '=', mail)
    .where('shard', '=', shard)
    .where('number', '=', Number(personalization))
    .executeTakeFirst();
  if (own !== undefined) yield { kind: 'sent_email_personalizations', row: own };
  const attachments = db
    .selectFrom('outbound_attachments')
    .where('mail', '=', mail)
    .where('shard', '=', shard);
  for (const { number } of await attachments.select('number').orderBy('number').execute()) {
    const row = await attachments.selectAll().where('number', '=', number).executeTakeFirst();
    if (row !== undefined) yield { kind: 'sent_email_attachments', row };
  }
}
