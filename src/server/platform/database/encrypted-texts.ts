/** Where encrypted texts are, for what encrypts them again: they are read page by page, and replaced if they are as they were read. */

import { sql } from 'kysely';
import type { JobKind } from '#api/system/job-kinds.ts';
import type { Queries } from './database.ts';
import { contactValue } from './mark-contact-data.ts';

/** A column with secrets. `key` is indexed; `shard` says that the table is distributed; `json` is a field of the JSON of such jobs. */
export type Place = {
  table: string;
  key: string;
  column: string;
  shard?: true;
  json?: { field: string; kinds: readonly JobKind[] };
  /** The user and the password of a URL. */
  url?: true;
};

const ofJobs = (field: string, ...kinds: JobKind[]): Place => ({
  ...{ table: 'jobs', key: 'key', column: 'payload', shard: true },
  json: { field, kinds },
});

/** All there are; the test knows the files that encrypt, and fails with a new one. */
export const encryptedTexts: readonly Place[] = [
  { table: 'data_keys', key: 'id', column: 'key' },
  { table: 'carriers', key: 'sid', column: 'token' },
  { table: 'carriers', key: 'sid', column: 'signing_key' },
  { table: 'service_endpoints', key: 'account', column: 'secret' },
  { table: 'webhook_secrets', key: 'flow', column: 'secret' },
  { table: 'dkim_keys', key: 'account', column: 'private_key' },
  { table: 'event_webhooks', key: 'id', column: 'private_key' },
  { table: 'event_webhooks', key: 'id', column: 'oauth_client_secret' },
  { table: 'webhook_policies', key: 'id', column: 'private_key' },
  { table: 'webhook_policies', key: 'id', column: 'oauth_client_secret' },
  { table: 'sinks', key: 'sid', column: 'secret', shard: true },
  { table: 'event_webhooks', key: 'id', column: 'url', url: true },
  { table: 'event_webhooks', key: 'id', column: 'oauth_token_url', url: true },
  { table: 'webhook_policies', key: 'id', column: 'oauth_token_url', url: true },
  { table: 'parse_settings', key: 'hostname', column: 'url', url: true },
  { table: 'alert_rules', key: 'account', column: 'targets' },
  { table: 'second_factors', key: 'person', column: 'secret' },
  { table: 'identity_providers', key: 'sid', column: 'client_secret' },
  { table: 'sign_in_attempts', key: 'state_hash', column: 'code_verifier' },
  { table: 'provider_sessions', key: 'token_hash', column: 'id_token' },
  { table: 'agreements', key: 'name', column: 'value' },
  ofJobs('sealed', 'link-mail', 'alert', 'erasure'),
  ofJobs('private_key', 'event-test'),
  ofJobs('oauth_client_secret', 'event-test'),
  { ...ofJobs('url', 'event-test'), url: true },
  { ...ofJobs('oauth_token_url', 'event-test'), url: true },
];

export const pageSize = 100;

/** `stored` is the text as the database has it, behind a `=`: it may be encrypted with a data key as well. */
export type TextRow = { key: string; value: string; shard: number | null; stored: string };

const storedOf = (column: string) => sql`'=' || ${sql.ref(column)}`;

/** By the key and the text itself, as several rows may have a key. */
export async function readTexts(
  db: Queries,
  { table, key, column, shard, json }: Place,
  after: TextRow | undefined,
): Promise<TextRow[]> {
  const [id, text] = [sql.ref(key), sql.ref(column)];
  const behind =
    after === undefined
      ? sql`1 = 1`
      : sql`(${id} > ${after.key} or (${id} = ${after.key} and ${storedOf(column)} > ${after.stored}))`;
  const named = json === undefined ? sql`${text} is not null` : sql`kind in (${sql.join(json.kinds)})`;
  const own = table === 'agreements' ? sql`${id} = 'mail-links'` : sql`1 = 1`;
  const { rows } = await sql<TextRow>`
    select ${id} as key, ${text} as value, ${shard === true ? sql.ref('shard') : sql`null`} as shard,
      ${storedOf(column)} as stored
    from ${sql.table(table)} where ${named} and ${own} and ${behind}
    order by 1, 4 limit ${sql.lit(pageSize)}`.execute(db);
  return rows;
}

/** False where it was changed meanwhile. */
export async function replaceText(
  tx: Queries,
  { table, key, column, shard }: Place,
  row: TextRow,
  renewed: string,
): Promise<boolean> {
  const at = shard === true ? sql`shard = ${row.shard} and` : sql``;
  const result =
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${contactValue(table, column, renewed)}
    where ${at} ${sql.ref(key)} = ${row.key} and ${storedOf(column)} = ${row.stored}`.execute(tx);
  return Number(result.numAffectedRows ?? 0) > 0;
}
