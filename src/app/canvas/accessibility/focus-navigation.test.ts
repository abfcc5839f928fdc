/** Keyboard navigation moves the focus along the cords. */

import { describe, expect, it } from 'vitest';
import type { State } from '#flow/definition.ts';
import { projectScene } from '../render/scene.ts';
import { moveFocus } from './focus-navigation.ts';

const state = (name: string, x: number, y: number, ...next: (string | null)[]): State => ({
  name,
  type: 'send-and-wait-for-reply',
  transitions: ['incomingMessage', 'timeout', 'deliveryFailure'].map((event, index) => ({
    event,
    next: next[index] ?? null,
  })),
  properties: { offset: { x, y } },
});

const scene = projectScene({
  description: '',
  initial_state: 'Trigger',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      transitions: [{ event: 'incomingMessage', next: 'ask' }],
      properties: { offset: { x: 0, y: 0 } },
    },
    state('ask', 0, 200, 'thank', 'ask_again'),
    state('ask_again', 320, 200, 'thank'),
    state('thank', 0, 400),
  ],
});

describe('focus navigation', () => {
  it('follows the outlet it is on, and stays where that is free', () => {
    expect(moveFocus(scene, { widget: 'ask', outlet: 1 }, 'down', [])).toEqual({
      widget: 'ask_again',
      outlet: 0,
    });
    expect(moveFocus(scene, { widget: 'ask', outlet: 2 }, 'down', [])).toBeNull();
  });

  it('goes back to where it came from, else to the first source and its outlet', () => {
    const history = [{ widget: 'ask_again', outlet: 0 }];
    expect(moveFocus(scene, { widget: 'thank', outlet: 0 }, 'up', history)).toEqual({
      widget: 'ask_again',
      outlet: 0,
    });
    expect(moveFocus(scene, { widget: 'ask_again', outlet: 0 }, 'up', [])).toEqual({
      widget: 'ask',
      outlet: 1,
    });
    const trigger = scene.widgets.get('Trigger')?.summary.outlets ?? [];
    const outlet = trigger.findIndex(({ key }) => key === 'incomingMessage');
    expect(moveFocus(scene, { widget: 'ask', outlet: 0 }, 'up', [])).toEqual({ widget: 'Trigger', outlet });
    expect(moveFocus(scene, { widget: 'Trigger', outlet: 0 }, 'up', [])).toBeNull();
  });

  it('goes through the outlets and past the last one to the nearest widget', () => {
    expect(moveFocus(scene, { widget: 'ask', outlet: 0 }, 'right', [])).toEqual({ widget: 'ask', outlet: 1 });
    expect(moveFocus(scene, { widget: 'ask', outlet: 2 }, 'right', [])).toEqual({
      widget: 'ask_again',
      outlet: 0,
    });
    expect(moveFocus(scene, { widget: 'ask_again', outlet: 0 }, 'left', [])).toEqual({
      widget: 'ask',
      outlet: 2,
    });
  });

  it('goes home from anywhere, also from a widget that was deleted', () => {
    expect(moveFocus(scene, { widget: 'thank', outlet: 0 }, 'home', [])).toEqual({
      widget: 'Trigger',
      outlet: 0,
    });
    expect(moveFocus(scene, { widget: 'gone', outlet: 0 }, 'down', [])).toEqual({
      widget: 'Trigger',
      outlet: 0,
    });
  });
});
