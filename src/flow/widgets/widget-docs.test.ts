/** The generated widget reference is complete and up to date. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderWidgetDocs } from './widget-docs.ts';
import { widgetTypes } from './widget-types.ts';

it('docs/reference/widgets.md is not stale: npm run docs', () => {
  expect(readFileSync(new URL('../../../docs/reference/widgets.md', import.meta.url), 'utf8')).toBe(
    renderWidgetDocs(),
  );
});

it('describes every type, event and variable', () => {
  const docs = renderWidgetDocs();
  for (const { type, events, outputs } of Object.values(widgetTypes)) {
    expect(docs).toContain(`\`${type}\``);
    for (const { name } of events) expect(docs).toContain(`| \`${name}\` |`);
    for (const { path } of outputs) expect(docs).toContain(`| \`${path}\` |`);
  }
});
