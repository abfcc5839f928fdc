import { describe, expect, it } from 'vitest';
import { appendCommands, replay } from '../commands/log.ts';
import type { FlowDefinition } from '../definition.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import type { Operation } from './operation.ts';
import { workingCopyOf } from './working-copy.ts';

const definition = {
  description: '',
  initial_state: 's',
  states: [
    { name: 's', type: 'split-based-on', transitions: [{ event: 'noMatch' }], properties: { input: '' } },
  ],
} as FlowDefinition;
const from = { seq: 0, copy: workingCopyOf({ name: 'f', definition }) };

function insertion(value: string): Operation {
  const condition = { friendly_name: '', arguments: [], type: 'equal_to', value };
  return {
    kind: 'insert',
    widget: 's',
    path: ['transitions'],
    at: 1,
    value: { event: 'match', conditions: [condition] },
  };
}

const typing = (text: string): Operation => ({
  kind: 'edit-text',
  widget: 's',
  path: ['properties', 'input'],
  edit: [text],
});

function logOf(edits: number, each: number, make: (value: string) => Operation) {
  return Array.from({ length: edits }, (_, at) => ({
    seq: at + 1,
    id: `e${at}`,
    operations: Array.from({ length: each }, (_, nth) => make(`${at}.${nth}`)),
  }));
}

/** Units that one author's commands take over the others' edits. */
function unitsOf(
  edits: number,
  operations: number,
  make: (value: string) => Operation,
  work = new WorkBudget(1e9),
) {
  const log = logOf(edits, 20, make);
  const commands = [
    { id: 'own', operations: Array.from({ length: operations }, (_, at) => make(`own ${at}`)) },
  ];
  const left = work.left;
  const { acknowledgements } = appendCommands(commands, from, log, new Map(), {
    head: replay(from, log),
    work,
  });
  expect(acknowledgements).toEqual([{ id: 'own', seq: edits + 1, skipped: [] }]);
  return left - work.left;
}

describe('rebasing over many edits', () => {
  it.each([
    ['inserts', insertion],
    ['edits of a text', typing],
  ])('grows with the edits, and with the operations: %s', (_, make) => {
    expect(unitsOf(100, 20, make) / unitsOf(50, 20, make)).toBeLessThan(2.3);
    expect(unitsOf(50, 40, make) / unitsOf(50, 20, make)).toBeLessThan(2.3);
  });

  it('ends where its work is spent', () => {
    expect(() => unitsOf(100, 20, insertion, new WorkBudget(100_000))).toThrow(LimitExceeded);
  });

  it('keeps what everybody inserted, each item once', () => {
    const log = logOf(30, 5, insertion);
    const commands = [{ id: 'own', operations: [insertion('a'), insertion('b')] }];
    const { head } = appendCommands(commands, from, log, new Map());
    const values = head.copy.definition.states[0]?.transitions?.flatMap(({ conditions = [] }) =>
      conditions.map(({ value }) => value),
    );
    expect(values).toHaveLength(152);
    expect(new Set(values).size).toBe(152);
    // What was inserted at the end is at the end.
    expect([values?.at(0), values?.at(-1)]).toEqual(['b', 'a']);
  });
});
