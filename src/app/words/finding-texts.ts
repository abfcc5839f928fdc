/** Findings as sentences in the language of the page. */

import type { FlowDefinition } from '#flow/definition.ts';
import { pathOf } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { requiredFields } from '#flow/widgets/required-fields.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { rules } from './english/rules.ts';
import { findingPlace } from './finding-place.ts';
import { widgetTitle } from './flow-texts.ts';
import { i18n } from './translator.ts';
import { wordsOf } from './use-words.ts';
import { widgetLabel } from './widget-labels.ts';

/**
 * The message of a finding next to its field. In English it is that of the rule, as the API has it; in another language what
 * the rule objects to.
 */
export function findingText(finding: Pick<Finding, 'code' | 'message'>): string {
  if (i18n.language === 'en') return finding.message;
  return ruleText(finding, { field: wordsOf('designer')('thisField') }) ?? finding.message;
}

/** Violations of a schema: their messages are of the value, and name its place. */
const ofSchema = new Set(['missing', 'wrong-type', 'not-allowed', 'wrong-format', 'out-of-range']);

/** A finding as a sentence that names its field as the page does. Its widget stands next to it. */
export function findingSentence(definition: FlowDefinition, finding: Finding): string {
  const { code, message, property_path: path } = finding;
  const { field, widget } = findingPlace(definition, finding);
  const isNamed = code === 'missing' || code === 'out-of-range' || message.startsWith(field ?? '');
  if (i18n.language === 'en' && ofSchema.has(code) && isNamed) return message;
  const values = field === null ? {} : { field };
  const required = code === 'incomplete' ? requiredFieldOf(widget?.type, pathOf(path)[3] ?? '') : undefined;
  const sentence = ruleText({ code, message }, { ...values, ...required, type: widgetTitle(widget?.type) });
  return sentence ?? message;
}

/** The text of a rule with what the message quotes; null where that does not fill the text, or there is none. */
function ruleText(
  { code, message }: Pick<Finding, 'code' | 'message'>,
  known: Readonly<Record<string, string>>,
): string | null {
  if (!Object.hasOwn(rules, code)) return null;
  const [value = '', other = ''] = [...message.matchAll(/'([^']*)'/g)].flatMap(([, quoted]) => quoted ?? []);
  // Of a limit: what must not be empty has one of anything.
  const bound = message.match(/\d+/g)?.at(-1) ?? '1';
  const values: Record<string, string> = { value, other, bound, outlet: widgetLabel(value), ...known };
  const text = i18n.textNamed('rules', code);
  const isKnown =
    typeof text === 'string' &&
    [...text.matchAll(/\{\{(\w+)\}\}/g)].every(([, name = '']) => Object.hasOwn(values, name));
  return isKnown ? (wordsOf('rules') as (key: string, values: object) => string)(code, values) : null;
}

/** The fields one of which is needed, and what happens without. */
function requiredFieldOf(type: string | undefined, property: string) {
  const known = widgetType(type);
  const row = known && requiredFields[known.type].find(({ properties: [first] }) => first === property);
  if (known === undefined || row === undefined) return undefined;
  const titles = fieldsOf(known)
    .filter((field) => row.properties.includes(field.property))
    .map(({ title }) => wordsOf('designer')('quoted', { text: widgetLabel(title) }));
  const fields = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(titles);
  return { fields, consequence: widgetLabel(row.consequence) };
}
