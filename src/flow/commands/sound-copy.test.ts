import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperations } from '../change/apply.ts';
import type { Operation } from '../change/operation.ts';
import type { WorkingCopy } from '../change/working-copy.ts';
import type { FlowDefinition } from '../definition.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import { damageOf, definitionBytes } from './sound-copy.ts';

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
