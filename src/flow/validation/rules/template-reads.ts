/** The variables that the templates of one widget read, and whether the template provides for an empty one. */

import { isObject } from '../../json/json.ts';
import { templateShape } from '../../template/template-shape.ts';
import { hasTemplate, variableReferences } from '../../template/variable-references.ts';
import type { TemplateRead, WidgetView } from './rule.ts';
import { widgetTexts } from './widget-texts.ts';

const providesForEmpty = /\|\s*default\b|\{%-?\s*(?:if|unless|elsif|case)\b/;

/**
 * Every read of a variable whose path is fixed; one with a variable in brackets is left out. A text that is too long or
 * nested too deeply renders to nothing, and reads nothing.
 */
export function templateReads(widget: WidgetView): TemplateRead[] {
  const texts = widgetTexts(widget).filter(({ text }) => hasTemplate(text) && templateShape(text).parts > 0);
  if (texts.length === 0) return [];
  const seen = new Set<string>();
  const asksForBlank = comparesWithBlank(widget);
  return texts.flatMap(({ text, path: place }) => {
    const mayBeEmpty = asksForBlank || providesForEmpty.test(text);
    return variableReferences(text).flatMap(({ path, start, end }) => {
      const dotted = path.replace(/\[\s*["']([^"'\]]+)["']\s*\]/g, '.$1');
      if (dotted.includes('[')) return [];
      const isFirst = !seen.has(dotted);
      seen.add(dotted);
      return [{ path: dotted, parts: dotted.split('.'), isFirst, place, start, end, mayBeEmpty }];
    });
  });
}

function comparesWithBlank({ links }: WidgetView): boolean {
  return links.some(
    ({ entry }) =>
      Array.isArray(entry.conditions) &&
      entry.conditions.some(
        (condition) =>
          isObject(condition) &&
          (condition.type === 'is_blank' || condition.type === 'is_not_blank' || condition.value === ''),
      ),
  );
}
