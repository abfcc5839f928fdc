/** The examples of the published reference hold. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { parseTemplate, renderTemplate } from '#flow/template/template.ts';
import { WorkBudget } from '#flow/work-budget/work-budget.ts';
import { variableValue } from '../properties/variable-value.ts';
import { conditionHolds } from './condition.ts';

const page = readFileSync(new URL('../../../docs/reference/comparing.md', import.meta.url), 'utf8');

/** The cells of the table whose first heading that is. */
function rowsOf(heading: string): string[][] {
  const [, table = ''] = page.split(`\n| ${heading} |`);
  const lines = table.split('\n\n')[0]?.trimEnd().split('\n').slice(2) ?? [];
  return lines.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replace(/^`(.*)`$/, '$1').replaceAll('\\|', '|')),
  );
}

describe('a condition', () => {
  it.each(rowsOf('Condition'))('%s: %s compared with %s: %s', (type, reply, value, holds) => {
    const found = conditionHolds(
      ...([type ?? '', reply ?? '', value ?? ''] as const),
      { timeZone: 'UTC', work: new WorkBudget() },
      () => undefined,
    );
    expect(found ? 'yes' : 'no').toBe(holds);
  });
});

describe('a template', () => {
  const data = parseExactJson('{"id":7615917337495251231,"rate":7.0}');
  const context = { flow: { data, variables: { pin: variableValue('12345') } } };

  it.each(rowsOf('Template'))('%s gives %s', (template, text) => {
    const rendered = renderTemplate(parseTemplate(template ?? ''), context, { now: 0, timeZone: 'UTC' });
    expect(rendered).toEqual({ text, warnings: [] });
  });
});
