/** Fills the templates of properties with an execution's context. Parsed templates are kept by their text. */

import type { Json } from '#flow/json/json.ts';
import {
  hasTemplate,
  maxTextLength,
  type ParsedTemplate,
  parseTemplate,
  type RenderTime,
  renderTemplate,
} from '#flow/template/template.ts';
import type { Context } from '../execution.ts';

const maxCachedTemplates = 5_000;
const maxCachedLength = 20_000;
const templateCache = new Map<string, ParsedTemplate>();

/**
 * The text of a property: templates filled, numbers and booleans written out, nothing for null and undefined,
 * objects and arrays as JSON. `remark` is told what went wrong; then the text is shorter or empty.
 */
export function renderProperty(
  property: Json | undefined,
  context: Context,
  moment: RenderTime,
  remark: (message: string) => void,
): string {
  if (property === undefined || property === null) return '';
  if (typeof property !== 'string') {
    return typeof property === 'object' ? JSON.stringify(property) : String(property);
  }
  if (!hasTemplate(property) && property.length <= maxTextLength) return property;
  const { text, remarks } = renderTemplate(cachedTemplate(property), context, moment);
  for (const message of remarks) remark(message);
  return text;
}

/** When the store is full the oldest half goes: flows that run stay, as they soon come back. */
function cachedTemplate(text: string): ParsedTemplate {
  const known = templateCache.get(text);
  if (known !== undefined) return known;
  if (templateCache.size >= maxCachedTemplates) {
    for (const old of [...templateCache.keys()].slice(0, maxCachedTemplates / 2)) templateCache.delete(old);
  }
  const template = parseTemplate(text);
  if (text.length <= maxCachedLength) templateCache.set(text, template);
  return template;
}
