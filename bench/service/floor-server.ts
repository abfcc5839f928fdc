/**
 * The floor of a service that keeps each turn: fastify, and for each post nothing but the recorded statements of one
 * turn, with the product's durability. Writes that arrive together share a commit on SQLite; on PostgreSQL the
 * statements of a turn are sent at once. RECORDING is a file written by `v8.serialize`; each turn is used once.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import fastify from 'fastify';
import { connect, sendPipelined } from './postgres-database.ts';
import type { RecordedSql, Statement } from './sql-recording.ts';
import { productPragmas } from './sqlite-database.ts';

const { PORT, DATA_DIR, DATABASE_URL, RECORDING = '' } = process.env;
const recorded = deserialize(readFileSync(RECORDING)) as RecordedSql;
const maxGroup = 64;
const poolSize = 10;

const keep = DATABASE_URL === undefined ? keepInFile(DATA_DIR ?? '') : await keepInPostgres(DATABASE_URL);
const app = fastify();
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_request: unknown, body: unknown) => Object.fromEntries(new URLSearchParams(String(body))),
);
app.post('*', async (_request, reply) => {
  const turn = recorded.pop();
  if (turn === undefined) return reply.code(503).send('More conversations must be recorded.');
  await keep(turn.statements);
  return reply.type('text/xml').send('<Response><Message>You said so.</Message></Response>');
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log('The floor is ready');
process.on('SIGTERM', () => process.exit());

function keepInFile(folder: string): (statements: readonly Statement[]) => Promise<void> {
  const database = new DatabaseSync(join(folder, 'patchbay.db'));
  database.exec(productPragmas);
  const prepared = new Map<string, StatementSync>();
  const queue: { statements: readonly Statement[]; resolve: () => void }[] = [];
  const run = ({ sql, values }: Statement) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      prepared.set(sql, statement);
    }
    statement.all(...(values as SQLInputValue[]));
  };
  const commitGroup = () => {
    const group = queue.splice(0, maxGroup);
    database.exec('begin immediate');
    for (const { statements } of group) statements.forEach(run);
    database.exec('commit');
    for (const { resolve } of group) resolve();
    if (queue.length > 0) setImmediate(commitGroup);
  };
  return (statements) =>
    new Promise((resolve) => {
      queue.push({ statements, resolve });
      if (queue.length === 1) setImmediate(commitGroup);
    });
}

async function keepInPostgres(url: string): Promise<(statements: readonly Statement[]) => Promise<void>> {
  const idle = await Promise.all(Array.from({ length: poolSize }, () => connect(url, true)));
  const waiting: ((client: (typeof idle)[number]) => void)[] = [];
  return async (statements) => {
    const client =
      idle.pop() ?? (await new Promise<(typeof idle)[number]>((resolve) => waiting.push(resolve)));
    try {
      await sendPipelined(client, statements);
    } finally {
      const next = waiting.shift();
      if (next === undefined) idle.push(client);
      else next(client);
    }
  };
}
