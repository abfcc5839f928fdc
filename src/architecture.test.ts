/** The walks in docs/architecture.md: at most ten stops each, through files that exist. */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
const [, ...walks] = (page.split('walks through the code\n')[1] ?? '').split('\n### ');

describe.each(walks.map((text) => ({ name: text.split('\n')[0], text })))('the walk “$name”', ({ text }) => {
  it('has at most ten stops', () => {
    const stops = text.match(/^\d+\. /gm) ?? [];
    expect(stops.length).toBeGreaterThan(3);
    expect(stops.length).toBeLessThanOrEqual(10);
  });

  it('names files that exist', () => {
    const named = [...text.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
    const missing = named.filter((path) => !existsSync(new URL(path, import.meta.url)));
    expect(missing).toEqual([]);
  });
});
