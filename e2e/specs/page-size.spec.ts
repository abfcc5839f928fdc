/** How much the browser loads before a page can be used: script and style of the built app, compressed. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

/** An entry of Vite's manifest: a module with its chunk, what it imports at once, and its styles. */
type Chunk = { file: string; imports?: string[]; css?: string[] };

const app = join(import.meta.dirname, '../../dist/app');
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(app, '.vite/manifest.json'), 'utf8'));

/** The scripts and styles that are loaded with these modules, without what they load later. */
function filesOf(...modules: string[]): Set<string> {
  const files = new Set<string>();
  const pending = [...modules];
  const seen = new Set<string>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not in the manifest of the build.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    pending.push(...(chunk.imports ?? []));
  }
  return files;
}

function kilobytes(files: ReadonlySet<string>): number {
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(app, file))).length);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}

const designer = 'src/app/designer';

test('the designer loads at most 540 KB of script and style in 25 files', () => {
  const files = filesOf('index.html', `${designer}/designer-page.tsx`, `${designer}/designer.tsx`);
  expect(kilobytes(files)).toBeLessThanOrEqual(540);
  expect(files.size).toBeLessThanOrEqual(25);
});

test('the designer on a phone loads at most 425 KB of script and style, and no canvas', () => {
  const layout = `${designer}/reading/reading-layout.tsx`;
  const files = filesOf('index.html', `${designer}/designer-page.tsx`, layout);
  expect(kilobytes(files)).toBeLessThanOrEqual(425);
  expect(files).not.toContain(manifest[`${designer}/designer.tsx`]?.file);
});

test('the list of flows loads at most 222 KB of script and style in 10 files', () => {
  const files = filesOf('index.html', 'src/app/flows/flows-page.tsx');
  expect(kilobytes(files)).toBeLessThanOrEqual(222);
  expect(files.size).toBeLessThanOrEqual(10);
});

test('the layout library is loaded only when it is used', () => {
  const pages = [`${designer}/designer-page.tsx`, `${designer}/designer.tsx`, 'src/app/flows/flows-page.tsx'];
  const files = filesOf('index.html', ...pages);
  expect([...files].filter((file) => /elk/.test(file))).toEqual([]);
});
