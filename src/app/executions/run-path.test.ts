import { describe, expect, it } from 'vitest';
import type { ExecutionView } from '#api/executions/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { runPath, widgetsNearStep } from './run-path.ts';

const definition: FlowDefinition = {
  description: '',
  initial_state: 'Trigger',
  states: [
    { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingRequest', next: 'choose' }] },
    {
      name: 'choose',
      type: 'split-based-on',
      transitions: [
        { event: 'noMatch', next: 'choose' },
        { event: 'match', next: 'one', conditions: [] },
        { event: 'match', next: 'two', conditions: [] },
      ],
    },
    { name: 'one', type: 'send-message' },
    { name: 'two', type: 'send-message' },
  ],
};

const step = (seq: number, from: string, event: string, to: string) => ({
  sid: `FT${seq}`,
  seq,
  name: event,
  type: '',
  transitioned_from: from,
  transitioned_to: to,
  changes: [],
  notes: [],
  date_created: '',
});

const view = (status: 'active' | 'ended', at: string | null): ExecutionView =>
  ({
    execution: { status },
    at,
    waiting_for: null,
    notes: [],
    steps: [step(1, 'Trigger', 'incomingRequest', 'choose'), step(2, 'choose', 'match', 'two')],
  }) as unknown as ExecutionView;

describe('what is brought into view', () => {
  it('is the step looked at and where it led, each widget once', () => {
    const path = runPath(view('active', 'two'), definition, 2);
    expect(widgetsNearStep(path, 2)).toEqual(['choose', 'two']);
    expect(widgetsNearStep({ ...path, currentWidget: 'choose' }, 1)).toEqual(['Trigger', 'choose']);
  });
});

describe('the path of an execution', () => {
  it('leaves a split by the outlet that leads where the step went', () => {
    expect(runPath(view('active', 'two'), definition, 2).steps[1]).toEqual({
      from: 'choose',
      outlet: 'match~2',
      to: 'two',
    });
  });

  it('runs at the widget that waits while the newest moment is shown', () => {
    expect(runPath(view('active', 'two'), definition, 2)).toMatchObject({
      currentWidget: 'two',
      running: true,
      shownSteps: 2,
    });
  });

  it('stands where the step led at an earlier moment', () => {
    expect(runPath(view('active', 'two'), definition, 1)).toMatchObject({
      currentWidget: 'choose',
      running: false,
    });
  });

  it('keeps a step of a widget that the revision does not have, without a cord', () => {
    const strange = view('ended', null);
    strange.steps.push(step(3, 'gone', 'sent', 'Ended'));
    expect(runPath(strange, definition, 3).steps[2]).toEqual({ from: 'gone', outlet: null, to: null });
    expect(runPath(strange, definition, 3).currentWidget).toBeNull();
  });
});
