import { expect, it } from 'vitest';
import type { State } from '#flow/definition.ts';
import { samples } from '#flow/samples/samples.ts';
import { settingsOf } from './settings-of.ts';

const shown = (state: State, flows = new Map<string, string>()) =>
  settingsOf(state, flows).map(({ label, text }) => [label, text]);

it('shows settings by the labels of the form, lengths of time in words, and nothing that is not set', () => {
  const properties = { offset: { x: 0, y: 0 }, body: 'Yes or no?', from: '', timeout: '3600' };
  expect(shown({ name: 'ask', type: 'send-and-wait-for-reply', properties })).toEqual([
    ['Message', 'Yes or no?'],
    ['Wait for a reply', '1 hour'],
  ]);
});

it('shows the name of the subflow that a widget runs, and its SID where it is not known', () => {
  const flow_sid = `FW${'1'.repeat(32)}`;
  const state = { name: 'run', type: 'run-subflow', properties: { flow_sid } };
  expect(shown(state, new Map([[flow_sid, 'Ask for a rating']]))).toContainEqual([
    'Flow',
    'Ask for a rating',
  ]);
  expect(shown(state)).toContainEqual(['Flow', flow_sid]);
});

it('shows every property of a widget of an unknown type by its name', () => {
  const state = { name: 'new', type: 'from-the-future', properties: { speed: 3, list: ['a'] } };
  expect(shown(state)).toEqual([
    ['speed', '3'],
    ['list', '[\n  "a"\n]'],
  ]);
});

it('has words for every property of every sample', () => {
  for (const { id, definition } of samples) {
    for (const state of definition.states) {
      for (const { label, text } of settingsOf(state, new Map())) {
        expect([label, text], `${id}, ${state.name}`).toEqual([
          expect.stringMatching(/./),
          expect.stringMatching(/./),
        ]);
      }
    }
  }
});
