import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { state } from '../../testing/said-by-rule.ts';
import { viewWidget } from './rule.ts';
import { widgetTexts } from './widget-texts.ts';

const textsOf = (properties: Json, transitions: Json = []) =>
  widgetTexts(viewWidget(state('w', 'split-based-on', properties, transitions), 1))
    .map(({ text, path }) => `${path.join('/')} ${text}`)
    .sort();

it('of a widget are those of its properties and conditions, except what is never rendered', () => {
  const conditions = [{ friendly_name: 'label', arguments: ['x', 5], value: { deep: 'y' } }];
  expect(
    textsOf({ a: 'one', b: [2, 'two', null], c: { d: true, friendly_name: 'three' } }, [
      { event: 'noMatch', next: 'gone' },
      { event: 'match', conditions },
      { event: 'match', conditions: 'z' },
    ]),
  ).toEqual([
    ...['properties/a one', 'properties/b/1 two', 'properties/c/friendly_name three'],
    ...[
      'transitions/1/conditions/0/arguments/0 x',
      'transitions/1/conditions/0/value/deep y',
      'transitions/2/conditions z',
    ],
  ]);
});

it('are found 20 levels deep', () => {
  const nested = (levels: number) => {
    let value: Json = 'deep';
    for (let level = 0; level < levels; level++) value = [value];
    return { a: value };
  };
  expect(textsOf(nested(19))).toHaveLength(1);
  expect(textsOf(nested(20))).toEqual([]);
});
