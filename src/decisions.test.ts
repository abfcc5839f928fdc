/** The decision records in docs/decisions: each is one page, is listed, and says which record supersedes it. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../docs/decisions/', import.meta.url);
const records = readdirSync(folder).filter((name) => /^\d{3}-/.test(name));
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** Lines of 150 characters. */
const maxLines = 70;

describe('a decision record', () => {
  it('is at most one page', () => {
    const long = records.filter((name) => textOf(name).split('\n').length - 1 > maxLines);
    expect(long).toEqual([]);
  });

  it('is listed once', () => {
    const listed = [...textOf('README.md').matchAll(/^\| \[\d{3}\]\(([^)]+)\) \| (.*) \|$/gm)];
    expect(listed.map(([, name]) => name)).toEqual(records.toSorted());
  });

  it('that is superseded names a later record', () => {
    const marks = records.flatMap((name) =>
      textOf(name)
        .split('\n')
        .filter((line) => /\*\*superseded/i.test(line))
        .map((line) => ({ name, by: /\]\((\d{3}-[^)#]+)/.exec(line)?.[1] ?? '' })),
    );
    expect(marks.length).toBeGreaterThan(0);
    expect(marks.filter(({ name, by }) => by <= name || !records.includes(by))).toEqual([]);
  });
});
