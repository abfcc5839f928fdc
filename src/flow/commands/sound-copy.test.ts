import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperations } from '../change/apply.ts';
import type { Operation } from '../change/operation.ts';
import { type WorkingCopy, workingCopyOf } from '../change/working-copy.ts';
import type { FlowDefinition } from '../definition.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import { addedBytes, damageOf, definitionBytes } from './sound-copy.ts';

const condition = (value: string) => ({
  event: 'match',
  conditions: [{ friendly_name: '', arguments: ['{{flow.data.a}}'], type: 'equal_to', value }],
});

function copyOf(conditions: number, numbers: number): WorkingCopy {
  const split = {
    ...{ name: 'split', type: 'split-based-on' },
    properties: { input: 'é', numbers: Array.from({ length: numbers }, () => 0) },
    transitions: Array.from({ length: conditions }, (_, at) => condition(`v${at}`)),
  };
  const definition = { description: '', initial_state: 'split', states: [split] };
  return { name: '', definition: definition as unknown as FlowDefinition, widgets: ['split'] };
}

const values = fc.oneof(
  fc.constantFrom(null, 1, 'text', 'ü"\n', [], {}, [1, 2]),
  fc.string({ maxLength: 4 }).map(condition),
);
const paths = fc.constantFrom(['transitions'], ['transitions', 0, 'conditions'], ['properties', 'numbers']);
const inPaths = fc.constantFrom(
  ['properties', 'input'],
  ['properties', 'more'],
  ['transitions', 1],
  ['transitions', 1, 'conditions', 0, 'value'],
  ['transitions', 2, 'event'],
);
const at = fc.nat({ max: 3 });
const operations = fc.oneof(
  fc.record({ kind: fc.constant('insert'), path: paths, at, value: values }),
  fc.record({ kind: fc.constant('delete'), path: paths, at, value: fc.constant(null) }),
  fc.record({ kind: fc.constant('reorder'), path: paths, from: at, to: at }),
  fc.record({ kind: fc.constant('set'), path: inPaths, to: values }),
);

describe('damageOf after a command', () => {
  it('finds the same as in a copy that shares nothing with the one before', () => {
    fc.assert(
      fc.property(fc.array(operations, { minLength: 1, maxLength: 12 }), (list) => {
        let before = copyOf(3, 3);
        damageOf(before);
        for (const each of list) {
          const operation = { widget: 'split', ...each } as unknown as Operation;
          const { copy } = applyOperations(before, [operation]);
          const damage = damageOf(copy, { copy: before });
          expect(damage).toEqual(damageOf(structuredClone(copy)));
          if (damage !== null) continue;
          expect(definitionBytes(copy)).toBe(Buffer.byteLength(JSON.stringify(copy.definition)));
          before = copy;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('costs units by the length of the lists that changed', () => {
    const spent = (copy: WorkingCopy, operation: object) => {
      damageOf(copy);
      const work = new WorkBudget();
      const { left } = work;
      const applied = applyOperations(copy, [operation as Operation]);
      expect(applied.skipped).toEqual([]);
      expect(damageOf(applied.copy, { copy, work })).toBeNull();
      return left - work.left;
    };
    const text = { kind: 'set', widget: 'split', path: ['properties', 'input'], to: 'x' };
    const item = { kind: 'insert', widget: 'split', path: ['properties', 'numbers'], at: 1, value: 7 };
    expect(spent(copyOf(3, 50_000), text)).toBeLessThan(100);
    expect(spent(copyOf(3, 50_000), item)).toBeGreaterThan(100_000);
    expect(() => spent(copyOf(3, 3_000_000), item)).toThrow(LimitExceeded);
  });
});

describe('what a copy takes beside the one before', () => {
  const split = (transitions: unknown[]) => ({
    name: 'split',
    type: 'split-based-on',
    properties: {},
    transitions,
  });
  const copyWith = (...states: unknown[]) =>
    workingCopyOf({
      name: 'Large',
      definition: { description: '', initial_state: 'Trigger', states } as unknown as FlowDefinition,
    });
  const conditions = Array.from({ length: 1_000 }, (_, nth) => condition(`v${nth}`.repeat(100)));
  const before = copyWith(split(conditions));

  it('is a list and its new entry, where an edit shares the other entries', () => {
    const [first, ...others] = conditions;
    const bytes = addedBytes(before, copyWith(split([first, condition('new'.repeat(100)), ...others])));
    expect(bytes).toBeGreaterThan(1_001 * 8 + 300);
    expect(bytes).toBeLessThan(10_000);
  });

  it('is everything, where equal widgets were read again', () => {
    const again = JSON.parse(JSON.stringify(before.definition.states)) as unknown[];
    expect(addedBytes(before, copyWith(...again))).toBeGreaterThan(400_000);
  });

  it('is nothing, where the widgets are the same', () => {
    expect(addedBytes(before, { ...before, name: 'Small' })).toBe(0);
  });
});
