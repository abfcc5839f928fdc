/** Past executions on two definitions of their flow. */

import { expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { connect } from '#flow/edit/connect.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import survey from '#flow/samples/survey.json' with { type: 'json' };
import { runFlowTest } from '../flow-test/run.ts';
import { generateTests } from '../generate/generate.ts';
import { createReplay, type PastExecution } from './replay-executions.ts';

const before: FlowDefinition = survey;

const executions = generateTests(before).tests.map((test, index): PastExecution => {
  const { simulation } = runFlowTest(test, { definition: before });
  return { id: String(index), revision: 1, steps: simulation.steps.filter(({ role }) => role === 'flow') };
});

const replay = (after: FlowDefinition) => {
  const made = createReplay(before, after);
  made.addRevision(1, before);
  return made.run(executions);
};

function renamed(definition: FlowDefinition, from: string, to: string): FlowDefinition {
  const result = renameWidget(definition, from, to);
  if (!result.ok) throw new Error(result.reason);
  return result.definition;
}

it('finds no difference in texts, places and names', () => {
  const after = setProperty(renamed(before, 'ask_rating', 'rating'), 'thank', 'body', 'Thanks!');
  expect(replay(after)).toEqual({ replayed: executions.length, different: [], unknown: 0, notFollowed: 0 });
});

it('names the widget from which on an execution goes elsewhere as the later definition does', () => {
  const outlet = { widget: 'ask_rating', outlet: 'incomingMessage' };
  const after = renamed(connect(before, outlet, 'ask_contact'), 'ask_rating', 'rating');
  const { different } = replay(after);
  const answered = executions.filter(({ steps }) =>
    steps.some(({ name, transitioned_from: from }) => from === 'ask_rating' && name === 'incomingMessage'),
  );
  expect(different).toEqual(
    answered.map(({ id }) => ({
      ...{ id, widget: 'rating' },
      before: { event: 'incomingMessage', to: 'check_rating' },
      after: { event: 'incomingMessage', to: 'ask_contact' },
    })),
  );
  expect(answered.length).toBeGreaterThan(1);
});

it('gives responses to the widget that has another name in the revision that ran', () => {
  const made = createReplay(renamed(before, 'save_answers', 'store'), before);
  made.addRevision(1, before);
  expect(made.run(executions)).toMatchObject({ different: [], unknown: 0, notFollowed: 0 });
});

it('compares no execution whose record does not fit its revision, or has lost its beginning', () => {
  const [first] = executions;
  if (first === undefined) throw new Error('There is no execution.');
  const made = createReplay(before, before);
  made.addRevision(1, before);
  const without = first.steps.map((step) => ({ ...step, changes: [] }));
  expect(
    made.run([
      { ...first, revision: 2 },
      { ...first, steps: without },
    ]),
  ).toEqual({ replayed: 0, different: [], unknown: 0, notFollowed: 2 });
});
