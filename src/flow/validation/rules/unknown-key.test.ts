import { expect, it } from 'vitest';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { unknownDefinitionKey, unknownKey } from './unknown-key.ts';

const unknown = (place: string, key: string) =>
  `warning #${place} '${key}' is not a known property and has no effect.`;

it('of the definition is any but those of the format and of annotations', () => {
  const flow = { $schema: '', flags: {}, notes: [], groups: [], ui: {}, ...flowOf([]) };
  expect(said(unknownDefinitionKey, { ...flow, tags: 1, 'a/b': 2 })).toEqual([
    unknown('/tags', 'tags'),
    unknown('/a~1b', 'a/b'),
  ]);
  expect(fixed(unknownDefinitionKey, { ...flow, tags: 1 })).toEqual(['Remove it', flow]);
});

it('of a widget stands in it, its transitions or its properties', () => {
  const transition = { event: 'sent', next: '', conditions: [] };
  const known = state('w', 'send-message', { body: 'x' }, [transition]);
  const flow = flowOf([
    { ...state('w', 'send-message', { body: 'x', colour: 1 }, [{ ...transition, if: 2 }]), id: 3 },
  ]);
  const places = [
    ['/states/1/id', 'id'],
    ['/states/1/transitions/0/if', 'if'],
    ['/states/1/properties/colour', 'colour'],
  ] as const;
  expect(said(unknownKey, flow)).toEqual(places.map(([place, key]) => unknown(place, key)));
  expect(fixed(unknownKey, flowOf([{ ...known, id: 3 }]))).toEqual(['Remove it', flowOf([known])]);
});

it.each(['create-task', 'an-unknown-type'])('of the properties of %s is not known', (type) =>
  expect(said(unknownKey, flowOf([state('w', type, { colour: 1 })]))).toEqual([]),
);
