import { expect, it } from 'vitest';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { legacyFormat, schemaAddress } from './format.ts';

const id = `FF${'0123456789abcdef'.repeat(2)}`;

it.each([
  ['Branch', '', true],
  ['InitialState', '', true],
  ['send-message', id, true],
  ['send-message', `${id}0`, false],
  ['send-message', `x${id}`, false],
  ['send-message', id.slice(0, -1), false],
  ['send-message', id.replace('a', 'g'), false],
  ['', '', false],
])('a widget of type %j that leads to %j is one of the older format: %s', (type, next, isLegacy) => {
  const flow = flowOf([
    state('a', 'send-message'),
    state('b', type, {}, [
      { event: 'a', next: 'x' },
      { event: 'b', next },
    ]),
  ]);
  expect(said(legacyFormat, flow)).toEqual(
    isLegacy
      ? [
          'error # This flow has the export format before version 2, which is not supported. Export it again in the current format.',
        ]
      : [],
  );
});

it('$schema has the address of the server, or none', () => {
  const schemaUri = 'https://flows.example/schemas/flow-definition';
  const other = { $schema: 'https://other.example/schemas/flow-definition', ...flowOf([]) };
  const message = `error #/$schema The $schema must be '${schemaUri}', or left out.`;
  expect(said(schemaAddress, other, { schemaUri })).toEqual([message]);
  expect(said(schemaAddress, other)).toEqual([]);
  for (const $schema of [schemaUri, '', 5])
    expect(said(schemaAddress, { ...flowOf([]), $schema }, { schemaUri })).toEqual([]);
  expect(fixed(schemaAddress, other, { schemaUri })).toEqual(['Remove it', flowOf([])]);
});
