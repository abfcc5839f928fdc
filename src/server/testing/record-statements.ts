/**
 * With RECORD_STATEMENTS, a folder: the statements that the product sends to PostgreSQL while tests run are noted there, each form
 * of them with the most values that it had (bin/citus-statements.ts reads them). Those that tests send by themselves are not.
 */

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import pg from 'pg';
import { formOf, type RecordedStatement } from './recorded-statements.ts';

const folder = process.env.RECORD_STATEMENTS;
const prototype = pg.Client.prototype as unknown as {
  query(...given: unknown[]): unknown;
  isRecorded?: true;
};
// Test files that share their modules run this once for each of them.
if (folder !== undefined && prototype.isRecorded === undefined)
  record(join(folder, `${process.pid}-${threadId}.jsonl`));

function record(file: string): void {
  /** The forms that were noted, with their numbers of values. */
  const noted = new Map<string, number>();
  const { query } = prototype;
  prototype.isRecorded = true;
  prototype.query = function recorded(...given) {
    const [first, second] = given;
    const { text, values = second } =
      typeof first === 'string' ? { text: first } : ((first ?? {}) as pg.QueryConfig);
    if (/^\s*(with|select|insert|update|delete)\b/.test(text ?? '')) {
      const statement: RecordedStatement = { text, values: Array.isArray(values) ? values.map(literal) : [] };
      const form = formOf(text);
      if (statement.values.length > (noted.get(form) ?? -1) && isOfProduct()) {
        noted.set(form, statement.values.length);
        appendFileSync(file, `${JSON.stringify(statement)}\n`);
      }
    }
    return query.apply(this, given);
  };
}

/** A value as it stands in SQL. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // In quotes, as a parameter has no type of its own either.
  if (typeof value === 'number' || typeof value === 'bigint') return `'${value}'`;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`);
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** The same within an array. */
function element(value: unknown): string {
  return value === null ? 'null' : JSON.stringify(String(value));
}

/** Whether the nearest caller beyond the database is no test. */
function isOfProduct(): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const frames = (new Error().stack ?? '').split('\n');
  Error.stackTraceLimit = limit;
  const caller = frames.find(
    (frame) =>
      frame.includes('/src/') &&
      !frame.includes('/record-statements.ts') &&
      (frame.includes('.test.ts') || !frame.includes('/platform/database/')),
  );
  return caller === undefined || !/\.test\.ts|\/testing\//.test(caller);
}
