/** The inspector's fields of all types. */

import { describe, expect, it } from 'vitest';
import type { Field } from './field.ts';
import { fieldsOf } from './fields.ts';
import { type WidgetTypeName, widgetTypeNames } from './widget-type.ts';
import { widgetTypes } from './widget-types.ts';

const fieldOf = (type: WidgetTypeName, property: string): Field | undefined =>
  fieldsOf(widgetTypes[type]).find((field) => field.property === property);

describe.each(widgetTypeNames.filter((name) => fieldsOf(widgetTypes[name]).length > 0))(
  'the fields of %s',
  (name) => {
    const fields = fieldsOf(widgetTypes[name]);
    const properties = fields.map(({ property }) => property);

    it('have a title and a description each, without the position on the canvas', () => {
      expect(properties).not.toContain('offset');
      for (const { title, help } of fields) {
        expect(title).not.toBe('');
        expect(help).toMatch(/\.$/);
      }
    });

    it('depend only on properties that are fields too', () => {
      for (const { when } of fields) if (when !== null) expect(properties).toContain(when.property);
    });

    it('offer choices exactly where one is to be chosen', () => {
      for (const { kind, choices } of fields) {
        expect(choices.length > 0).toBe(kind === 'choice' || kind === 'choices');
      }
    });

    it('cover the example and the defaults of the type', () => {
      const { example, defaults } = widgetTypes[name];
      const carried = [...Object.keys(example.properties ?? {}), ...Object.keys(defaults)];
      for (const property of carried) if (property !== 'offset') expect(properties).toContain(property);
    });

    it('have the advanced ones last', () => {
      const groups = fields.map(({ group }) => group);
      expect(groups).toEqual([...groups].sort((a, b) => (a === b ? 0 : a === 'main' ? -1 : 1)));
    });
  },
);

describe('a field', () => {
  it('describes how text is edited', () => {
    expect(fieldOf('send-message', 'body')).toMatchObject({ kind: 'template', lines: 5, required: false });
    expect(fieldOf('send-message', 'from')).toMatchObject({
      required: true,
      default: '{{flow.channel.address}}',
    });
  });

  it('describes the format and range of numbers', () => {
    expect(fieldOf('send-and-wait-for-reply', 'timeout')).toMatchObject({ kind: 'duration', as: 'text' });
    expect(fieldOf('gather-input-on-call', 'timeout')).toMatchObject({
      kind: 'duration',
      as: 'value',
      minimum: 0,
      maximum: 30,
      default: 5,
    });
  });

  it('describes its choices and its visibility', () => {
    expect(fieldOf('connect-call-to', 'noun')?.choices[0]).toEqual({
      value: 'number',
      label: 'A phone number',
    });
    expect(fieldOf('connect-call-to', 'sip_endpoint')?.when).toEqual({ property: 'noun', is: ['sip'] });
    expect(fieldOf('capture-payments', 'valid_card_types')?.choices).toContainEqual({
      value: 'visa',
      label: 'visa',
    });
  });

  it('keeps its editor and choices on undocumented types', () => {
    const fields = fieldsOf(widgetTypes['update-sync-object']);
    expect(fields.map(({ property, kind }) => [property, kind])).toEqual([
      ['name', 'template'],
      ['data', 'json'],
      ['mode', 'choice'],
    ]);
    expect(fields[2]?.choices.map(({ value }) => value)).toEqual(['merge', 'replace']);
  });
});
