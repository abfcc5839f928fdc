/**
 * The walks in docs/architecture.md: at most ten stops each, through files that exist.
 * And what docs/glossary.md names: each file exists, and is found by the word that stands beside it.
 */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
const [, ...walks] = (page.split('walks through the code\n')[1] ?? '').split('\n### ');

describe.each(walks.map((text) => ({ name: text.split('\n')[0], text })))(
  'the walk “$name”',
  ({ name, text }) => {
    it('has at most ten stops', () => {
      const stops = text.match(/^\d+\. /gm) ?? [];
      expect(stops.length).toBeGreaterThan(3);
      expect(stops.length).toBeLessThanOrEqual(10);
    });

    it.runIf(name === 'Publish to the next contact')('goes through at most ten files', () => {
      const named = [...text.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, path]) => path);
      expect(new Set(named).size).toBeLessThanOrEqual(10);
    });

    it('names files that exist', () => {
      const named = [...text.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
      const missing = named.filter((path) => !existsSync(new URL(path, import.meta.url)));
      expect(missing).toEqual([]);
    });
  },
);

describe('the glossary', () => {
  const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8');
  const [terms = '', lookUps = ''] = glossary.split('## Where is it?');

  it('names files that exist', () => {
    const named = [...terms.matchAll(/\| `([^`|]+)` \|$/gm)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((path) => !existsSync(new URL(path, import.meta.url)))).toEqual([]);
  });

  it('names files that are found by the word that one would search for', () => {
    const rows = [...lookUps.matchAll(/^\| [^|]+ \| ([\w-]+) \| `([^`]+)` \|$/gm)];
    expect(rows).toHaveLength(20);
    const missed = rows.filter(
      ([, word = '', path = '']) => !path.includes(word) || !existsSync(new URL(path, import.meta.url)),
    );
    expect(missed.map(([row]) => row)).toEqual([]);
  });
});
