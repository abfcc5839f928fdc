/** The documents that are written by `npm run docs` are up to date, and the one of widgets is complete. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { documents } from '../bin/reference/documents.ts';
import { renderWidgetDocs } from '../bin/reference/widgets.ts';

it.each(Object.entries(documents))('docs/%s is not stale: npm run docs', (path, write) => {
  const present = readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');
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
