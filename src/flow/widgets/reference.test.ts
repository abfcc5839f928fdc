/** The published reference says of each widget type what its definition declares. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ConditionSpec, conditionTypes } from './conditions.ts';
import type { Field, FieldKind } from './field.ts';
import { fieldsOf } from './fields.ts';
import { requiredFields } from './required-fields.ts';
import { categories, typeAliases, widgetTypes } from './widget-types.ts';

const page = readFileSync(new URL('../../../docs/reference/widgets.md', import.meta.url), 'utf8');

/** The sections of that heading, by what it says. */
const sections = (text: string, heading: '##' | '###') =>
  new Map(
    text.split(`\n${heading} `).flatMap((part, index): [string, string][] => {
      const end = part.indexOf('\n');
      return index === 0 ? [] : [[part.slice(0, end), part.slice(end)]];
    }),
  );

/** The cells of a table, by its first heading; no rows where there is no such table. */
function rowsOf(text: string, heading: string): string[][] {
  const [, body = ''] = text.split(`\n| ${heading} |`);
  const [table = ''] = body.split('\n\n');
  const lines = table.split('\n').slice(2);
  return lines.map((line) => line.slice(2, -2).split(/ \| /));
}

const plain = (cell: string) => cell.replaceAll('`', '');

const inCode = (text: string) => [...text.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code);

const groups = sections(page, '##');
const inPage = [...groups].flatMap(([group, text]) =>
  [...sections(text, '###')].map(([title, section]) => ({ group, title, section })),
);

/** The words for what a field holds. */
const forms: Record<FieldKind, string> = {
  text: 'text',
  template: 'text',
  json: 'text that is JSON',
  flow: 'SID of a flow',
  number: 'integer',
  duration: 'seconds',
  toggle: '',
  choice: '',
  choices: 'list of',
  'key-values': 'list of',
  value: 'object',
};

/** What the page says of a field in its four columns. */
const columns = ({ property, required, kind, as, choices, minimum, maximum, ...field }: Field) => ({
  property: `\`${property}\`${required ? ', required' : ''}`,
  form: forms[kind],
  values: choices.map(({ value }) => value),
  isText: as === 'text' && kind !== 'toggle',
  range: [minimum, maximum],
  default: field.default,
  says: `${field.title}. ${field.help}`,
  when: field.when,
});

const columnsInPage = ([property = '', value = '', preset = '', says = '']: string[]) => {
  const [, least, most] = /, (\d*) to (\d+|any)/.exec(value) ?? [];
  const [, text = '', on, values] = /^(.*?)(?: With `(\w+)` (.*)\.)?$/.exec(says) ?? [];
  return {
    property,
    form: (/^[^`,]*/.exec(value)?.[0] ?? '')
      .replace(/ as text$/, '')
      .replace('number', 'integer')
      .trim(),
    values: /true|\{/.test(value) ? [] : inCode(value),
    isText: value.includes('as text'),
    range: [least ? Number(least) : null, most === undefined || most === 'any' ? null : Number(most)],
    default: preset === '' ? undefined : JSON.parse(plain(preset)),
    says: text,
    when: on === undefined ? null : { property: on, is: inCode(values ?? '').map(asChoice) },
  };
};

const asChoice = (code: string) => (code === 'true' ? true : code);

const keptAsItIs = ' No public document describes this type: what a file carries is kept as it is.';

/** `a` is `x`, not chosen; `b` is not `y`: by property, where undefined and '' are not chosen. */
const choicesInPage = (text: string, says: RegExp) =>
  text.split('; ').flatMap((part) => {
    const [, property = '', values = ''] = says.exec(part) ?? [];
    const chosen = [...(values.includes('not chosen') ? ['', undefined] : []), ...inCode(values)];
    return property === '' ? [] : [[property, new Set(chosen)]];
  });

const choicesOf = (choices: object = {}) =>
  Object.entries(choices).map(([property, values]) => [property, new Set(values)]);

describe('the reference of widgets', () => {
  it('has the groups and the types in the order of the palette', () => {
    expect(inPage.map(({ group, title }) => [group, title])).toEqual(
      Object.values(widgetTypes).map(({ category, title }) => [
        categories.find((each) => each.category === category)?.title,
        title,
      ]),
    );
  });

  it('says what each type needs, when, and what comes of it without', () => {
    const needed = rowsOf(page, 'Widget').filter(([, , , without = '']) => /error$|warning/.test(without));
    expect(
      needed.map(([widget, needs = '', when = '', without = '']) => ({
        title: /\[(.*)\]/.exec(widget ?? '')?.[1],
        properties: inCode(needs),
        when: choicesInPage(when, /^`(\w+)` is (?!not `)(.*)/),
        unless: choicesInPage(when, /^`(\w+)` is not (`.*)/),
        rank: without === 'error' ? 'error' : 'incomplete',
        consequence: without.split('warning: ')[1] ?? '',
      })),
    ).toEqual(
      Object.values(widgetTypes).flatMap(({ type, title }) =>
        requiredFields[type].map(({ when, unless, ...each }) => ({
          ...each,
          title,
          properties: [...each.properties],
          when: choicesOf(when),
          unless: choicesOf(unless),
        })),
      ),
    );
  });

  it('has all comparisons of a split', () => {
    expect(rowsOf(page, 'Condition')).toEqual(
      Object.entries<ConditionSpec>(conditionTypes).map(([type, { label, help }]) => [
        `\`${type}\``,
        help === undefined ? label : `${label}. ${help}`,
      ]),
    );
  });

  it.each(inPage)('says what $title is, has, does and sets', ({ title, section }) => {
    const type = Object.values(widgetTypes).find((each) => each.title === title);
    if (type === undefined) throw new Error(title);
    const aliases = Object.keys(typeAliases).filter((alias) => typeAliases[alias] === type.type);
    const names = [type.type, ...aliases].map((name) => `\`${name}\``).join(', also read as ');
    const [, heading = ''] = section.split('\n\n');
    const [, example = ''] = /```json\n(.*?)\n```/s.exec(section) ?? [];
    expect({
      heading,
      fields: rowsOf(section, 'Property').map(columnsInPage),
      events: rowsOf(section, 'Event'),
      outputs: rowsOf(section, 'Variable'),
      services: [...section.matchAll(/^\*\*With (.*?)\*\*(?: \(see .*?\)\):)? (.*)$/gm)].map(
        ([, ...said]) => said,
      ),
      example: JSON.parse(example),
    }).toEqual({
      heading: `${names}. ${type.means}${type.legacy ? keptAsItIs : ''}`,
      fields: fieldsOf(type).map(columns),
      events: type.events.map(({ name, label, means }) => [`\`${name}\``, label, means]),
      outputs: type.outputs.map(({ path, means }) => [`\`${path}\``, means]),
      services:
        type.services === undefined
          ? []
          : [
              [`a \`${type.services.kind}\` endpoint`, type.services.configured],
              ['nothing configured:', type.services.embedded],
            ],
      example: type.example,
    });
  });
});
