/**
 * The labels of the widget table and of quick fixes in the language of the page. The English text is the key; what has no
 * word in the language, such as a name that an author gave, stays as it is.
 */

import type { State } from '#flow/definition.ts';
import { type Outlet, outletsOf } from '#flow/graph.ts';
import { conditionTypes } from '#flow/widgets/conditions.ts';
import type { Field } from '#flow/widgets/field.ts';
import { widgetTypes } from './english/widget-types.ts';
import { widgetTitle } from './flow-texts.ts';
import { i18n } from './translator.ts';

/** A label of an outlet, a field or a choice, or the help of a field, given in English. */
export function widgetLabel(label: string): string {
  return wordFor(label) ?? label;
}

/** The outlets of a widget as the page names them. A branch that was given a name bears that. */
export function shownOutlets(state: State): Outlet[] {
  return i18n.language === 'en' ? outletsOf(state) : outletsOf(state, widgetLabel);
}

/** The comparisons of a condition, as a menu offers them. */
export function shownComparisons(): { value: string; label: string }[] {
  return Object.entries(conditionTypes).map(([value, { label }]) => ({ value, label: widgetLabel(label) }));
}

/** The field with the labels that the page shows. */
export function shownField(field: Field): Field {
  if (i18n.language === 'en') return field;
  const choices = field.choices.map(({ value, label }) => ({
    value,
    label: label === value ? label : widgetLabel(label),
  }));
  return { ...field, title: widgetLabel(field.title), help: widgetLabel(field.help), choices };
}

/** Why a widget cannot have that name, given in English. */
export function nameErrorText(error: string, name: string): string {
  if (error !== taken.replace('{{value}}', () => name)) return widgetLabel(error);
  return widgetLabel(taken).replace('{{value}}', () => name);
}

const taken = 'Another widget is called {{value}}.';

/** The start of each quick fix that ends with a value. */
const fixesWithValue = ['Change to ', 'Rename to ', 'Start at ', 'Use '];

/** The label of a quick fix, given in English. */
export function fixText(label: string): string {
  const start = fixesWithValue.find((each) => label.startsWith(each));
  const whole = wordFor(label);
  if (whole !== undefined || start === undefined) return whole ?? label;
  const value = label.slice(start.length);
  return wordFor(`${start}{{value}}`)?.replace('{{value}}', () => titleOr(value)) ?? label;
}

/** The title of the widget type of that English title, or the text itself. */
function titleOr(text: string): string {
  const type = Object.entries(widgetTypes).find(([, title]) => title === text)?.[0];
  return type === undefined ? text : widgetTitle(type);
}

function wordFor(label: string): string | undefined {
  const word = i18n.textNamed('widgetLabels', label);
  return typeof word === 'string' ? word : undefined;
}
