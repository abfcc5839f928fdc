import { describe, expect, it } from 'vitest';
import type { ExecutionView } from '#api/executions/schemas.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { runPath, stepsOnCanvas, widgetsNearStep } from './path-of-steps.ts';

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

const pathOf = (execution: ExecutionView, shown: number) =>
  runPath(execution, stepsOnCanvas(definition, execution.steps), shown);

describe('the widgets brought into view', () => {
  it('are those of the selected step, each once', () => {
    const path = pathOf(view('active', 'two'), 2);
    expect(widgetsNearStep(path, 2)).toEqual(['choose', 'two']);
    expect(widgetsNearStep({ ...path, currentWidget: 'choose' }, 1)).toEqual(['Trigger', 'choose']);
  });
});

describe('the path of an execution', () => {
  it('uses the outlet of a split that leads to the next widget', () => {
    expect(pathOf(view('active', 'two'), 2).steps[1]).toEqual({
      from: 'choose',
      outlet: 'match~2',
      to: 'two',
    });
  });

  it('marks the waiting widget as running at the newest step', () => {
    expect(pathOf(view('active', 'two'), 2)).toMatchObject({
      currentWidget: 'two',
      running: true,
      shownSteps: 2,
    });
  });

  it('is at the target of the selected step otherwise', () => {
    expect(pathOf(view('active', 'two'), 1)).toMatchObject({
      currentWidget: 'choose',
      running: false,
    });
  });

  it('keeps the step of a widget missing in the revision, without a cord', () => {
    const strange = view('ended', null);
    strange.steps.push(step(3, 'gone', 'sent', 'Ended'));
    expect(pathOf(strange, 3).steps[2]).toEqual({ from: 'gone', outlet: null, to: null });
    expect(pathOf(strange, 3).currentWidget).toBeNull();
  });
});
