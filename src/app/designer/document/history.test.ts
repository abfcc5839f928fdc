import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeGesture, createHistory, type History, jumpTo, pushEdit, redo, undo } from './history.ts';

type Value = { n: number };
const value = (n: number): Value => ({ n });

describe('a history of edits', () => {
  it('goes back and forward one edit at a time', () => {
    const made = pushEdit(
      pushEdit(createHistory<Value, string>(value(0)), 'move', value(1)),
      'rename',
      value(2),
    );
    expect(undo(made).present.n).toBe(1);
    expect(undo(undo(made)).present.n).toBe(0);
    expect(redo(undo(undo(made))).present.n).toBe(1);
    expect(undo(made).future[0]?.label).toBe('rename');
  });

  it('merges the edits of one gesture into one step', () => {
    const typed = [1, 2, 3].reduce(
      (history, n) => pushEdit(history, 'type', value(n), 'body'),
      createHistory<Value, string>(value(0)),
    );
    expect(typed.past).toHaveLength(1);
    expect(undo(typed).present.n).toBe(0);
    expect(redo(undo(typed)).present.n).toBe(3);
  });

  it('adds a step for another gesture, and for the same gesture after it was closed', () => {
    const first = pushEdit(createHistory<Value, string>(value(0)), 'type', value(1), 'body');
    expect(pushEdit(first, 'type', value(2), 'from').past).toHaveLength(2);
    expect(pushEdit(closeGesture(first), 'type', value(2), 'body').past).toHaveLength(2);
  });

  it('does not merge into a step that was undone and redone', () => {
    const typed = pushEdit(createHistory<Value, string>(value(0)), 'type', value(1), 'body');
    expect(pushEdit(redo(undo(typed)), 'type', value(2), 'body').past).toHaveLength(2);
  });

  it('drops the future on a new edit', () => {
    const back = undo(pushEdit(createHistory<Value, string>(value(0)), 'a', value(1)));
    const other = pushEdit(back, 'b', value(2));
    expect(other.future).toEqual([]);
    expect(redo(other)).toBe(other);
  });

  it('adds no step for the same value', () => {
    const history = createHistory<Value, string>(value(0));
    expect(pushEdit(history, 'a', history.present)).toBe(history);
  });

  it('jumps to any step and back', () => {
    const made = [1, 2, 3, 4].reduce(
      (h, n) => pushEdit(h, 'a', value(n)),
      createHistory<Value, string>(value(0)),
    );
    expect(jumpTo(made, 1).present.n).toBe(1);
    expect(jumpTo(jumpTo(made, 0), 4).present.n).toBe(4);
    expect(jumpTo(made, 99).present.n).toBe(4);
  });

  it('keeps the newest 500 steps', () => {
    let history: History<Value, string> = createHistory<Value, string>(value(0));
    for (let n = 1; n <= 600; n++) history = pushEdit(history, 'a', value(n));
    expect(history.past).toHaveLength(500);
    expect(jumpTo(history, 0).present.n).toBe(100);
  });

  it('returns to the same value after any sequence of operations', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('push' as const),
        n: fc.integer(),
        gesture: fc.constantFrom(null, 'a', 'b'),
      }),
      fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const, 'closeGesture' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let history: History<Value, string> = createHistory<Value, string>(value(0));
        for (const each of steps) {
          if (each.do === 'push') history = pushEdit(history, 'edit', value(each.n), each.gesture);
          else history = { undo, redo, closeGesture }[each.do](history);
        }
        const { past, present } = history;
        expect(jumpTo(jumpTo(history, 0), past.length).present).toBe(present);
        if (past.length > 0) expect(redo(undo(history)).present).toBe(present);
      }),
    );
  });
});
