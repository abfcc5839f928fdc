/**
 * Speed of revisions: diff and merge of flows with 1,000 widgets, another author's edit over one's own, drawing such a comparison in the built page, the impact of
 * a publish with 100,000 active executions, and the first page of a history of 5,000 revisions, on the embedded file and on
 * PostgreSQL. Prints a table with the goals; the exit code is 1 when one is missed. `--only comparisons` leaves out the
 * databases.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureComparisons, measurePending, type Times } from './comparisons.ts';
import { measureOnPostgres, measureOnSqlite } from './databases.ts';
import { measureDrawing } from './drawn.ts';

const rounds = 31;

console.log('| | median, ms | slowest | goal | holds |\n| --- | --- | --- | --- | --- |');
const { diff, merge } = measureComparisons(rounds);
report('diff of two revisions of 1,000 widgets', diff, 20);
report('merge of two branches of 1,000 widgets', merge, 40);
report('a renaming by another author over 100 pending edits, 1,000 widgets', measurePending(rounds), 100);
report('drawing the comparison of 1,000 widgets', await measureDrawing(9), 300);
if (!process.argv.includes('comparisons')) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
  try {
    const results = { embedded: await measureOnSqlite(folder), PostgreSQL: await measureOnPostgres(folder) };
    for (const [name, { impact, history }] of Object.entries(results)) {
      report(`impact of a publish, 100,000 active executions, ${name}`, impact, 300);
      report(`first page of a history of 5,000 revisions, ${name}`, history, 300);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(name: string, { median, slowest }: Times, goal: number): void {
  const isHeld = median <= goal;
  if (!isHeld) process.exitCode = 1;
  console.log(
    `| ${[name, median.toFixed(1), slowest.toFixed(1), goal, isHeld ? 'yes' : 'no'].join(' | ')} |`,
  );
}
