/** What a widget is set to, in words: its properties by the labels of the form, without those that are not set. */

import { layoutKey } from '#flow/canonical/canonical.ts';
import { propertiesOf, type State } from '#flow/definition.ts';
import { isObject, type Json, textOf } from '#flow/json/json.ts';
import type { Field } from '#flow/widgets/field.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { durationInWords } from '../../words/date-time.ts';
import { wordsOf } from '../../words/use-words.ts';
import { shownField } from '../../words/widget-labels.ts';

/** `isCode`: JSON, whose lines and spaces count. */
export type ShownSetting = { property: string; label: string; text: string; isCode: boolean };

/** `flowNames` are the names of the account's flows by SID, as far as they are known. */
export function settingsOf(state: State, flowNames: ReadonlyMap<string, string>): ShownSetting[] {
  const type = widgetType(state.type);
  const fields = type === undefined ? [] : fieldsOf(type).map(shownField);
  const { [layoutKey]: _, ...properties } = propertiesOf(state);
  const known = new Set(fields.map(({ property }) => property));
  const others = Object.keys(properties).filter((property) => !known.has(property));
  return [
    ...fields.flatMap((field) =>
      setting(field.property, field.title, textFor(field, properties[field.property])),
    ),
    ...others.flatMap((property) => setting(property, property, asText(properties[property]))),
  ];

  function textFor(field: Field, value: Json | undefined): Shown {
    const label = (each: Json) =>
      field.choices.find((choice) => choice.value === each)?.label ?? asText(each).text;
    const isTrue = value === true || value === 'true';
    switch (field.kind) {
      case 'choice':
        return value === undefined ? asText(value) : { text: label(value) };
      case 'choices':
        return Array.isArray(value) ? { text: value.map(label).join(', ') } : asText(value);
      case 'toggle': {
        const t = wordsOf('reading');
        return isTrue || value === false || value === 'false'
          ? { text: t(isTrue ? 'on' : 'off') }
          : asText(value);
      }
      case 'duration': {
        const seconds = value === '' || value === null ? Number.NaN : Number(value);
        return Number.isFinite(seconds) ? { text: durationInWords(seconds * 1000) } : asText(value);
      }
      case 'flow':
        return { text: flowNames.get(textOf(value)) ?? asText(value).text };
      case 'key-values':
        return Array.isArray(value) && value.every(isObject)
          ? { text: value.map((row) => `${textOf(row.key)}: ${textOf(row.value)}`).join('\n') }
          : asText(value);
      case 'text':
      case 'template':
      case 'number':
      case 'json':
      case 'value':
        return asText(value);
    }
  }
}

type Shown = { text: string; isCode?: boolean };

function setting(property: string, label: string, { text, isCode = false }: Shown): ShownSetting[] {
  return text === '' ? [] : [{ property, label, text, isCode }];
}

function asText(value: Json | undefined): Shown {
  if (value === undefined || value === null) return { text: '' };
  return typeof value === 'object'
    ? { text: JSON.stringify(value, null, 2), isCode: true }
    : { text: String(value) };
}
