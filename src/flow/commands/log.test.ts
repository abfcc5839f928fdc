import { describe, expect, it } from 'vitest';
import { applyOperations } from '../change/apply.ts';
import type { Operation } from '../change/operation.ts';
import type { WorkingCopy } from '../change/working-copy.ts';
import { entry, setOf, start, textEdit, textIn } from '../testing/editing.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import {
  appendCommands,
  after as copyAfter,
  type LogEntry,
  rebaseAll,
  rebaseCommands,
  replay,
} from './log.ts';

const made = (...operations: Operation[]): WorkingCopy => applyOperations(start.copy, operations).copy;
const command = (id: string, ...operations: Operation[]) => ({ id, operations });
const removal = (widget: string): Operation => ({ kind: 'remove-widget', widget });
const rename = (from: string, to: string): Operation => ({ kind: 'rename-widget', widget: from, from, to });
const own = (seq: number, { id, operations }: ReturnType<typeof command>): LogEntry => ({
  seq,
  id,
  operations,
});
const edited = (at: number, ...edit: (number | string)[]): Operation => ({
  ...{ kind: 'edit-text', widget: 'check', edit },
  path: ['transitions', at, 'conditions', 0, 'value'],
});
const reorder: Operation = { kind: 'reorder', widget: 'check', path: ['transitions'], from: 1, to: 2 };

describe('the edits of a log', () => {
  it('make the copies one after the other', () => {
    const edits = [entry(4, textEdit('greet', 5, '!')), entry(5, textEdit('greet', 6, '?'))];
    expect(replay({ ...start, seq: 3 }, edits)).toEqual({ seq: 5, copy: made(textEdit('greet', 5, '!?')) });
    expect(replay(start, [])).toBe(start);
  });
});

describe('commands after edits that others made meanwhile', () => {
  it('are as they were without any', () => {
    const commands = [command('a', textEdit('greet', 5, '!'))];
    expect(rebaseCommands(commands, start, [])).toEqual({ head: start, commands, lost: [], known: null });
  });

  it('follow them, one after the other', () => {
    const commands = [
      ...[command('a', textEdit('greet', 5, '!')), command('b', textEdit('ask', 'Say: '))],
      ...[command('c', textEdit('greet', 6, '?')), command('d', textEdit('greet', -1))],
    ];
    const edits = [entry(1, textEdit('greet', 'Oh. ')), entry(2, textEdit('greet', 9, ' you'))];
    const result = rebaseCommands(commands, start, edits);
    expect(result).toMatchObject({ lost: [], head: replay(start, edits) });
    expect(result.commands).toEqual([
      ...[command('a', textEdit('greet', 13, '!')), command('b', textEdit('ask', 'Say: '))],
      ...[command('c', textEdit('greet', 14, '?')), command('d', textEdit('greet', 4, -1))],
    ]);
    expect([...(result.known ?? [])]).toEqual([['["greet",["properties","body"]]', ['Oh. ', 4, ' you']]]);
  });

  it('that are among them are left out', () => {
    const [a, b, c] = [
      command('a', textEdit('greet', 5, 'a')),
      command('b', textEdit('greet', 5, 'b')),
      command('c', textEdit('greet', 5, 'c')),
    ];
    expect(rebaseCommands([a, b, c], start, [own(1, a)])).toEqual({
      ...{ head: { seq: 1, copy: made(...a.operations) }, commands: [b, c], lost: [], known: null },
    });
    const result = rebaseCommands([a, b, c], start, [
      own(1, a),
      entry(2, textEdit('greet', 'Oh. ')),
      own(3, command('b', textEdit('greet', 9, 'b'))),
    ]);
    expect(result.commands).toEqual([command('c', textEdit('greet', 9, 'c'))]);
    expect(textIn(copyAfter(result.head.copy, result.commands))).toBe('Oh. Hellocba');
  });

  it('that are among them without those before them leave these where they are', () => {
    const [a, b, c] = [
      command('a', textEdit('greet', 'A')),
      command('b', textEdit('greet', 6, 'B')),
      command('c', textEdit('greet', 7, 'C')),
    ];
    const logged = own(1, command('b', textEdit('greet', 5, 'B')));
    const result = rebaseCommands([a, b, c], start, [logged]);
    expect(result.commands).toEqual([a, c]);
    expect(textIn(copyAfter(result.head.copy, result.commands))).toBe('AHelloBC');
    const twin = command('twin', textEdit('greet', 'A'));
    expect(rebaseCommands([a, twin], start, [own(1, twin)]).commands).toEqual([
      command('a', textEdit('greet', 1, 'A')),
    ]);
  });

  it('that were changed on the way take the later ones with them', () => {
    const [a, b] = [command('a', textEdit('greet', 5, ' you')), command('b', textEdit('greet', 9, '!'))];
    const result = rebaseCommands([a, b], start, [own(1, command('a', textEdit('greet', 5, ' thou')))]);
    expect(result.commands).toEqual([command('b', textEdit('greet', 10, '!'))]);
    expect(result.known).not.toBeNull();
  });

  it('lose what is about a widget that is gone, wherever it stands', () => {
    const [a, b, c] = [
      command('a', textEdit('ask', 'x'), textEdit('greet', 'x')),
      command('b', textEdit('greet', 'y')),
      command('c', textEdit('ask', 'y')),
    ];
    const edits = [
      entry(1, removal('ask')),
      own(2, command('b', textEdit('greet', 'y'))),
      entry(3, removal('greet')),
    ];
    const result = rebaseCommands([a, b, c], start, edits);
    expect(result.commands).toEqual([command('a'), command('c')]);
    expect(result.lost).toEqual([
      { command: a, operations: [a.operations[0]] },
      { command: c, operations: c.operations },
      { command: command('a', textEdit('greet', 1, 'x')), operations: [textEdit('greet', 1, 'x')] },
    ]);
  });

  it('follow widgets to new names, and the names that they give themselves', () => {
    const mention = setOf('thank', ['properties', 'from'], '{{widgets.ask.x}} {{widgets.greet.y}}');
    const result = rebaseCommands(
      [
        command('a', rename('greet', 'welcome')),
        command('b', setOf('thank', ['properties', 'from'], '{{widgets.ask.x}} {{widgets.welcome.y}}')),
      ],
      start,
      [entry(1, rename('ask', 'question'))],
    );
    expect(result.commands[1]?.operations).toEqual([
      setOf('thank', ['properties', 'from'], '{{widgets.question.x}} {{widgets.welcome.y}}'),
    ]);
    expect(
      rebaseCommands([command('a', mention)], start, [entry(1, rename('ask', 'question'))]).commands,
    ).toEqual([
      command('a', setOf('thank', ['properties', 'from'], '{{widgets.question.x}} {{widgets.greet.y}}')),
    ]);
  });

  const insert: Operation = { kind: 'insert', widget: 'check', path: ['transitions'], at: 0, value: {} };
  const deletion: Operation = { kind: 'delete', widget: 'check', path: ['transitions'], at: 0, value: null };
  it.each([
    ['moved', reorder, 2],
    ['inserted', insert, 2],
    ['deleted', deletion, 0],
  ])('know which of two equal letters is new in a list of which an item was %s before', (_, change, at) => {
    const edits = [entry(1, change), entry(2, edited(at, 'y'), textEdit('greet', 'x'))];
    const { head, commands } = rebaseCommands([command('a', edited(1, '!'))], start, edits);
    const { definition } = copyAfter(head.copy, commands);
    expect(definition.states[3]?.transitions?.[at]?.conditions?.[0]?.value).toBe('y!yes');
  });

  const input = ['properties', 'input'];
  it.each([
    ['a list that nobody changed before', setOf('check', input, 'x'), edited(1, 'x')],
    ['another widget than that with a changed list', reorder, textEdit('greet', 'x')],
    ['a changed list as a whole', reorder, setOf('check', ['transitions'], [])],
    [
      'a text beside a changed list',
      reorder,
      { kind: 'edit-text', widget: 'check', path: input, edit: ['x'] },
    ],
  ] as [string, Operation, Operation][])(
    'see as one step what ends as it was, while others edit %s',
    (_, first, second) => {
      const state = start.copy.definition.states[2] ?? {};
      const again: Operation = { kind: 'add-widget', widget: 'ask', at: 2, state };
      const own = [command('a', textEdit('ask', 'x'))];
      const { commands, lost } = rebaseCommands(own, start, [
        entry(1, first, removal('ask')),
        entry(2, again, second),
      ]);
      expect([commands, lost]).toEqual([own, []]);
    },
  );

  it('need the work of a budget, and the copy after the edits where it is at hand', () => {
    const commands = [command('a', textEdit('greet', 5, '!'))];
    const edits = [entry(1, textEdit('greet', 'Oh. ')), entry(2, textEdit('ask', 'Oh. '))];
    const spent = (units: number) => {
      const work = new WorkBudget(units);
      rebaseCommands(commands, start, edits, { work });
      return units - work.left;
    };
    expect(spent(10_000)).toBe(534.75);
    expect(() => spent(100)).toThrow(LimitExceeded);
    const head = replay(start, edits);
    expect(rebaseCommands(commands, start, edits, { head }).head).toBe(head);
    expect(
      rebaseCommands(commands, start, [...edits, own(3, command('a', textEdit('greet', 9, '!')))], { head })
        .head,
    ).toBe(head);
  });
});

describe('commands made on one copy, as they are on another', () => {
  it('are the same on the same copy', () => {
    const commands = [command('a', textEdit('greet', 5, '!'))];
    const known = new Map([['x', [1]]]);
    expect(rebaseAll(commands, start.copy, start.copy, known)).toEqual({ commands, lost: [], known });
  });

  it('are the same objects where they are about other widgets', () => {
    const commands = [
      command('a', textEdit('ask', 'x')),
      command('b', textEdit('greet', 5, 'y'), textEdit('ask', 1, 'y')),
      command('c', textEdit('thank', 'z')),
    ];
    const result = rebaseAll(commands, start.copy, made(textEdit('greet', 'Oh. ')));
    expect(result.commands).toEqual([
      commands[0],
      command('b', textEdit('greet', 9, 'y'), textEdit('ask', 1, 'y')),
      commands[2],
    ]);
    expect([0, 2].map((at) => result.commands[at] === commands[at])).toEqual([true, true]);
  });

  it('remove a widget only as a whole', () => {
    const state = start.copy.definition.states[4] ?? {};
    const undo: Operation = {
      kind: 'remove-widget',
      widget: 'thank',
      state,
      sources: ['check'],
      ifUnchanged: true,
    };
    const commands = [command('a', textEdit('greet', 'x'), undo), command('b', textEdit('greet', 3, 'y'))];
    const to = made(textEdit('greet', 5, '!'), textEdit('thank', 'theirs '));
    const result = rebaseAll(commands, start.copy, to);
    expect(textIn(copyAfter(to, result.commands))).toBe('Heyllo!');
    expect(textIn(copyAfter(to, result.commands), 'thank')).toContain('theirs ');
  });
});

describe('commands that are appended', () => {
  const [a, b] = [
    command('a', textEdit('greet', 5, '!')),
    command('b', textEdit('greet', 6, '?'), textEdit('ask', 'x')),
  ];

  it('are written behind the edits, as they are there', () => {
    expect(
      appendCommands(
        [a, b],
        start,
        [entry(1, textEdit('greet', 'Oh. ')), entry(2, removal('ask'))],
        new Map(),
      ),
    ).toEqual({
      head: { seq: 4, copy: made(textEdit('greet', 'Oh. ', 5, '!?'), removal('ask')) },
      entries: [
        { ...command('a', textEdit('greet', 9, '!')), seq: 3 },
        { ...command('b', textEdit('greet', 10, '?')), seq: 4 },
      ],
      acknowledgements: [
        { id: 'a', seq: 3, skipped: [] },
        { id: 'b', seq: 4, skipped: [textEdit('ask', 'x')] },
      ],
    });
  });

  it('are answered only where the log has them, now or from before', () => {
    const edits = [own(7, b)];
    const result = appendCommands([a, b], { ...start, seq: 6 }, edits, new Map([['a', 2]]));
    expect(result.entries).toEqual([]);
    expect(result.head).toEqual({ seq: 7, copy: made(...b.operations) });
    expect(result.acknowledgements).toEqual([
      { id: 'a', seq: 2, skipped: [] },
      { id: 'b', seq: 7, skipped: [] },
    ]);
  });

  it('are one command where two have one id', () => {
    const result = appendCommands([a, a, b], start, [], new Map());
    expect(result.entries).toEqual([
      { ...a, seq: 1 },
      { ...b, seq: 2 },
    ]);
    expect(result.acknowledgements).toEqual([
      ...[1, 1, 2].map((seq) => ({ id: seq === 1 ? 'a' : 'b', seq, skipped: [] })),
    ]);
  });

  it('tell what could not be applied', () => {
    const wrong = command('w', removal('gone'), textEdit('greet', 5, '!'));
    expect(appendCommands([wrong], start, [], new Map()).acknowledgements).toEqual([
      { id: 'w', seq: 1, skipped: [removal('gone')] },
    ]);
  });

  it('are shown with the copies before and after each, and may be refused', () => {
    const seen: unknown[] = [];
    const accept = (now: WorkingCopy, before: WorkingCopy, id: string) => {
      seen.push([textIn(now), textIn(before), id]);
    };
    appendCommands([a, b], start, [], new Map(), { accept });
    expect(seen).toEqual([
      ['Hello!', 'Hello', 'a'],
      ['Hello!?', 'Hello!', 'b'],
    ]);
    const refuse = () => {
      throw new Error('No.');
    };
    expect(() => appendCommands([a], start, [], new Map(), { accept: refuse })).toThrow('No.');
  });
});
