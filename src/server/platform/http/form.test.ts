/** Form parsing: bodies as clients send them. */

import { describe, expect, it } from 'vitest';
import { formOf, formOfQuery, parseForm } from './form.ts';

describe('a form', () => {
  it.each([
    ['To=%2B15005550006', '+15005550006'],
    ['To=+15005550006', '+15005550006'],
    ['To=whatsapp:+15005550006', 'whatsapp:+15005550006'],
    ['To=whatsapp%3A+15005550006', 'whatsapp:+15005550006'],
    ['To=+hello', ' hello'],
    ['To=1+2', '1 2'],
    ['To=+1', ' 1'],
    ['To=a+15005550006', 'a 15005550006'],
    ['To=%20caf%C3%A9+', ' café '],
  ])('is read: %s', (body, value) => {
    expect(parseForm(body).text('To')).toBe(value);
  });

  it('keeps every value of a name, each number with its plus sign', () => {
    const form = parseForm('TestUsers=+15005550006&TestUsers=client:zoe&TestUsers=%2B15005550007');
    expect(form.texts('TestUsers')).toEqual(['+15005550006', 'client:zoe', '+15005550007']);
  });

  it('as JSON says yes or no by a boolean as well as by a text', () => {
    const form = formOf({ Yes: true, No: false, Text: 'true', Number: 1, Twice: [true, true] });
    expect(['Yes', 'No', 'Text', 'None'].map((name) => form.textOrBoolean(name))).toEqual([
      ...['true', 'false', 'true', undefined],
    ]);
    expect(() => form.textOrBoolean('Number')).toThrow('Parameter Number must be a string');
    expect(() => form.textOrBoolean('Twice')).toThrow('Parameter Twice was given more than once');
  });

  it('has at most so many fields, each repetition counted', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, at) => `a${at % 7}=1`).join('&');
    expect(parseForm(fields(200), 200).texts('a0')).toHaveLength(29);
    expect(() => parseForm(fields(201), 200)).toThrow('The post body has more than 200 fields');
    expect(() => parseForm(fields(200_000))).toThrow('The post body has more than 5,000 fields');
    expect(parseForm('&&&'.repeat(1_000)).names()).toEqual([]);
  });

  it('as JSON or query has at most as many', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`a${at}`, '1']));
    expect(() => formOf(many, 200)).toThrow('The post body has more than 200 fields');
    expect(() => formOfQuery(new URLSearchParams(many), 200)).toThrow('The query has more than 200 fields');
    expect(formOfQuery(new URLSearchParams('a=1&b=2&a=3'), 3).texts('a')).toEqual(['1', '3']);
  });
});
