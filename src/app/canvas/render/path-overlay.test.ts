/** A path shows where an execution went, where it is, and what came later. */

import { describe, expect, it } from 'vitest';
import type { State } from '#flow/definition.ts';
import { buildPathOverlay } from './path-overlay.ts';
import { projectScene } from './scene.ts';

const state = (name: string, next: string | null): State => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent', next }],
  properties: { offset: { x: 0, y: 0 } },
});

const scene = projectScene({
  description: '',
  initial_state: 'a',
  states: [state('a', 'b'), state('b', 'a'), state('c', null), state('d', 'c')],
});

const hop = (from: string, to: string | null) => ({ from, outlet: 'sent', to });
const steps = [hop('a', 'b'), hop('b', 'a'), hop('a', 'b'), { from: 'b', outlet: null, to: 'c' }];

describe('path', () => {
  it('numbers the steps on their cords, the last shown one apart from those before and after', () => {
    const look = buildPathOverlay({ steps, shownSteps: 2, currentWidget: 'a', running: false }, scene);
    expect(look.stepMarks.get('a sent')).toEqual([
      { number: 1, kind: 'done' },
      { number: 3, kind: 'later' },
    ]);
    expect(look.stepMarks.get('b sent')).toEqual([{ number: 2, kind: 'at' }]);
    expect(look.cords.get('a sent')).toBe('visited');
  });

  it('tells visited from later, and both from what lies aside', () => {
    const look = buildPathOverlay({ steps, shownSteps: 1, currentWidget: 'b', running: true }, scene);
    expect(Object.fromEntries(look.widgets)).toEqual({ a: 'visited', b: 'running', c: 'later' });
    expect(look.cords.get('b sent')).toBe('later');
    expect(look.cords.has('d sent')).toBe(false);
  });

  it('draws nothing for a hop that no outlet shows', () => {
    const look = buildPathOverlay(
      { steps: [{ from: 'b', outlet: null, to: 'c' }], shownSteps: 1, currentWidget: null, running: false },
      scene,
    );
    expect(look.stepMarks.size).toBe(0);
    expect(look.widgets.get('c')).toBe('visited');
  });
});
