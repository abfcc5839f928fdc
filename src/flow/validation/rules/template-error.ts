/** template-error: a template that cannot be parsed. It renders to an empty text when the flow runs. */

import { pointer } from '../../json/json-pointer.ts';
import { templateErrors } from '../../template/template.ts';
import { hasTemplate } from '../../template/variable-references.ts';
import type { WorkBudget } from '../../work-budget/work-budget.ts';
import type { Violation, WidgetRule } from './rule.ts';
import { widgetTexts } from './widget-texts.ts';

export const templateError: WidgetRule = {
  code: 'template-error',
  severity: 'warning',
  spendsBudget: true,
  check(widget, work) {
    return widgetTexts(widget).flatMap(({ text, path }) =>
      mayHaveErrors(text) ? errorsIn(text, ['states', widget.index, ...path], work) : [],
    );
  },
};

/** Outputs that only name a variable: most texts have no other, and reading those is not worth the time. */
const plainOutput = /(?<!\{)\{\{\s*[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*\s*\}\}/g;

function mayHaveErrors(text: string): boolean {
  return hasTemplate(text) && hasTemplate(text.replace(plainOutput, ''));
}

function errorsIn(text: string, path: (string | number)[], work: WorkBudget): Violation[] {
  return templateErrors(text, work).map(({ message, index }) => ({
    message: `${message.replace(/\.$/, '')} (${positionIn(text, index)}).`,
    property_path: pointer(...path),
  }));
}

/** Where an offset is for a reader, from 1: the character, and the line where there are several. */
function positionIn(text: string, index: number): string {
  if (!text.includes('\n')) return `character ${index + 1}`;
  const before = text.slice(0, index).split('\n');
  return `line ${before.length}, character ${(before.at(-1) ?? '').length + 1}`;
}
