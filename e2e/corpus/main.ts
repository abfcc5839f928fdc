/**
 * Checks the product on real flows: `node e2e/corpus/main.ts [corpus folder] [random edits] [random runs]`,
 * both of each flow. Each flow, and each sample of the repository, also runs through a stand-in carrier of each dialect.
 * Prints tables and closes with `N passed, N failed`; the exit code is 1 when something failed. The corpus is not part of the product.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../server.ts';
import { carrierHeads, checkCarriers, openCarrierLines } from './check-carriers.ts';
import { checkDialects, dialectHeads } from './check-dialects.ts';
import { checkDiff, diffHeads } from './check-diff.ts';
import { checkDrawing, drawingHeads } from './check-drawing.ts';
import { checkFlow, heads, type Result } from './check-flow.ts';
import { checkGenerated, generatedHeads, generatedTotal } from './check-generated.ts';
import { checkSimulation, simulationHeads } from './check-simulation.ts';
import { checkWidget } from './check-widget.ts';
import { openClockedServer } from './clocked-server.ts';
import { readExpectedErrors } from './expected-errors.ts';
import { roundTrip, serverHeads } from './round-trip.ts';
import { ruleCounts } from './rule-counts.ts';
import { walk } from './walk.ts';

const folder = process.argv[2] ?? '../shared/corpus';
const samples = 'src/flow/samples';
const editRuns = Number(process.argv[3] ?? 5);
const simulationRuns = Number(process.argv[4] ?? 20);
if (!existsSync(join(folder, 'flows'))) {
  console.error(`There is no corpus in ${folder}: give a folder with flows/*.json in it.`);
  if (process.argv[2] !== undefined) process.exit(2);
  console.error('Its checks are skipped; the samples of the repository are run through carriers.');
}

/** Runs of each flow in each dialect. */
const carrierRuns = 3;

const index = join(folder, 'INDEX.md');
const problems = readExpectedErrors(existsSync(index) ? readFileSync(index, 'utf8') : '');
const server = await startServer();
const clocked = await openClockedServer();
const lines = await openCarrierLines();
const flows: { file: string; result: Result }[] = [];
const sampled: { file: string; result: Result }[] = [];
const texts: string[] = [];
try {
  for (const { file, text } of jsonFiles(join(folder, 'flows'))) {
    texts.push(text);
    const wrong = problems.get(file) ?? '';
    const checked = guarded(() => checkFlow(text, wrong, walk));
    const compared = joined(
      checked,
      guarded(() => checkDiff(text, editRuns)),
    );
    const written = joined(
      compared,
      guarded(() => checkDialects(text)),
    );
    const drawn = joined(written, await checkDrawing(text));
    const stored = joined(drawn, await roundTrip(text, wrong !== '', server));
    const simulated =
      wrong === ''
        ? joined(
            joined(
              await guardedAsync(() => checkSimulation(text, simulationRuns, clocked)),
              await guardedAsync(() => checkCarriers(text, carrierRuns, lines)),
            ),
            guarded(() => checkGenerated(text)),
          )
        : { cells: ['–', '–', '–', '–', '–', '–'], passed: 0, failures: [] };
    flows.push({ file, result: joined(stored, simulated) });
  }
  for (const { file, text } of jsonFiles(samples))
    sampled.push({ file, result: await guardedAsync(() => checkCarriers(text, carrierRuns, lines)) });
} finally {
  await clocked.close();
  await lines.close();
  await server.stop();
}
const widgets = jsonFiles(join(folder, 'widgets')).map(({ file, text }) => ({
  file,
  result: guarded(() => checkWidget(text)),
}));

const all = [...flows, ...sampled, ...widgets];
print(
  table(
    [
      ...['flow', ...heads, ...diffHeads, ...dialectHeads, ...drawingHeads, ...serverHeads],
      ...[...simulationHeads, ...carrierHeads, ...generatedHeads],
    ],
    flows.map(({ file, result }) => [file, ...result.cells]),
  ),
);
print(
  table(
    ['sample', ...carrierHeads],
    sampled.map(({ file, result }) => [file, ...result.cells]),
  ),
);
print(
  table(
    ['widget', 'found'],
    widgets.map(({ file, result }) => [file, ...result.cells]),
  ),
);
print(table(['rule', 'severity', 'findings', 'flows'], ruleCounts(texts)));
for (const { file, result } of flows)
  for (const reason of result.left ?? []) print(`LEFT ${file}: ${reason}`);
for (const { file, result } of flows)
  for (const reason of result.unreachable ?? []) print(`UNREACHABLE ${file}: ${reason}`);
const walked = flows.reduce((sum, { result }) => sum + (result.walked ?? 0), 0);
const left = flows.reduce((sum, { result }) => sum + (result.left?.length ?? 0), 0);
const whole = flows.filter(({ result }) => result.walked !== undefined).length;
print(`${walked} transitions walked in ${whole} flows, ${left} left with a reason each`);
for (const { file, result } of all)
  for (const failure of result.failures) print(`FAILED ${file}: ${failure}`);

const unlisted = [...problems.keys()].filter((file) => !flows.some((flow) => flow.file === file));
for (const file of unlisted) print(`FAILED ${file}: is listed in INDEX.md but missing`);
print(`generated tests take ${generatedTotal.reached} of ${generatedTotal.reachable} reachable transitions`);
const passed = all.reduce((sum, { result }) => sum + result.passed, 0);
const failed = all.reduce((sum, { result }) => sum + result.failures.length, unlisted.length);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function jsonFiles(at: string): { file: string; text: string }[] {
  if (!existsSync(at)) return [];
  return readdirSync(at)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(at, file), 'utf8') }));
}

function joined(first: Result, second: Result): Result {
  return {
    cells: [...first.cells, ...second.cells],
    passed: first.passed + second.passed,
    failures: [...first.failures, ...second.failures],
    ...(first.walked !== undefined && { walked: first.walked }),
    ...((first.left ?? second.left) && { left: [...(first.left ?? []), ...(second.left ?? [])] }),
    ...(second.unreachable && { unreachable: second.unreachable }),
  };
}

/** An exception is a failure of that file and no reason to stop. */
function guarded(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    return failureOf(error);
  }
}

/** The same for a check that waits for a server. */
async function guardedAsync(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Result {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { cells: ['–'], passed: 0, failures: [reason] };
}

function table(head: string[], rows: string[][]): string {
  const shown = [head, ...rows].map((row) =>
    row.map((cell) => (cell.length > 72 ? `${cell.slice(0, 71)}…` : cell)),
  );
  const widths = head.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  return `${shown
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
