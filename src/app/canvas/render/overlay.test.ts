/** The path overlay shows where an execution went, where it is, and what comes later. */

import { describe, expect, it } from 'vitest';
import type { State } from '#flow/definition.ts';
import { buildPathOverlay } from './overlay.ts';
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

describe('path overlay', () => {
  it('numbers the steps on their cords, the last shown one apart from those before and after', () => {
    const pathOverlay = buildPathOverlay({ steps, shownSteps: 2, currentWidget: 'a', running: false }, scene);
    expect(pathOverlay.stepMarks.get('a sent')).toEqual([
      { number: 1, kind: 'done' },
      { number: 3, kind: 'upcoming' },
    ]);
    expect(pathOverlay.stepMarks.get('b sent')).toEqual([{ number: 2, kind: 'current' }]);
    expect(pathOverlay.cords.get('a sent')).toBe('visited');
  });

  it('leaves out numbers of a cord that was taken often, and says how many', () => {
    const many = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? hop('a', 'b') : hop('b', 'a')));
    const marksAt = (shownSteps: number) =>
      buildPathOverlay({ steps: many, shownSteps, currentWidget: null, running: false }, scene)
        .stepMarks.get('a sent')
        ?.map(({ number, kind }) => `${number} ${kind}`);
    expect(marksAt(11)).toEqual(['3 more', '7 done', '9 done', '11 current', '13 upcoming', '3 more']);
    expect(marksAt(0)).toEqual(['1 upcoming', '3 upcoming', '5 upcoming', '7 upcoming', '6 more']);
    expect(marksAt(20)).toEqual(['6 more', '13 done', '15 done', '17 done', '19 done']);
  });

  it('distinguishes visited from upcoming, and both from what is off the path', () => {
    const pathOverlay = buildPathOverlay({ steps, shownSteps: 1, currentWidget: 'b', running: true }, scene);
    expect(Object.fromEntries(pathOverlay.widgets)).toEqual({ a: 'visited', b: 'running', c: 'upcoming' });
    expect(pathOverlay.cords.get('b sent')).toBe('upcoming');
    expect(pathOverlay.cords.has('d sent')).toBe(false);
  });

  it('draws nothing for a hop that no outlet shows', () => {
    const pathOverlay = buildPathOverlay(
      { steps: [{ from: 'b', outlet: null, to: 'c' }], shownSteps: 1, currentWidget: null, running: false },
      scene,
    );
    expect(pathOverlay.stepMarks.size).toBe(0);
    expect(pathOverlay.widgets.get('c')).toBe('visited');
  });
});
