import { describe, expect, it } from 'vitest';
import { emptyDefinition, offsetOf } from '../definition.ts';
import { reachableNames } from '../graph.ts';
import { readDefinition } from '../import-export/read-definition.ts';
import { cardSize } from '../layout/card-size.ts';
import { validate } from '../validation/validate.ts';
import { canonicalType } from '../widgets/widget-types.ts';
import { samples } from './samples.ts';

describe('the samples', () => {
  it('have unique ids and names', () => {
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
    expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
  });

  it('start with a blank one, equal to a new flow', () => {
    const { initial_state, flags, description } = emptyDefinition();
    expect(samples[0]?.definition).toMatchObject({ initial_state, flags, description });
    expect(samples[0]?.definition.states).toHaveLength(1);
  });
});

describe.each(samples)('the sample $name', ({ definition }) => {
  it('has no findings', () => {
    expect(validate(definition)).toEqual([]);
  });

  it('can be imported', () => {
    expect(readDefinition(JSON.stringify(definition))).toMatchObject({ ok: true, definition });
  });

  it('is made of known types', () => {
    const idle = definition.states.filter(({ type }) => canonicalType(type) === undefined);
    expect(idle).toEqual([]);
  });

  it('reaches every widget', () => {
    expect([...reachableNames(definition)].sort()).toEqual(definition.states.map(({ name }) => name).sort());
  });

  it('is on the grid without overlapping cards', () => {
    const boxes = definition.states.map((state) => ({
      ...cardSize(state),
      ...(offsetOf(state) ?? { x: 1, y: 1 }),
    }));
    expect(boxes.filter(({ x, y }) => x % 20 !== 0 || y % 20 !== 0)).toEqual([]);
    const covered = boxes.filter((a, index) =>
      boxes
        .slice(index + 1)
        .some(
          (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
        ),
    );
    expect(covered).toEqual([]);
  });
});
