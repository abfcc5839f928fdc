/** What becomes of each kind of operation on a copy that somebody else has changed meanwhile. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State, Transition } from '../definition.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import { applyOperations, valueAt } from './apply.ts';
import type { Operation } from './operation.ts';
import { knownTextEdits, leavesNames, RebaseContext, rebaseOperations } from './rebase.ts';
import { type WorkingCopy, workingCopyOf } from './working-copy.ts';

const branch = (value: string, next = ''): Transition => ({
  event: 'match',
  ...(next !== '' && { next }),
  conditions: [{ friendly_name: value, arguments: [], type: 'equal_to', value }],
});
const copy = workingCopyOf({
  name: 'Shop',
  definition: {
    description: '',
    initial_state: 'split',
    states: [
      {
        name: 'split',
        type: 'split-based-on',
        properties: { input: 'Hello' },
        transitions: [branch('1', 'one'), branch('2'), branch('3')],
      },
      {
        name: 'one',
        type: 'send-message',
        properties: { body: '{{widgets.split.a}}', list: [{ n: 1 }, { n: 2 }] },
        transitions: [{ event: 'sent' }],
      },
      { name: 'two', type: 'send-message', properties: {}, transitions: [{ event: 'sent', next: 'one' }] },
    ],
  } as FlowDefinition,
});
const [split = '', one = '', two = ''] = copy.widgets;
const input = ['properties', 'input'];

const changedBy = (...theirs: Operation[]) => {
  const { copy: result, skipped } = applyOperations(copy, theirs);
  expect(skipped).toEqual([]);
  return result;
};
const rebase = (mine: Operation | Operation[], to: WorkingCopy, known?: ReturnType<typeof knownTextEdits>) =>
  rebaseOperations([mine].flat(), copy, to, known);
const rename = (widget: string, to: string): Operation => ({ kind: 'rename-widget', widget, from: '', to });
const insert = (at: number, value: string): Operation => ({
  kind: 'insert',
  widget: split,
  path: ['transitions'],
  at,
  value: branch(value) as never,
});
const remove = (at: number): Operation => ({
  kind: 'delete',
  widget: split,
  path: ['transitions'],
  at,
  value: branch(String(at + 1)) as never,
});
/** The values of the branches after both. */
const branches = (mine: Operation | Operation[], ...theirs: Operation[]) => {
  const to = changedBy(...theirs);
  const { operations } = rebase(mine, to);
  const transitions = (applyOperations(to, operations).copy.definition.states[0]?.transitions ??
    []) as Transition[];
  return transitions.map(({ conditions }) => conditions?.[0]?.value).join('');
};

describe('an operation on an item of a list', () => {
  it('follows the item to its place', () => {
    const connect: Operation = { kind: 'connect', widget: split, at: 1, from: null, to: two };
    expect(rebase(connect, changedBy(insert(0, 'x'))).operations).toEqual([{ ...connect, at: 2 }]);
    const set: Operation = {
      kind: 'set',
      widget: split,
      path: ['transitions', 2, 'conditions', 0, 'value'],
      to: 'x',
    };
    expect(rebase(set, changedBy(remove(0))).operations).toEqual([
      { ...set, path: ['transitions', 1, 'conditions', 0, 'value'] },
    ]);
    expect(branches(remove(2), insert(1, 'x'))).toBe('1x2');
    expect(rebase(remove(2), changedBy(insert(1, 'x'))).operations).toEqual([{ ...remove(2), at: 3 }]);
  });

  it('is lost with the item', () => {
    const connect: Operation = { kind: 'connect', widget: split, at: 1, from: null, to: two };
    for (const mine of [
      connect,
      remove(1),
      { kind: 'reorder', widget: split, path: ['transitions'], from: 1, to: 0 } as Operation,
    ])
      expect(rebase(mine, changedBy(remove(1)))).toMatchObject({ operations: [], lost: [mine] });
    expect(rebase({ ...connect, ifUnchanged: true }, changedBy(remove(1)))).toMatchObject({
      operations: [],
      lost: [],
    });
  });

  it('inserts behind the item that it was behind, or the last before that which is left', () => {
    expect(branches(insert(2, 'x'), insert(0, 'y'))).toBe('y12x3');
    expect(branches(insert(2, 'x'), remove(1))).toBe('1x3');
    expect(branches(insert(1, 'x'), remove(0))).toBe('x23');
    expect(branches(insert(3, 'x'), insert(3, 'y'))).toBe('123yx');
    expect(branches(insert(0, 'x'), insert(0, 'y'))).toBe('xy123');
  });

  it('moves the item within the list as it is', () => {
    const reorder = (from: number, to: number): Operation => ({
      kind: 'reorder',
      widget: split,
      path: ['transitions'],
      from,
      to,
    });
    expect(branches(reorder(0, 2), insert(1, 'x'))).toBe('x213');
    expect(branches(reorder(2, 2), remove(0))).toBe('23');
    expect(rebase(reorder(1, 2), changedBy(remove(0))).operations).toEqual([reorder(0, 1)]);
  });

  it('follows what the author has done before', () => {
    expect(branches([insert(0, 'a'), insert(1, 'b'), remove(2)], insert(3, 'z'))).toBe('ab23z');
    expect(branches([remove(0), remove(0)], insert(1, 'x'))).toBe('x3');
    expect(branches([insert(1, 'a'), insert(2, 'b')], insert(1, 'x'))).toBe('1abx23');
    expect(branches([remove(1), insert(1, 'a')], insert(0, 'x'), insert(4, 'y'))).toBe('x1a3y');
  });
});

describe('an operation on one of several equal items', () => {
  const write = (at: number): Operation => ({
    kind: 'set',
    widget: split,
    path: ['transitions', at, 'event'],
    to: 'x',
  });
  const indices = (mine: Operation[], ...theirs: Operation[]) =>
    rebase(mine, changedBy(...theirs)).operations.flatMap((each) =>
      each.kind === 'set' ? each.path.filter((key) => typeof key === 'number') : [],
    );
  const all = [write(0), write(1), write(2), write(3)];

  it('is on the one that its author inserted', () => {
    expect(indices([insert(2, 'x'), ...all], insert(0, 'x'))).toEqual([1, 2, 3, 4]);
    expect(indices([insert(2, 'x'), write(2), ...all], insert(0, 'x'))).toEqual([3, 1, 2, 3, 4]);
    const connect: Operation = { kind: 'connect', widget: split, at: 2, from: null, to: two };
    expect(indices([insert(2, 'x'), connect, ...all], insert(0, 'x'))).toEqual([1, 2, 3, 4]);
  });

  it('is on the one that is left', () => {
    expect(indices([insert(2, 'x'), remove(0), write(0), write(1)], insert(0, 'x'))).toEqual([1, 2]);
    expect(indices([insert(2, 'x'), remove(2), ...all.slice(0, 3)], insert(0, 'x'))).toEqual([1, 2, 3]);
  });

  it('is on the same one where only one of both authors has deleted another', () => {
    const undo = (value: Transition): Operation =>
      ({ ...remove(0), value, ifUnchanged: true }) as unknown as Operation;
    const connect: Operation = { kind: 'connect', widget: split, at: 0, from: one, to: two };
    expect(indices([undo(branch('1', 'one')), write(1), write(0)], connect)).toEqual([2, 1]);
    expect(indices([undo(branch('1', 'two')), write(1), write(2)], connect)).toEqual([0, 1]);
  });

  it('is lost where it could be made neither before nor now', () => {
    const odd = (...path: (string | number)[]): Operation => ({ kind: 'set', widget: split, path, to: 1 });
    for (const mine of [
      odd('transitions', 7, 'event'),
      odd('transitions', 1, 'x', 'y'),
      odd('properties', 'input', 0),
    ])
      expect(rebase(mine, changedBy(remove(1))).lost).toEqual([mine]);
    const gone = changedBy({ kind: 'remove-widget', widget: split });
    expect(rebase(odd('x', 'y'), gone).lost).toEqual([odd('x', 'y')]);
  });
});

describe('an operation on a list in an item', () => {
  const inside = (at: number) => ['transitions', at, 'conditions'];
  const [value] = branch('9').conditions as never[];
  const operations = (at: number): Operation[] => [
    { kind: 'insert', widget: split, path: inside(at), at: 1, value: value as never },
    { kind: 'reorder', widget: split, path: inside(at), from: 0, to: 1 },
    { kind: 'delete', widget: split, path: inside(at), at: 0, value: value as never },
  ];

  it('follows the item', () => {
    expect(rebase(operations(1), changedBy(insert(0, 'x'))).operations).toEqual(operations(2));
  });

  it('is lost with the item', () => {
    for (const mine of operations(1))
      expect(rebase(mine, changedBy(remove(1)))).toMatchObject({ operations: [], lost: [mine] });
  });

  it('is lost where only one of both authors has a list', () => {
    const list = ['properties', 'list'];
    const set = (widget: string, to?: string | []): Operation => ({
      kind: 'set',
      widget,
      path: list,
      ...(to !== undefined && { to }),
    });
    const mine: Operation[] = [
      { kind: 'insert', widget: two, path: list, at: 0, value: {} },
      { kind: 'set', widget: two, path: [...list, 0, 'n'], to: 1 },
      { kind: 'insert', widget: one, path: list, at: 0, value: {} },
      { kind: 'insert', widget: one, path: list, at: 7, value: {} },
      { kind: 'delete', widget: one, path: list, at: 0, value: {} },
    ];
    for (const to of [changedBy(set(two, []), set(one, 'x')), changedBy(set(two, []), set(one))])
      for (const each of mine) expect(rebase(each, to).lost).toEqual([each]);
    const gone = changedBy({ kind: 'remove-widget', widget: one });
    expect(rebase(mine.slice(2), gone).lost).toEqual(mine.slice(2));
  });
});

describe('an operation on a widget that was renamed', () => {
  const to = changedBy(rename(split, 'choice'));

  it('says so in what it writes', () => {
    const body = ['properties', 'body'];
    const set: Operation = {
      kind: 'set',
      widget: two,
      path: body,
      from: '{{widgets.split.b}}',
      to: '{{widgets.split.a}}',
    };
    expect(rebase(set, to).operations).toEqual([
      { ...set, from: '{{widgets.choice.b}}', to: '{{widgets.choice.a}}' },
    ]);
    const next: Operation = {
      kind: 'set',
      widget: two,
      path: ['transitions', 0, 'next'],
      from: 'one',
      to: 'split',
    };
    expect(rebase(next, to).operations).toEqual([{ ...next, to: 'choice' }]);
    const start: Operation = {
      kind: 'set',
      widget: null,
      path: ['definition', 'initial_state'],
      to: 'split',
    };
    expect(rebase(start, to).operations).toEqual([{ ...start, to: 'choice' }]);
    const text: Operation = { kind: 'set', widget: two, path: ['properties', 'x'], to: 'split' };
    expect(rebase(text, to).operations).toEqual([text]);
    const typed: Operation = { kind: 'edit-text', widget: two, path: body, edit: ['{{widgets.split.a}}'] };
    expect(rebase([{ kind: 'set', widget: two, path: body, to: '' }, typed], to).operations[1]).toEqual({
      ...typed,
      edit: ['{{widgets.choice.a}}'],
    });
  });

  it('says so in what it adds, and in what its undo expects', () => {
    const state = (name: string): State => ({
      name: 'three',
      type: 'send-message',
      properties: { body: `{{widgets.${name}.a}}` },
      transitions: [{ event: 'sent', next: name }],
    });
    const add: Operation = { kind: 'add-widget', widget: 'new', at: 0, state: state('split') };
    expect(rebase(add, to).operations).toEqual([{ ...add, state: state('choice') }]);
    const undo: Operation = {
      kind: 'remove-widget',
      widget: two,
      state: state('split'),
      sources: [],
      ifUnchanged: true,
    };
    expect(rebase(undo, to).operations).toEqual([{ ...undo, state: state('choice') }]);
    const item: Operation = {
      kind: 'insert',
      widget: two,
      path: ['transitions'],
      at: 0,
      value: { event: 'x', next: 'split' },
    };
    expect(rebase(item, to).operations).toEqual([{ ...item, value: { event: 'x', next: 'choice' } }]);
  });

  it('renames it from its new name, unless it is an undo', () => {
    const mine: Operation = { kind: 'rename-widget', widget: split, from: 'split', to: 'question' };
    expect(rebase(mine, to).operations).toEqual([{ ...mine, from: 'choice' }]);
    expect(rebase({ ...mine, ifUnchanged: true }, to)).toMatchObject({ operations: [], lost: [] });
    expect(rebase(rename(one, 'first'), to).operations).toEqual([rename(one, 'first')]);
  });

  it('follows names that the author has exchanged', () => {
    const mine: Operation[] = [
      rename(split, 'question'),
      { kind: 'set', widget: two, path: ['properties', 'body'], to: '{{widgets.question.a}}' },
    ];
    const { operations } = rebase(mine, to);
    const { copy: result } = applyOperations(to, operations);
    expect(valueAt(result, two, ['properties', 'body'])).toBe('{{widgets.question.a}}');
    expect(result.definition.states[0]?.name).toBe('question');
  });

  const mention = (name: string): Operation => ({
    kind: 'set',
    widget: two,
    path: ['properties', 'body'],
    to: `{{widgets.${name}.a}}`,
  });

  it('says what an operation before it has made of the name', () => {
    const again = rename(split, 'question');
    expect(rebase([again, mention('split')], to).operations[1]).toEqual(mention('split'));
    const undo = { kind: 'set', widget: split, path: ['name'], from: 'choice', to: 'last' } as const;
    const { operations } = rebase([{ ...undo, ifUnchanged: true }, mention('split')], to);
    expect(operations).toEqual([{ ...undo, ifUnchanged: true }, mention('last')]);
  });

  it('says so of the first where several have one name, and of none without', () => {
    const named = (...names: (string | undefined)[]) => ({
      ...copy,
      definition: {
        ...copy.definition,
        states: copy.definition.states.map(({ name: _, ...rest }, at) => {
          const name = names[at];
          return name === undefined ? rest : { ...rest, name };
        }),
      },
    });
    const mentions = [mention('a'), mention('b'), mention('c')];
    const renamed = (before: WorkingCopy, after: WorkingCopy) =>
      rebaseOperations(mentions, before, after).operations.map((each) =>
        'to' in each ? String(each.to).slice(10, 11) : '',
      );
    expect(renamed(named('a', 'a', 'b'), named('x', 'y', 'b'))).toEqual(['x', 'b', 'c']);
    expect(renamed(named('c', 'a', 'b'), named('x', 'x', 'y'))).toEqual(['a', 'y', 'x']);
    expect(renamed(named('a', undefined, 'b'), named(undefined, 'x', ''))).toEqual(['a', 'b', 'c']);
  });

  it('is as it was where one of both has no widgets that can be told apart', () => {
    const odd = { ...copy, definition: { states: 'x' } as unknown as FlowDefinition, widgets: [] };
    const name: Operation = { kind: 'set', widget: null, path: ['name'], to: '{{widgets.split.a}}' };
    expect(rebaseOperations([name], odd, to).operations).toEqual([name]);
    expect(rebaseOperations([name], to, odd).operations).toEqual([name]);
    const empty = { ...odd, definition: {} as FlowDefinition };
    expect(rebaseOperations([name], empty, empty).operations).toEqual([name]);
  });
});

describe('an edit of a text', () => {
  const edit = (...parts: (string | number)[]): Operation => ({
    kind: 'edit-text',
    widget: split,
    path: input,
    edit: parts,
  });
  const textOf = (mine: Operation, theirs: Operation) => {
    const to = changedBy(theirs);
    const { operations } = rebase(mine, to, knownTextEdits([theirs]));
    return valueAt(applyOperations(to, operations).copy, split, input);
  };

  it('stays at its characters', () => {
    expect(textOf(edit(5, '!'), edit('Oh, '))).toBe('Oh, Hello!');
    expect(textOf(edit(1, -4), edit('Oh, '))).toBe('Oh, H');
    expect(textOf(edit('a'), edit('b'))).toBe('baHello');
  });

  it('is lost where there is no text any more', () => {
    const mine = edit(5, '!');
    const gone = changedBy({ kind: 'set', widget: split, path: input });
    expect(rebase(mine, gone)).toMatchObject({ operations: [], lost: [mine] });
    const typed: Operation = { kind: 'edit-text', widget: two, path: input, edit: ['x'] };
    const theirs: Operation = { kind: 'set', widget: two, path: input, to: 'y' };
    expect(rebase(typed, changedBy(theirs))).toMatchObject({ operations: [], lost: [typed] });
    const removed = changedBy({ kind: 'remove-widget', widget: split });
    expect(rebase(mine, removed)).toMatchObject({ operations: [], lost: [mine] });
  });

  it('of an undo is left out where it is not known what happened to each character', () => {
    const theirs = edit('Oh, ');
    const undo = { ...edit(4, -1), ifUnchanged: true } as Operation;
    expect(rebase(undo, changedBy(theirs))).toMatchObject({ operations: [], lost: [] });
    expect(rebase(undo, changedBy(theirs), knownTextEdits([theirs])).operations).toEqual([
      { ...undo, edit: [8, -1] },
    ]);
    expect(rebase(undo, copy).operations).toEqual([undo]);
  });

  it('leaves known how the text has changed since', () => {
    const theirs = edit('Oh, ');
    const known = knownTextEdits([theirs]);
    const mine = [edit('a'), edit(6, 'b')];
    expect(rebase(mine, changedBy(theirs), known).operations).toEqual([edit(4, 'a'), edit(10, 'b')]);
    expect([...rebase(edit('a'), changedBy(theirs), known).known.values()]).toEqual([['Oh, ']]);
    expect(known).toEqual(knownTextEdits([theirs]));
    // What is known is of another text.
    expect(rebase(edit(5, '!'), changedBy(edit('Oh, ')), knownTextEdits([edit(2, 'x')])).operations).toEqual([
      edit(9, '!'),
    ]);
  });

  it('of an undo that meets another is reported', () => {
    const collisions = (theirs: Operation, undo: Operation) => {
      const found: Operation[] = [];
      const known = knownTextEdits([theirs]);
      rebaseOperations([undo], copy, changedBy(theirs), known, (rebased) => found.push(rebased));
      return found.length;
    };
    const undo = { ...edit(1, -3), ifUnchanged: true } as Operation;
    expect(collisions(edit(2, -1), undo)).toBe(1);
    expect(rebase(undo, changedBy(edit(2, -1)), knownTextEdits([edit(2, -1)])).operations).toEqual([
      { ...undo, edit: [1, -2] },
    ]);
    expect(collisions(edit(5, '!'), undo)).toBe(0);
    expect(collisions(edit(2, -1), edit(1, -3))).toBe(0);
  });

  it('of one place is one with the next, however many there are', () => {
    const other: Operation = { kind: 'edit-text', widget: two, path: input, edit: ['x'] };
    const list = ['a', 'b', 'c', 'd', 'e'].map((letter) => edit(letter));
    expect([...knownTextEdits([...list, other, remove(0)]).values()]).toEqual([['edcba'], ['x']]);
    expect(knownTextEdits([])).toEqual(new Map());
  });
});

describe('rebasing', () => {
  it('loses what is about a widget that is gone', () => {
    const gone = changedBy({ kind: 'remove-widget', widget: two });
    const set: Operation = { kind: 'set', widget: two, path: ['properties', 'x'], to: 1 };
    expect(rebase(set, gone)).toMatchObject({ operations: [], lost: [set] });
    const flow: Operation = { kind: 'set', widget: null, path: ['name'], to: 'x' };
    expect(rebase([set, flow], gone)).toMatchObject({ operations: [flow], lost: [set] });
  });

  it('gives both copies with the operations', () => {
    const set: Operation = { kind: 'set', widget: null, path: ['name'], to: 'x' };
    const to = changedBy(insert(0, 'y'));
    const { before, after: result } = rebase(set, to);
    expect(before).toEqual({ ...copy, name: 'x' });
    expect(result).toEqual({ ...to, name: 'x' });
  });

  it('keeps what could not be made before either', () => {
    const odd: Operation = { kind: 'set', widget: two, path: ['properties', 'x', 'y'], to: 1 };
    expect(rebase(odd, changedBy(insert(0, 'y')))).toMatchObject({ operations: [odd], lost: [] });
  });

  it('writes nothing into an operation that it did not have', () => {
    const to = changedBy(rename(split, 'choice'));
    const unchanged: Operation[] = [
      { kind: 'set', widget: two, path: ['properties', 'x'], to: 1 },
      { kind: 'set', widget: two, path: ['properties', 'x'], from: 1 },
      { kind: 'order-widgets', from: [split, one, two], to: [two, one, split] },
      { kind: 'remove-widget', widget: one },
      { kind: 'replace', from: {}, to: copy.definition as never, fromWidgets: [], toWidgets: copy.widgets },
    ];
    expect(rebase(unchanged, to).operations).toStrictEqual(unchanged);
  });

  const list = ['properties', 'list'];
  const item: Operation = { kind: 'set', widget: one, path: [...list, 1, 'n'], to: 3 };
  const name: Operation = { kind: 'set', widget: null, path: ['name'], to: 'x' };
  const connect: Operation = { kind: 'connect', widget: split, at: 2, from: null, to: two };
  const typed = (...edit: (string | number)[]): Operation => ({
    kind: 'edit-text',
    widget: split,
    path: input,
    edit,
  });
  /** Of the names of three widgets. */
  const names = 15;
  /** Of an operation on three widgets, and on a list. */
  const made = (items = 0) => 100 + (3 + items) / 4;

  it.each<[string, Operation[], Operation[], number]>([
    ['names are compared, and the operation is made', [name], [insert(0, 'y')], names + made()],
    ['names are compared once', [name, name], [insert(0, 'y')], names + 2 * made()],
    ['a rename has them compared again', [rename(one, 'x'), name], [], 2 * (names + made())],
    ['items are compared', [remove(1)], [insert(0, 'y')], names + 700 + made(4)],
    [
      'the items of two lists are compared once each',
      [connect, { ...item, to: 4 }, item, connect],
      [insert(0, 'y'), { kind: 'delete', widget: one, path: list, at: 0, value: {} }],
      names + 700 + 300 + 4 * made(),
    ],
    [
      'those before an inserted one are looked at until one is left',
      [insert(2, 'a'), insert(3, 'b')],
      [remove(1)],
      names + 500 + 2 + made(2) + 1 + made(3),
    ],
    ['a list that nobody has changed costs nothing', [item], [insert(0, 'y')], names + made()],
    [
      'a moved item has them compared again',
      [{ kind: 'reorder', widget: split, path: ['transitions'], from: 0, to: 1 }, connect],
      [insert(0, 'y')],
      names + 2 * 700 + made(4) + made(),
    ],
    ['known edits of a text are short', [typed(5, '!')], [typed(5, '?')], names + 11 / 4 + 2 * 5 + made()],
    ['so is a text that is the same', [typed(5, '!')], [insert(0, 'y')], names + 10 / 4 + made()],
    [
      'texts are compared',
      [typed(5, '!')],
      [{ kind: 'set', widget: split, path: input, to: 'Hello?' }],
      names + 11 / 4 + 121 + made(),
    ],
    [
      'long ones not by each character',
      [typed(5, '!')],
      [{ kind: 'set', widget: split, path: input, to: 'x'.repeat(1_000) }],
      names + 1_005 / 4 + 500_000 + made(),
    ],
  ])('costs: %s', (_, mine, theirs, units) => {
    const within = (left: number) => {
      const work = new WorkBudget(left);
      const context = new RebaseContext(work);
      rebaseOperations(mine, copy, changedBy(...theirs), knownTextEdits(theirs), undefined, context);
      return work.left;
    };
    expect(within(1_000_000)).toBe(1_000_000 - units);
    expect(() => within(units - 1)).toThrow(LimitExceeded);
  });

  it('costs what others have done, and what all widgets are', () => {
    const work = new WorkBudget(1_000);
    const context = new RebaseContext(work);
    context.spendComposed([typed(1, 'a', -1), name]);
    expect(work.left).toBe(1_000 - 100 - 3 * 100 - 100);
    context.spendCompared(copy);
    expect(work.left).toBe(500 - 15);
  });

  it('knows which operations may change a name', () => {
    const set = (path: string[]): Operation => ({ kind: 'set', widget: two, path, to: 'x' });
    const edit = (path: string[]): Operation => ({ kind: 'edit-text', widget: two, path, edit: ['x'] });
    const renaming = [
      set(['name']),
      set([]),
      edit(['name']),
      rename(two, 'x'),
      { kind: 'remove-widget', widget: two } as Operation,
    ];
    expect(renaming.map(leavesNames)).toEqual(renaming.map(() => false));
    const connect: Operation = { kind: 'connect', widget: two, at: 0, from: null, to: null };
    const reorder: Operation = { kind: 'reorder', widget: two, path: ['x'], from: 0, to: 1 };
    const others = [set(input), edit(input), insert(0, 'x'), remove(0), connect, reorder];
    expect(others.map(leavesNames)).toEqual(others.map(() => true));
  });
});
