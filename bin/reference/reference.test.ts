/** Documents that are written by `npm run docs` are up to date, and the files that a document names are there. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { documents } from './documents.ts';
import { renderWidgetDocs } from './widgets.ts';

it.each(Object.entries(documents))('docs/%s is not stale: npm run docs', (path, write) => {
  const present = readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
  expect(present).toBe(write(present));
});

it('describes every type, event and variable', () => {
  const docs = renderWidgetDocs();
  for (const { type, events, outputs } of Object.values(widgetTypes)) {
    expect(docs).toContain(`\`${type}\``);
    for (const { name } of events) expect(docs).toContain(`| \`${name}\` |`);
    for (const { path } of outputs) expect(docs).toContain(`| \`${path}\` |`);
  }
});

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

it('each file that a guide, a reference or an explanation names is there', () => {
  const guides = globSync('docs/{guides,reference,explanations}/*.md', { cwd: root });
  const named = ['CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...guides].flatMap((path) => {
    const files = textOf(path).matchAll(/`((?:src|bin|e2e|bench|deploy|docs)\/[\w./-]+\.\w+)`/g);
    return [...files].map(([, file = '']) => ({ path, file }));
  });
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file }) => !existsSync(new URL(file, root)))).toEqual([]);
});

it('each file that the glossary and the architecture name is there', () => {
  const glossary = textOf('docs/glossary.md').matchAll(/`([\w./-]+\.tsx?)` \|$/gm);
  const [, walks = ''] = textOf('docs/architecture.md').split('## Four walks');
  const stops = walks.matchAll(/`((?:app|server|flow|engine|simulator|api)\/[\w./-]+\.tsx?)`/g);
  const named = [...glossary, ...stops].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !existsSync(new URL(`src/${file}`, root)))).toEqual([]);
});
