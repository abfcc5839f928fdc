/** Bounds how much of a flow's templates its rules read, so that a hostile flow cannot hold up the process. */

import { templateShape } from '../template/template-shape.ts';
import { hasTemplate } from '../template/variable-references.ts';
import { WorkBudget } from '../work-budget/work-budget.ts';
import type { FlowView, TemplateRead, WidgetView } from './rules/rule.ts';
import { widgetTexts } from './rules/widget-texts.ts';

/** Finding the variables of an output or tag takes about half of the time that parsing it takes. */
const unitsPerPart = 400;

/** What it costs to find the variables that the templates of a widget read, in units of work. */
export function readingUnits(widget: WidgetView): number {
  let units = 0;
  for (const { text } of widgetTexts(widget))
    if (hasTemplate(text)) units += unitsPerPart * templateShape(text).parts;
  return units;
}

/**
 * Reads each widget once, within one budget for all: about 12,000 outputs and tags.
 * @throws LimitExceeded for a widget beyond it, each time
 */
export function boundedReads(readsOf: FlowView['readsOf'], unitsOf = readingUnits): FlowView['readsOf'] {
  const work = new WorkBudget();
  const known = new Map<WidgetView, readonly TemplateRead[]>();
  return (widget) => {
    const found = known.get(widget);
    if (found !== undefined) return found;
    work.spend('unit', unitsOf(widget));
    const reads = readsOf(widget);
    known.set(widget, reads);
    return reads;
  };
}
