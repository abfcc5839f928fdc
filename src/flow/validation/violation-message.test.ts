/** The sentence of each kind of violation, and how it names the place. */

import { describe, expect, it } from 'vitest';
import type { SchemaViolation } from '../schema/schema-check.ts';
import { quote, violationMessage, widgetLabel } from './violation-message.ts';

/** The sentence for a violation at `path`, within a widget called a where it is in one. */
const sentence = (path: string, keyword: object, title?: string) =>
  violationMessage(
    { property_path: `#${path}`, title, value: undefined, ...keyword } as SchemaViolation,
    path.startsWith('/states/') ? "widget 'a'" : '',
  );
const required = { keyword: 'required', isList: false };
const requiredList = { ...required, isList: true };
const wrongType = (expected: string, value: unknown) => ({ keyword: 'type', expected, value });
const limit = (name: string, bound: number) => ({ keyword: 'limit', limit: name, bound });
const oneOf = (value: unknown, ...allowed: string[]) => ({ keyword: 'enum', value, allowed });

describe('what is missing', () => {
  it.each([
    ['/description', 'Description is required.'],
    ['/states', 'The list of widgets is required.'],
    ['/initial_state', 'Initial state is required.'],
    ['/flags', 'Flags are required.'],
    ['/flags/allow_concurrent_calls', 'Allow concurrent calls is required.'],
    ['/constructor', 'constructor is required.'],
    ['/states/0', "Widget 'a' is required."],
    ['/states/0/name', "Name of widget 'a' is required."],
    ['/states/0/type', "Type of widget 'a' is required."],
    ['/states/0/properties', "Properties of widget 'a' are required."],
    ['/states/0/transitions', "Transitions of widget 'a' are required."],
    ['/states/0/transitions/1', "Transition 2 of widget 'a' is required."],
    ['/states/0/transitions/1/event', "Event of transition 2 of widget 'a' is required."],
    ['/states/0/transitions/1/next', "Next widget of transition 2 of widget 'a' is required."],
    ['/states/0/transitions/9/conditions', "Conditions of transition 10 of widget 'a' are required."],
    ...[
      ['friendly_name', 'Name of condition 12 of transition 2 of', 'is'],
      ['value', 'Value of condition 12 of transition 2 of', 'is'],
      ['arguments', 'Arguments of condition 12 of transition 2 of', 'are'],
      ['arguments/0', 'Argument 1 of condition 12 of transition 2 of', 'is'],
    ].map(([key, words, verb]) => [
      `/states/0/transitions/1/conditions/11/${key}`,
      `${words} widget 'a' ${verb} required.`,
    ]),
    ['/states/0/conditions/x1', "X1 of Conditions of widget 'a' is required."],
    ['/states/0/conditions/1x', "1x of Conditions of widget 'a' is required."],
    ['/states/0/SandS/0', "Sands 1 of widget 'a' is required."],
    ['/states/0/salts/0', "Salt 1 of widget 'a' is required."],
    ['/states/0/properties/offset', 'Position is required.'],
    ['/states/0/properties/body', 'body is required.'],
  ])('at %s: %s', (path = '', message) => expect(sentence(path, required)).toBe(message));

  it.each([
    ['/states/0/properties/body', required, 'Message', 'Message is required.'],
    ['/states/0/properties/list', requiredList, 'Variables', 'Variables are required.'],
    ['/states/0/properties/list', requiredList, undefined, 'list is required.'],
    ['/states/0/properties/list/1', required, 'Variables', 'Variables, entry 2 is required.'],
    ['/states/0/properties/list/10/value', required, 'Variables', 'Variables, entry 11: value is required.'],
    ['/states/0/properties/list/1/a/b', required, 'Variables', 'Variables, entry 2: a b is required.'],
    ['/states/0/properties/offset/x1', required, undefined, 'Position, x1 is required.'],
    ['/states/0/properties/offset/1x/y', required, undefined, 'Position, 1x: y is required.'],
  ] as const)('at %s, %j, with the label %s: %s', (path, keyword, title, message) =>
    expect(sentence(path, keyword, title)).toBe(message),
  );
});

describe('what is of the wrong type', () => {
  it.each([
    ['string', 5, 'text, not 5'],
    ['integer', 1.5, 'a whole number, not 1.5'],
    ['number', true, 'a number, not true'],
    ['boolean', 'x', "true or false, not the text 'x'"],
    ['array', {}, 'a list, not an object'],
    ['object', [], 'an object, not a list'],
    ['null', 5, 'null, not 5'],
  ])('should be %s, and is %j', (expected, value, words) => {
    expect(sentence('/description', wrongType(expected, value))).toBe(`Description must be ${words}.`);
    expect(sentence('', wrongType(expected, value))).toBe(`The flow definition must be ${words}.`);
  });

  it('must not be null', () =>
    expect(sentence('/states/0', wrongType('object', null))).toBe("Widget 'a' must not be null."));
});

describe('what is none of the values', () => {
  const event = '/states/0/transitions/1/event';
  it.each([
    [event, oneOf('x'), "Widget 'a' has no event 'x'. It has none."],
    [event, oneOf(5, 'sent', 'failed'), "Widget 'a' has no event 5. Its events are sent, failed."],
    [
      '/states/0/transitions/1/next',
      oneOf('x', 'b'),
      "Next widget of transition 2 of widget 'a' cannot be 'x'. Choose one of b.",
    ],
    ['/states/0/properties/event', oneOf('x', 'b', 'c'), "Event cannot be 'x'. Choose one of b, c."],
    ['/event', oneOf('x', 'b', 'c'), "Event cannot be 'x'. Choose one of b, c."],
  ])('at %s, %j: %s', (path, keyword, message) => expect(sentence(path, keyword)).toBe(message));
});

describe('what has another form', () => {
  it.each([
    ['must be a number', 'Name must be a number.'],
    [undefined, 'Name has the wrong format.'],
  ])('%s: %s', (mismatch, message) =>
    expect(sentence('/name', { keyword: 'pattern', mismatch })).toBe(message),
  );

  it.each([
    ['/a', limit('minimum', 2), 'a must be at least 2.'],
    ['/a', limit('maximum', 2), 'a must be at most 2.'],
    ['/a', limit('minLength', 1), 'a must not be empty.'],
    ['/a', limit('minLength', 2), 'a must have at least 2 characters.'],
    ['/a', limit('maxLength', 2), 'a must have at most 2 characters.'],
    ['/a', limit('minItems', 1), 'a must have at least 1 entry.'],
    ['/a', limit('minItems', 2), 'a must have at least 2 entries.'],
    ['/a', limit('maxItems', 1), 'a must have at most 1 entry.'],
    ['/a', limit('maxItems', 2), 'a must have at most 2 entries.'],
    ['/states', limit('minItems', 1), 'A flow must have at least 1 widget.'],
    ['/states', limit('minItems', 2), 'A flow must have at least 2 widgets.'],
    ['/states', limit('maxItems', 1), 'A flow must have at most 1 widget.'],
    ['/states', limit('maxItems', 2), 'A flow must have at most 2 widgets.'],
    ['/states/0', limit('maxItems', 2), "Widget 'a' must have at most 2 entries."],
    ['/a', limit('multipleOf', 2), 'a is not valid.'],
  ])('at %s, %j: %s', (path, keyword, message) => expect(sentence(path, keyword)).toBe(message));
});

it.each([
  [{ name: 'ask' }, "widget 'ask'"],
  [{ name: ' ' }, 'widget 4'],
  [{ name: 5 }, 'widget 4'],
  [{}, 'widget 4'],
  [null, 'widget 4'],
  ['ask', 'widget 4'],
])('the widget %j is %s', (state, label) => expect(widgetLabel(state, 3)).toBe(label));

it('a value is cut after 60 characters', () => {
  expect(quote('a'.repeat(60))).toBe(`'${'a'.repeat(60)}'`);
  expect(quote('a'.repeat(61))).toBe(`'${'a'.repeat(60)}…'`);
});
