/** Connecting by name finds widgets by a part of their name. */

import { expect, it } from 'vitest';
import { projectScene } from '../render/scene.ts';
import { findWidgetsByName } from './find-widgets.ts';

const scene = projectScene({
  description: '',
  initial_state: 'Trigger',
  states: [
    { name: 'Trigger', type: 'trigger' },
    { name: 'ask', type: 'send-message' },
    { name: 'ask_again', type: 'send-message' },
    { name: 'thank', type: 'send-message' },
  ].map((state) => ({ ...state, transitions: [], properties: {} })),
});

it('finds widgets by name, those that begin with it first, never the trigger', () => {
  expect(findWidgetsByName(scene, 'AS')).toEqual(['ask', 'ask_again']);
  expect(findWidgetsByName(scene, 'again')).toEqual(['ask_again']);
  expect(findWidgetsByName(scene, 'trig')).toEqual([]);
});
