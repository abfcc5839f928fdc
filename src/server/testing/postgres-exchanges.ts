/** For tests: what this process sends to PostgreSQL, and in how many exchanges. */

import pg from 'pg';

/** A statement that was sent; `exchange` counts on its connection, and one begins with each wait for an answer. */
export type SentStatement = {
  connection: object;
  exchange: number;
  sql: string;
  values: readonly unknown[];
};

/** `begin`, its commit or rollback, and all between. */
export type SentTransaction = { statements: string[]; exchanges: number };

type Query = (this: object, ...given: unknown[]) => unknown;
type Progress = { exchange: number; isAnswered: boolean };

/** Begins a statement by which a test looks whether something has happened. */
export const notRecorded = '/* not recorded */';

const ignored = /^(listen|unlisten|select pg_notify)\b|^\/\* not recorded \*\//;

/** Runs `act`, and gives what was sent meanwhile, without notifications and looks of the test. */
export async function recordPostgres(act: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const progress = new WeakMap<object, Progress>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function recorded(...given) {
    const [first] = given;
    const [, parameters] = given;
    const { text: sql, values = parameters } =
      typeof first === 'string' ? { text: first } : (first as pg.QueryConfig);
    const answer = query.apply(this, given);
    if (ignored.test(sql)) return answer;
    const { exchange, isAnswered } = progress.get(this) ?? { exchange: 0, isAnswered: true };
    const own: Progress = { exchange: isAnswered ? exchange + 1 : exchange, isAnswered: false };
    progress.set(this, own);
    sent.push({ connection: this, exchange: own.exchange, sql, values: Array.isArray(values) ? values : [] });
    const note = () => {
      const current = progress.get(this);
      if (current !== undefined) current.isAnswered = true;
    };
    void Promise.resolve(answer).then(note, note);
    return answer;
  };
  try {
    await act();
  } finally {
    prototype.query = query;
  }
  return sent;
}

/** The transactions among what was sent that have a statement with `text`. */
export function transactionsWith(text: string, sent: readonly SentStatement[]): SentTransaction[] {
  const open = new Map<object, SentStatement[]>();
  const transactions: SentTransaction[] = [];
  for (const each of sent) {
    if (each.sql.startsWith('begin')) open.set(each.connection, []);
    const own = open.get(each.connection);
    own?.push(each);
    if (own === undefined || !/^(commit|rollback)/.test(each.sql)) continue;
    open.delete(each.connection);
    if (!own.some(({ sql }) => sql.includes(text))) continue;
    const exchanges = new Set(own.map(({ exchange }) => exchange)).size;
    transactions.push({ statements: own.map(({ sql }) => sql), exchanges });
  }
  return transactions;
}
