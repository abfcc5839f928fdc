import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { exceptions } from './testing/growth/exceptions.ts';
import { constantFunctions, growthCases } from './testing/growth/growth-cases.ts';
import { type MeasuredGrowth, measureGrowth, statedGrowth } from './testing/growth/measured-growth.ts';

/** The doublings of small inputs: n log n has 1.2, and what is done for each digit of a number a little. */
const bounds = { n: 1.13, 'n log n': 1.25, 'n²': 2.1 };
const page = new URL('../../docs/reference/growth.md', import.meta.url);

const rows = Object.entries(growthCases).flatMap(([file, functions]) =>
  Object.entries(functions).flatMap(([name, cases]) =>
    Object.keys(cases).map((over) => ({ file, name, over })),
  ),
);

/** `file name` of each function that another module imports, and of each public method of such a class. */
function publicFunctions(): string[] {
  const src = fileURLToPath(new URL('..', import.meta.url));
  const found = new Set<string>();
  const add = (file: string, name: string) => {
    const source = readFileSync(`${src}flow/${file}`, 'utf8');
    if (name === '') return;
    if (new RegExp(`^export (?:async )?function ${name}\\b`, 'm').test(source)) found.add(`${file} ${name}`);
    const [, body = ''] = new RegExp(`^export class ${name}\\b([\\s\\S]*?)^}`, 'm').exec(source) ?? [];
    for (const [, method] of body.matchAll(/^ {2}(?:get |async )*(\w+)\(/gm))
      if (method !== 'constructor') found.add(`${file} ${name}.${method}`);
  };
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /^flow\/|\.test\.|\/testing\//.test(path)) continue;
    const text = readFileSync(`${src}${path}`, 'utf8');
    const imports = text.matchAll(/import \{([^}]*)\} from '#flow\/([^']+\.ts)'/g);
    for (const [, names = '', file = ''] of imports)
      for (const each of names.split(',')) add(file, each.trim().split(' as ')[0] ?? '');
    // What is loaded when it is needed: its names may stand anywhere.
    for (const [, file = ''] of text.matchAll(/import\('#flow\/([^']+\.ts)'\)/g))
      for (const name of new Set(text.match(/\b\w+\b/g))) add(file, name);
  }
  return [...found].sort();
}

describe('growth of the public functions', () => {
  let measured: MeasuredGrowth = {};
  beforeAll(() => {
    measured = measureGrowth();
  }, 300_000);

  it('is measured of each, unless its input does not grow', () => {
    const known = [...new Set(rows.map(({ file, name }) => `${file} ${name}`)), ...constantFunctions];
    expect(publicFunctions().filter((each) => !known.includes(each))).toEqual([]);
  });

  it.each(rows)('$name in $over', ({ file, name, over }) => {
    const growth = statedGrowth(file, name)?.get(over);
    if (growth === undefined)
      throw new Error(`The comment of ${name} says nothing of how it grows with ${over}`);
    expect(measured[file]?.[name]?.[over]).toBeLessThan(bounds[growth]);
    if (growth === 'n²') expect(Object.keys(exceptions)).toContain(name);
  });

  it('finds what is quadratic', () => {
    expect(measured['change/sequence-diff.ts']?.diffSequences?.['equal items']).toBeGreaterThan(1.6);
  });

  it('is in docs/reference/growth.md: npm run docs', () => {
    const written = readFileSync(page, 'utf8').matchAll(
      /^\| `(\S+)` \| `(\w+)` \| (.+?) \| (.+?) \| ([\d.]+) \|$/gm,
    );
    const lines = [...written].map(([, file = '', name = '', over = '', growth, exponent]) => {
      // To one digit, and one more of another version of the engine.
      expect(Math.abs(Number(exponent) - (measured[file]?.[name]?.[over] ?? 9))).toBeLessThan(0.2);
      expect(statedGrowth(file, name)?.get(over)).toBe(growth);
      return { file, name, over };
    });
    expect(lines).toEqual(rows);
  });
});
