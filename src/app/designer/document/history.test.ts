import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeGesture, createHistory, type History, jumpTo, record, redo, undo } from './history.ts';

type Value = { n: number };
const value = (n: number): Value => ({ n });

describe('a history of edits', () => {
  it('goes back and forward one edit at a time', () => {
    const made = record(record(createHistory(value(0)), 'move', value(1)), 'rename', value(2));
    expect(undo(made).present.n).toBe(1);
    expect(undo(undo(made)).present.n).toBe(0);
    expect(redo(undo(undo(made))).present.n).toBe(1);
    expect(undo(made).future[0]?.name).toBe('rename');
  });

  it('makes one entry of one gesture', () => {
    const typed = [1, 2, 3].reduce(
      (history, n) => record(history, 'type', value(n), 'body'),
      createHistory<Value>(value(0)),
    );
    expect(typed.past).toHaveLength(1);
    expect(undo(typed).present.n).toBe(0);
    expect(redo(undo(typed)).present.n).toBe(3);
  });

  it('begins a new entry for another gesture, and for the same field after its focus ended', () => {
    const first = record(createHistory<Value>(value(0)), 'type', value(1), 'body');
    expect(record(first, 'type', value(2), 'from').past).toHaveLength(2);
    expect(record(closeGesture(first), 'type', value(2), 'body').past).toHaveLength(2);
  });

  it('does not join typing to an entry that was undone and done again', () => {
    const typed = record(createHistory<Value>(value(0)), 'type', value(1), 'body');
    expect(record(redo(undo(typed)), 'type', value(2), 'body').past).toHaveLength(2);
  });

  it('drops what was undone when something new is done', () => {
    const back = undo(record(createHistory<Value>(value(0)), 'a', value(1)));
    const other = record(back, 'b', value(2));
    expect(other.future).toEqual([]);
    expect(redo(other)).toBe(other);
  });

  it('records nothing when the edit gave back the same value', () => {
    const history = createHistory(value(0));
    expect(record(history, 'a', history.present)).toBe(history);
  });

  it('jumps to any entry and back', () => {
    const made = [1, 2, 3, 4].reduce((h, n) => record(h, 'a', value(n)), createHistory<Value>(value(0)));
    expect(jumpTo(made, 1).present.n).toBe(1);
    expect(jumpTo(jumpTo(made, 0), 4).present.n).toBe(4);
    expect(jumpTo(made, 99).present.n).toBe(4);
  });

  it('keeps the newest 500 entries', () => {
    let history: History<Value> = createHistory(value(0));
    for (let n = 1; n <= 600; n++) history = record(history, 'a', value(n));
    expect(history.past).toHaveLength(500);
    expect(jumpTo(history, 0).present.n).toBe(100);
  });

  it('always comes back to where it was, whatever was done before', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('record' as const),
        n: fc.integer(),
        gesture: fc.constantFrom(null, 'a', 'b'),
      }),
      fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const, 'closeGesture' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let history: History<Value> = createHistory(value(0));
        for (const each of steps) {
          if (each.do === 'record') history = record(history, 'edit', value(each.n), each.gesture);
          else history = { undo, redo, closeGesture }[each.do](history);
        }
        const { past, present } = history;
        expect(jumpTo(jumpTo(history, 0), past.length).present).toBe(present);
        if (past.length > 0) expect(redo(undo(history)).present).toBe(present);
      }),
    );
  });
});
