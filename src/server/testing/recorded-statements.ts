/** Statements that were recorded, and to how many shards of a Citus cluster each of them goes (docs/decisions/090). */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { distribution, spreadBy } from '../platform/database/schema/distribution.ts';
import { acrossShards } from './statements-across-shards.ts';

/** `values` as they stand in SQL. */
export type RecordedStatement = { text: string; values: string[] };

/** A list of parameters, or of groups of them, which is as long as there are values. */
const list = /\((\$\d+|\(\$\d+(, \$\d+)*\))(, (\$\d+|\(\$\d+(, \$\d+)*\)))+\)/g;

/** The same condition on columns, with other values. */
const alternatives = /(\((?:"\w+" (?:= \$|in \(\$…\))(?: and )?)+\))(?: or \1)+/g;

/** The text of a statement, which is the same for all lengths of its lists and all numbers of its parameters. */
export function formOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(\((\$\d+(, )?)+\)(, )?)+/g, '($…)')
    .replace(list, '($…)')
    .replace(/\$\d+/g, '$')
    .replace(alternatives, '$1')
    .trim();
}

const spreadTables = Object.entries(distribution).flatMap(([name, { kind }]) =>
  spreadBy[kind] === null ? [] : [name],
);
const spread = new RegExp(`\\b(${spreadTables.join('|')})\\b`);

export type StatementTable = {
  /** How many statements read or write no distributed table, and how many go to one shard. */
  elsewhere: number;
  oneShard: number;
  /** Those to several shards that are listed, by why. */
  listed: Map<string, string[]>;
  /** Those that are not. */
  unlisted: string[];
  /** Parts of statements that are listed and were not sent. */
  unused: string[];
  /** Those that cannot be explained, with the error. */
  refused: string[];
};

/** Explains what was recorded in the folder on a distributed database. */
export async function explainRecorded(folder: string, url: string): Promise<StatementTable> {
  const table: StatementTable = {
    ...{ elsewhere: 0, oneShard: 0, listed: new Map(), unlisted: [], unused: [], refused: [] },
  };
  const used = new Set<string>();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [form, statement] of readRecorded(folder)) {
      if (!spread.test(form)) {
        table.elsewhere += 1;
        continue;
      }
      const tasks = await countTasks(client, statement).catch((error: Error) => error);
      if (tasks instanceof Error) table.refused.push(`${form}: ${tasks.message}`);
      else if (tasks === 0) table.elsewhere += 1;
      else if (tasks === 1) table.oneShard += 1;
      else {
        const reason = acrossShards.find(({ parts }) => parts.some((part) => form.includes(part)));
        if (reason === undefined) table.unlisted.push(form);
        else table.listed.set(reason.why, [...(table.listed.get(reason.why) ?? []), form]);
        for (const part of reason?.parts ?? []) if (form.includes(part)) used.add(part);
      }
    }
  } finally {
    await client.end();
  }
  table.unused = acrossShards.flatMap(({ parts }) => parts.filter((part) => !used.has(part)));
  return table;
}

/** Each form with the most values that it had, in the order of their texts. */
function readRecorded(folder: string): [string, RecordedStatement][] {
  const statements = new Map<string, RecordedStatement>();
  for (const file of readdirSync(folder))
    for (const line of readFileSync(join(folder, file), 'utf8').trim().split('\n')) {
      const statement = JSON.parse(line) as RecordedStatement;
      const form = formOf(statement.text);
      if (statement.values.length >= (statements.get(form)?.values.length ?? 0))
        statements.set(form, statement);
    }
  return [...statements].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Into how many pieces the planner takes the statement, at its widest. */
async function countTasks(client: pg.Client, { text, values }: RecordedStatement): Promise<number> {
  // Of values apart from the text Citus explains less than it runs.
  const whole = text.replace(/\$(\d+)/g, (_, number) => values[Number(number) - 1] ?? 'null');
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${whole}`);
  return widest(rows[0]?.['QUERY PLAN']);
}

function widest(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const own = 'Task Count' in plan ? Number(plan['Task Count']) : 0;
  return Math.max(own, ...Object.values(plan).map(widest));
}

/** `docs/reference/citus-statements.md`. */
export function statementsDocument({ elsewhere, oneShard, listed }: StatementTable): string {
  const reasons = acrossShards.map(({ why }) => ({ why, forms: listed.get(why) ?? [] }));
  const across = reasons.reduce((sum, { forms }) => sum + forms.length, 0);
  return `# Statements on Citus

Written by \`npm run test:citus -- --write-docs\` from what the server sends while all tests that run on PostgreSQL run on a
[Citus cluster](../explanations/scaling.md#past-one-postgresql): statements that differ in their values alone are one. A statement that goes to
several shards and is not listed in \`src/server/testing/statements-across-shards.ts\` fails that command.

| statements | go to |
|---|---|
| ${oneShard} | one shard, which they name |
| ${elsewhere} | tables of which every node has a copy, or none |
| ${across} | several shards |

## To several shards

| statements | why |
|---|---|
${reasons.map(({ why, forms }) => `| ${forms.length} | ${why} |`).join('\n')}

${reasons.map(({ why, forms }) => `### ${why[0]?.toUpperCase()}${why.slice(1)}\n\n\`\`\`sql\n${forms.join(';\n')};\n\`\`\``).join('\n\n')}
`;
}
