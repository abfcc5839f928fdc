/** Suppression lists as CSV files: imported row by row, exported as they are read. */

import { maxImportedRows, maxRejectedRows, type SuppressionImport } from '#api/email/suppression-files.ts';
import type { SuppressionList } from '#api/email/suppressions.ts';
import { givingWay } from '../../platform/event-loop-turn.ts';
import { type CsvRow, countLines, csvLine, readCsv, withFormulas } from '../../platform/http/csv.ts';
import { invalidParameter } from '../../platform/http/form.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { parseEmailAddress } from '../validation/email-address.ts';
import { insertSuppressions, listSuppressionsSince, type SuppressionEntry } from './store.ts';

const columns = ['email', 'created', 'reason', 'status'] as const;

type Rejected = SuppressionImport['rejected'][number];

/** In one transaction, so that no import keeps others from writing for long. */
const rowsAtOnce = 500;
const maxReasonLength = 1_000;
const maxShownLength = 100;

/** Imports the rows that can be taken. What is on the list already stays as it is. @throws Refusal for too many lines */
export async function importSuppressions(
  ctx: ServiceContext,
  caller: EmailCaller,
  list: SuppressionList,
  csv: string,
): Promise<SuppressionImport> {
  if (countLines(csv) > maxImportedRows + 1)
    throw invalidParameter('Csv', `must not have more than ${maxImportedRows} lines`);
  const result = { imported: 0, known: 0, rejected_count: 0, rejected: [] as Rejected[] };
  const seen = new Set<string>();
  let waiting: SuppressionEntry[] = [];
  const flush = async () => {
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return;
    const imported = await ctx.database.write((tx) => insertSuppressions(tx, entries));
    result.imported += imported;
    result.known += entries.length - imported;
  };
  let order: readonly string[] | null = null;
  for await (const row of givingWay(readCsv(csv))) {
    if (order === null) {
      const names = row.cells.map((cell) => cell.trim().toLowerCase());
      order = names.includes('email') ? names : ['email'];
      if (order === names) continue;
    }
    const entry = entryOf(row, order, ctx.clock.now());
    if ('problem' in entry) {
      result.rejected_count += 1;
      if (result.rejected.length < maxRejectedRows) result.rejected.push(entry);
    } else if (seen.has(entry.email)) result.known += 1;
    else {
      seen.add(entry.email);
      waiting.push({ account: caller.account, region: caller.region, list, ip: '', ...entry });
    }
    if (waiting.length >= rowsAtOnce) await flush();
  }
  await flush();
  return result;
}

type Fields = Pick<SuppressionEntry, 'email' | 'reason' | 'status' | 'created_at'>;

function entryOf(
  { line, cells, isClosed }: CsvRow,
  order: readonly string[],
  now: number,
): Fields | Rejected {
  const of = (name: (typeof columns)[number]) => withFormulas(cells[order.indexOf(name)]?.trim() ?? '');
  const rejected = (problem: Rejected['problem'], text: string): Rejected => {
    return { line, problem, text: text.slice(0, maxShownLength) };
  };
  if (!isClosed) return rejected('open_quote', cells.join(', '));
  const email = parseEmailAddress(of('email'));
  if (email === null) return rejected('no_address', of('email'));
  const created_at = of('created') === '' ? now : timeOf(of('created'), now);
  if (created_at === null) return rejected('bad_time', of('created'));
  const status = of('status');
  if (!/^([245]\.\d{1,3}\.\d{1,3})?$/.test(status)) return rejected('bad_status', status);
  return { email, created_at, status, reason: of('reason').slice(0, maxReasonLength) };
}

/** Unix seconds, or ISO 8601; null for what is neither, or to come. */
function timeOf(text: string, now: number): number | null {
  const isTime = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text);
  const time = /^\d{1,11}$/.test(text)
    ? Number(text) * 1000
    : isTime
      ? Date.parse(text.replace(' ', 'T'))
      : NaN;
  return Number.isFinite(time) && time >= 0 && time <= now ? time : null;
}

/** Lines of the list, oldest first. */
export async function* exportSuppressions(
  ctx: ServiceContext,
  caller: EmailCaller,
  list: SuppressionList,
): AsyncGenerator<string, void> {
  yield csvLine(columns);
  const limit = 1_000;
  const range = { from: 0, to: ctx.clock.now() + 1, limit };
  for (let after: SuppressionEntry | undefined; ; ) {
    const page = await listSuppressionsSince(ctx.database.replica, caller, list, { ...range, after });
    if (page.length > 0) yield page.map(lineOf).join('');
    after = page.at(-1);
    if (page.length < limit) return;
  }
}

const lineOf = ({ email, created_at, reason, status }: SuppressionEntry) =>
  csvLine([email, new Date(Number(created_at)).toISOString(), reason, status]);
