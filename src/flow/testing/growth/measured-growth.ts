/** Measures in a process of its own, and writes what it measured as a page. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exceptions } from './exceptions.ts';

/** Exponents by file, function and what grows. */
export type MeasuredGrowth = Record<string, Record<string, Record<string, number>>>;

export type Growth = 'n' | 'n log n' | 'n²';

/** So that the same is counted each time: no code without counters, nothing compiled twice. */
const flags = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];

export const measureGrowth = (): MeasuredGrowth => measureBy(new URL('measure.ts', import.meta.url));

/** What a program prints that counts work. */
export function measureBy<Measured>(program: URL): Measured {
  return JSON.parse(execFileSync(process.execPath, [...flags, fileURLToPath(program)], { encoding: 'utf8' }));
}

/** What the comment of a function says of how it grows, by what grows; null where it says nothing. */
export function statedGrowth(file: string, name: string): Map<string, Growth> | null {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const comment = new RegExp(
    String.raw`/\*\*((?:(?!\*/)[^])*)\*/\nexport (?:async )?function ${name}\b`,
  ).exec(source)?.[1];
  const stated = /Grows: ([^.]*)\./.exec(comment ?? '')?.[1];
  if (stated === undefined) return null;
  const parts = stated.matchAll(/(n log n|n²|n) in (.*?)(?=, n|$)/g);
  return new Map(
    [...parts].flatMap(([, growth, over = '']) =>
      namesIn(over).map((each) => [each, growth as Growth] as const),
    ),
  );
}

/** Both `widgets and groups`, which grow together, and its parts are names. */
function namesIn(list: string): string[] {
  return [list, ...list.split(/, | and /)];
}

/** The text of `docs/reference/growth.md`. */
export function growthPage(measured: MeasuredGrowth): string {
  const rows = Object.entries(measured).flatMap(([file, functions]) =>
    Object.entries(functions).flatMap(([name, exponents]) =>
      Object.entries(exponents).map(([over, exponent]) => {
        const growth = statedGrowth(file, name)?.get(over) ?? '';
        return `| \`${file}\` | \`${name}\` | ${over} | ${growth} | ${exponent.toFixed(1)} |`;
      }),
    ),
  );
  const reasons = Object.entries(exceptions).map(([name, reason]) => `| \`${name}\` | ${reason} |`);
  return `${introduction}

| file | function | what grows | stated | measured |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## Exceptions

| function | why it may grow faster than n log n |
| --- | --- |
${reasons.join('\n')}
`;
}

const introduction = `# Growth

Written by \`npm run docs\` from \`src/flow/testing/growth\` and the comments of the functions: change it there.

How the work of each public function of \`src/flow\`, which is each that another module imports, grows with its input. The
exponent is the logarithm to base 2 of how much more work the second doubling of the input adds than the first: 1 for linear
work, up to 1.2 for n log n at these sizes, 2 for quadratic work. Work is counted, not timed: each character of source that
runs, and what built-in functions go through, except the spreading of objects. Functions of one short value, such as a
widget's type, and methods of a work budget are left out: their input does not grow.`;
