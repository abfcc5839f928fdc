/** Texts that come from the flow's own code, in the language of the page: messages of findings, titles of widget types. */

import type { Finding } from '#flow/validation/finding.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { canonicalType, widgetType } from '#flow/widgets/widget-types.ts';
import { rules } from './rules.ts';
import { i18n, wordsOf } from './use-words.ts';

/** More values of a message say nothing that its place does not. */
const maxValues = 2;

/**
 * The message of a finding. In English it is that of the rule, as the API has it; in another language what the rule objects
 * to, with the values that the message quotes.
 */
export function findingText({ code, message }: Pick<Finding, 'code' | 'message'>): string {
  if (i18n.language === 'en' || !Object.hasOwn(rules, code)) return message;
  const text = (wordsOf('rules') as (key: string) => string)(code);
  const values = [...message.matchAll(/'([^']+)'/g)].flatMap(([, value]) => value ?? []);
  return values.length === 0 ? text : `${text} (${values.slice(0, maxValues).join(', ')})`;
}

/** The title of a widget type; an unknown type is its own title, '' without one. */
export function widgetTitle(type: unknown): string {
  const known = canonicalType(type);
  if (known !== undefined) return titleOf(known);
  return typeof type === 'string' ? (widgetType(type)?.title ?? type) : '';
}

/** Looked up as it is: a title has no values and no plural, and a large flow shows a thousand at once. */
function titleOf(type: WidgetTypeName): string {
  const title: unknown = i18n.getResource(i18n.language, 'widgetTypes', type);
  return typeof title === 'string' ? title : wordsOf('widgetTypes')(type);
}
