/** The steps of subflows count toward the step limit of their execution. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { advance } from './advance.ts';
import { maxSteps } from './interpreter.ts';
import { begin, flowOf } from './testing/start-flow.ts';

const parent: FlowDefinition = flowOf(
  {
    name: 'check',
    type: 'run-subflow',
    transitions: [{ event: 'completed', next: 'after' }, { event: 'failed' }],
    properties: { flow_sid: 'FW00000000000000000000000000000002', flow_revision: 'LatestPublished' },
  },
  { name: 'after', type: 'set-variables', transitions: [{ event: 'next' }], properties: { variables: [] } },
);

function comeBack(steps: number) {
  const { execution } = begin(parent);
  const result = { ok: true as const, data: {}, steps };
  return advance(parent, execution, { kind: 'result', effect: '2.subflow', result }, 0);
}

describe('the steps of a subflow', () => {
  it('count for its parent', () => {
    expect(comeBack(40)).toMatchObject({
      steps: [{ transitioned_from: 'check' }, { transitioned_from: 'after' }],
      execution: { steps: 3, elsewhere: 40 },
    });
    const { steps, execution } = comeBack(maxSteps - 2);
    expect(execution.status).toBe('ended');
    expect(steps).toMatchObject([{ transitioned_to: 'Ended', notes: [{ code: 81000 }] }]);
  });

  it('start at the count of the parent', () => {
    const ended = begin(parent, { child: true, counted: maxSteps - 1 });
    expect(ended.execution.status).toBe('ended');
    expect(ended.steps).toMatchObject([{ notes: [{ code: 81000 }] }]);
  });
});
