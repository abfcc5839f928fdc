/** Many rows of everything that an account has: each table's row is copied, with other keys, by the database itself. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { distribution } from '#server/platform/database/schema/distribution.ts';

type Value = string | number | bigint | null | Uint8Array;
type Row = Record<string, Value>;
/** `columns` has null for an expression. */
type UniqueKey = { columns: (string | null)[] };
type ForeignKey = { columns: string[]; table: string; named: string[] };
type Shape = { columns: string[]; unique: UniqueKey[]; foreign: ForeignKey[] };

/** What both kinds of database say and do. */
export type RowStore = {
  all<Found extends Row>(sql: string): Promise<Found[]>;
  run(sql: string): Promise<number>;
  shapeOf(table: string): Promise<Shape>;
  /** SQL of the numbers from 1 to `count` as `n.n`; of a number as 16 hexadecimal digits. */
  numbers(count: number): string;
  hex(number: string): string;
  close(): Promise<void>;
};

/** What the program keeps of itself, what may be there once in an account, and what would act by itself. */
const left: ReadonlySet<string> = new Set([
  ...['migrations', 'agreements', 'data_keys', 'log_numbers', 'chores', 'configured_tokens', 'accounts'],
  ...['jobs', 'carrier_attempts', 'scheduled_sends', 'publish_requests', 'live_swept', 'audit_chains'],
  ...[
    'execution_endings',
    'execution_batches',
    'erasures',
    'transition_count_progress',
    'identity_providers',
  ],
]);
/** Of a table: its rows are as long as the caller makes them, and their number is what is tried here. */
const mostBytes = 100 * 1024 * 1024;

/** Where an account has no more than that: docs/reference/limits.md has them, and what follows from them. */
const most: Readonly<Record<string, number>> = {
  ...{
    sinks: 1,
    event_webhooks: 1,
    webhook_policies: 1,
    parse_settings: 1,
    sign_in_rules: 1,
    email_alerts: 1,
  },
  ...{
    sending_domains: 1,
    link_domains: 1,
    dkim_keys: 1,
    addresses: 100,
    account_keys: 100,
    email_keys: 100,
  },
  ...{
    verified_senders: 100,
    suppression_groups: 200,
    email_templates: 300,
    flow_tests: 100,
    flow_watches: 1,
  },
  ...{ flow_comments: 1_000, test_users: 1, webhook_secrets: 1, working_copies: 1, invitations: 1_000 },
  ...{ people: 10_000, members: 10_000, directory_users: 10_000, people_groups: 1_000, group_people: 10_000 },
  ...{ sending_settings: 5, member_grants: 10_000, email_template_versions: 50 },
  ...{ identities: 10_000, group_memberships: 1_000, flows: 10_000, passkeys: 1, second_factors: 1 },
};

/** How many rows each table has afterwards. Of large rows there are fewer, of those whose keys are no one's choice one. */
export async function multiplyRows(
  store: RowStore,
  account: string,
  wanted: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of Object.keys(distribution)) {
    if (left.has(table)) continue;
    const made = await multiply(store, table, account, wanted);
    if (made !== null) counts.set(table, made);
  }
  return counts;
}

async function multiply(
  store: RowStore,
  table: string,
  account: string,
  wanted: number,
): Promise<number | null> {
  const shape = await store.shapeOf(table);
  const ofAccount = shape.columns.includes('account') ? `where account = '${account}'` : '';
  const sampled = `(select * from ${table} ${ofAccount} order by ${shape.columns[0]} limit 1)`;
  const [row] = await store.all<Row>(`select * from ${sampled} s`);
  if (row === undefined) return null;
  const bytes = Object.values(row).reduce<number>((sum, value) => sum + sizeOf(value), 0);
  const count = Math.min(
    wanted,
    most[table] ?? wanted,
    Math.max(1, Math.floor(mostBytes / Math.max(1, bytes))),
  );
  if (count === 1) return 1;
  const changes = new Map<string, string>();
  let others = '';
  for (const { columns } of shape.unique) {
    if (columns.some((column) => column !== null && changes.has(column))) continue;
    const own = columns.filter(
      (column) => column !== null && !fixed.has(column) && referenceOf(shape, column) === undefined,
    );
    const chosen = own.findLast((column) => column !== null && varied(store, column, row[column]) !== null);
    if (typeof chosen === 'string') {
      changes.set(chosen, varied(store, chosen, row[chosen]) ?? chosen);
      continue;
    }
    // Its key are others’ keys: one of them is each row of the other table.
    const reference = columns.findLast(
      (column) => column !== null && !fixed.has(column) && referenceOf(shape, column) !== undefined,
    );
    if (typeof reference !== 'string' || others !== '') return 1;
    const { table: other = '', named = [] } = referenceOf(shape, reference) ?? {};
    others = `join (select ${named[0]} as k, row_number() over (order by ${named[0]}) as at from ${other}) o on o.at = n.n`;
    changes.set(reference, 'o.k');
  }
  const values = shape.columns.map((column) => changes.get(column) ?? `s."${column}"`);
  const names = shape.columns.map((column) => `"${column}"`).join(', ');
  await store.run(
    `insert into ${table} (${names}) select ${values.join(', ')} from ${sampled} s, ${store.numbers(count)} ${others} where true on conflict do nothing`,
  );
  const [{ count: made = 0 } = {}] = await store.all<{ count: number }>(
    `select count(*) as count from ${table}`,
  );
  return Number(made);
}

/** Where a row belongs, and what there are only a few of, is not changed. */
const fixed: ReadonlySet<string> = new Set([
  ...['shard', 'account', 'region', 'flow', 'kind', 'list', 'source', 'message', 'number', 'group_id'],
]);

function referenceOf({ foreign }: Shape, column: string | null): ForeignKey | undefined {
  return foreign.find(({ columns }) => columns.length === 1 && columns[0] === column);
}

/** SQL of another value of the same kind for each `n.n`; null where there is none. */
function varied(store: RowStore, column: string, value: Value | undefined): string | null {
  const cell = `s."${column}"`;
  if (typeof value === 'number' || typeof value === 'bigint') return `${cell} + n.n`;
  if (typeof value !== 'string') return null;
  const hex = store.hex('n.n');
  // The beginning of an id says when and what, its end often in which shard it is.
  if (/[0-9a-f]{28,}$/i.test(value)) return `substr(${cell}, 1, 10) || ${hex} || substr(${cell}, 27)`;
  if (value.includes('@')) return `${hex} || ${cell}`;
  if (/^\+?\d{6,}$/.test(value)) return `substr(${cell}, 1, 3) || substr(${hex}, 8)`;
  return `${cell} || ${hex}`;
}

function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  return value instanceof Uint8Array ? value.byteLength : 8;
}

/** The file of a server that has stopped. */
export function sqliteRows(dataDir: string): RowStore {
  const file = new DatabaseSync(join(dataDir, 'patchbay.db'), { enableForeignKeyConstraints: false });
  file.exec('pragma synchronous = off');
  const all = async <Found extends Row>(sql: string) => file.prepare(sql).all() as Found[];
  return {
    all,
    run: async (sql) => Number(file.prepare(sql).run().changes),
    async shapeOf(table) {
      const columns = await all<{ name: string; pk: number }>(`pragma table_info(${table})`);
      const indexes = await all<{ name: string; unique: number }>(`pragma index_list(${table})`);
      const unique: UniqueKey[] = [];
      for (const { name } of indexes.filter((index) => index.unique === 1)) {
        const parts = await all<{ name: string | null }>(`pragma index_info(${name})`);
        unique.push({ columns: parts.map((part) => part.name) });
      }
      const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      if (key.length > 0) unique.push({ columns: key.map(({ name }) => name) });
      const foreign = await all<{ id: number; table: string; from: string; to: string }>(
        `pragma foreign_key_list(${table})`,
      );
      const groups = [...Map.groupBy(foreign, ({ id }) => id).values()];
      return {
        columns: columns.map(({ name }) => name),
        unique,
        foreign: groups.map((group) => ({
          table: group[0]?.table ?? '',
          columns: group.map(({ from }) => from),
          named: group.map(({ to }) => to),
        })),
      };
    },
    numbers: (count) =>
      `(with recursive c(n) as (select 1 union all select n + 1 from c where n < ${count}) select n from c) n`,
    hex: (number) => `printf('%016x', ${number})`,
    close: async () => file.close(),
  };
}

export async function postgresRows(url: string): Promise<RowStore> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const all = async <Found extends Row>(sql: string) => (await client.query<Found>(sql)).rows;
  const namesOf = (table: string, numbers: string) =>
    `(select array_agg(a.attname::text order by k.at) from unnest(${numbers}) with ordinality k(number, at)
      left join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number and k.number > 0)`;
  return {
    all,
    run: async (sql) => (await client.query(sql)).rowCount ?? 0,
    async shapeOf(table) {
      const { rows: columns } = await client.query<{ name: string }>(
        `select attname::text as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by attnum`,
      );
      const { rows: unique } = await client.query<UniqueKey>(
        `select ${namesOf('indrelid', 'indkey::int2[]')} as columns from pg_index where indisunique and indrelid = '${table}'::regclass`,
      );
      const { rows: foreign } = await client.query<ForeignKey>(
        `select confrelid::regclass::text as table, ${namesOf('conrelid', 'conkey')} as columns, ${namesOf('confrelid', 'confkey')} as named
         from pg_constraint where contype = 'f' and conrelid = '${table}'::regclass`,
      );
      return { columns: columns.map(({ name }) => name), unique, foreign };
    },
    numbers: (count) => `(select generate_series(1, ${count}) as n) n`,
    hex: (number) => `lpad(to_hex(${number}), 16, '0')`,
    async close() {
      await client.query('analyze');
      await client.end();
    },
  };
}
