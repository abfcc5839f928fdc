/** Renders the templates of properties with an execution's context. Parsed templates are cached by their text. */

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
 * The text of a property: templates rendered, numbers and booleans as text, '' for null and undefined, objects and
 * arrays as JSON. `warn` is called with each template error; the text is then shorter or empty.
 */
export function renderProperty(
  property: Json | undefined,
  context: Context,
  time: RenderTime,
  warn: (message: string) => void,
): string {
  if (property === undefined || property === null) return '';
  if (typeof property !== 'string') {
    return typeof property === 'object' ? JSON.stringify(property) : String(property);
  }
  if (!hasTemplate(property) && property.length <= maxTextLength) return property;
  const { text, warnings } = renderTemplate(cachedTemplate(property), context, time);
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
