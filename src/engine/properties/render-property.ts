/** Renders the templates of properties with an execution's context. Parsed templates are cached by their text. */

import type { Json } from '#flow/json/json.ts';
import {
  maxTextLength,
  type ParsedTemplate,
  parseTemplate,
  type RenderTime,
  renderTemplate,
  spendParsing,
} from '#flow/template/template.ts';
import { hasTemplate } from '#flow/template/variable-references.ts';
import type { WorkBudget } from '#flow/work-budget/work-budget.ts';
import type { Context } from '../execution.ts';

const maxCachedTemplates = 5_000;
const maxCachedLength = 20_000;
const templateCache = new Map<string, ParsedTemplate>();

/** What rendering takes besides the text: the present time, the budget of the turn, and where warnings go. */
export type Rendering = { time: RenderTime; work: WorkBudget; warn(message: string): void };

/**
 * The text of a property: templates rendered, numbers and booleans as text, '' for null and undefined, objects and
 * arrays as JSON. `warn` is called with each template error; the text is then shorter or empty.
 * @throws LimitExceeded when `work` does not suffice
 */
export function renderProperty(
  property: Json | undefined,
  context: Context,
  { time, work, warn }: Rendering,
): string {
  if (property === undefined || property === null) return '';
  if (typeof property !== 'string') {
    const text = typeof property === 'object' ? JSON.stringify(property) : String(property);
    work.spend('byte', text.length);
    return text;
  }
  if (!hasTemplate(property) && property.length <= maxTextLength) {
    work.spend('byte', property.length);
    return property;
  }
  const template = cachedTemplate(property);
  // A template that is parsed again and again in a turn is found in the cache, unless it is too long for that.
  if (work.isFirst(property) || property.length > maxCachedLength) spendParsing(template, work);
  const { text, warnings } = renderTemplate(template, context, time, work);
  for (const message of warnings) warn(message);
  return text;
}

/** Evicts the older half when the cache is full: templates of running flows soon return. */
function cachedTemplate(text: string): ParsedTemplate {
  const cached = templateCache.get(text);
  if (cached !== undefined) return cached;
  if (templateCache.size >= maxCachedTemplates) {
    for (const old of [...templateCache.keys()].slice(0, maxCachedTemplates / 2)) templateCache.delete(old);
  }
  const template = parseTemplate(text);
  if (text.length <= maxCachedLength) templateCache.set(text, template);
  return template;
}
