/** Fills the templates of properties with an execution's context. Parsed templates are kept by their text. */

import type { Json } from '#flow/json.ts';
import {
  fillTemplate,
  hasTemplate,
  type Moment,
  type ParsedTemplate,
  parseTemplate,
  textLimit,
} from '#flow/template.ts';
import type { Context } from './execution.ts';

const keptTemplates = 5_000;
const longestKept = 20_000;
const parsed = new Map<string, ParsedTemplate>();

/**
 * The text of a property: templates filled, numbers and booleans written out, nothing for null and undefined,
 * objects and arrays as JSON. `remark` is told what went wrong; then the text is shorter or empty.
 */
export function render(
  property: Json | undefined,
  context: Context,
  moment: Moment,
  remark: (message: string) => void,
): string {
  if (property === undefined || property === null) return '';
  if (typeof property !== 'string') {
    return typeof property === 'object' ? JSON.stringify(property) : String(property);
  }
  if (!hasTemplate(property) && property.length <= textLimit) return property;
  const { text, remarks } = fillTemplate(templateOf(property), context, moment);
  for (const message of remarks) remark(message);
  return text;
}

/** When the store is full the oldest half goes: flows that run stay, as they soon come back. */
function templateOf(text: string): ParsedTemplate {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= keptTemplates) {
    for (const old of [...parsed.keys()].slice(0, keptTemplates / 2)) parsed.delete(old);
  }
  const template = parseTemplate(text);
  if (text.length <= longestKept) parsed.set(text, template);
  return template;
}
