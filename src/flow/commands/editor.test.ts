import { describe, expect, it } from 'vitest';
import { applyOperations, valueAt } from '../change/apply.ts';
import type { Operation } from '../change/operation.ts';
import { stateOf, type WorkingCopy, workingCopyOf } from '../change/working-copy.ts';
import { addWidget } from '../edit/add-widget.ts';
import { setProperty } from '../edit/set-property.ts';
import { body, edited, entry, opened, setOf, start, textEdit, textIn, typed } from '../testing/editing.ts';
import {
  confirmAll,
  createEditor,
  dismissLost,
  type EditorState,
  edit,
  endGesture,
  type LostEdit,
  nextToSend,
  rebaseOnCopy,
  receive,
  restoreLost,
  sendAgain,
  settle,
  unknownSeq,
  withdraw,
  withoutRestored,
} from './editor.ts';
import { redo, undo } from './undo.ts';

const label = { name: 'edit' };
const flowAfter = (...operations: Operation[]): WorkingCopy => applyOperations(start.copy, operations).copy;
const greetWith = (text: string) => flowAfter(setOf('greet', body, text));
const idsOf = (state: EditorState | undefined | null) => state?.pending.map(({ id }) => id);
const typedTwice = () => typed(typed(opened, 'a', 'Hello y'), 'b', 'Hello you');
/** Three commands about three widgets. */
const three = () =>
  ['greet', 'ask', 'thank'].reduce((state, widget) => typed(state, widget, 'x', null, widget), opened);

describe('an edit', () => {
  it('is shown, and waits as a command; there is a step that undoes it', () => {
    const { shown, ...rest } = typed(createEditor(start), 'a', 'Hello you', null);
    expect(shown).toEqual(greetWith('Hello you'));
    expect(rest).toEqual({
      confirmed: start,
      pending: [
        {
          id: 'a',
          label: { name: 'a' },
          gesture: null,
          operations: [textEdit('greet', 5, ' you')],
          sent: false,
        },
      ],
      past: [
        {
          ...{ label: { name: 'a' }, gesture: null, text: 'Hello' },
          operations: [{ ...textEdit('greet', 5, -4), ifUnchanged: true }],
        },
      ],
      future: [],
      lost: [],
    });
  });

  it('follows the copy of the server', () => {
    const none = { pending: [], past: [], future: [], lost: [] };
    expect(createEditor(start)).toEqual({ confirmed: start, shown: start.copy, ...none });
  });

  it('that changes nothing leaves the editor as it is', () => {
    expect(typed(opened, 'a', 'Hello')).toBe(opened);
  });

  it('names the widgets that it adds after itself', () => {
    const state = edited(opened, 'a', (flow) => addWidget(flow, 'send-message', { x: 0, y: 0 }).definition);
    expect(state.shown.widgets).toEqual([...start.copy.widgets, 'a.0']);
  });

  it('leaves nothing to redo, whether it is a step of its own or not', () => {
    const undone = undo(typed(typed(opened, 'a', 'Hello y'), 'b', 'x', null, 'ask'), 'u');
    expect(undone.future).toHaveLength(1);
    expect(typed(undone, 'c', 'Hello', null).future).toEqual([]);
    expect(typed(undone, 'c', 'Hello yo').future).toEqual([]);
  });

  it('of very much is several commands and one step', () => {
    const definition = Array.from({ length: 5 }, (_, at) => `k${at}`).reduce(
      (flow, key) => setProperty(flow, 'ask', key, [key.repeat(10_000)]),
      start.copy.definition,
    );
    const state = edit(opened, { name: 'Shared', definition }, { id: 'a', label });
    expect(idsOf(state)).toEqual(['a', 'a-1', 'a-2', 'a-3', 'a-4']);
    expect(state.past).toHaveLength(1);
    expect(state.shown).toEqual({ ...start.copy, definition });
    expect(undo(state, 'u').shown).toEqual(start.copy);
  });

  it('can be undone with the 199 before it', () => {
    let state = opened;
    for (let nth = 1; nth <= 201; nth += 1) state = typed(state, `e${nth}`, 'x'.repeat(nth), null);
    expect(state.past.map((step) => step.label.name)).toEqual(
      Array.from({ length: 200 }, (_, at) => `e${at + 2}`),
    );
  });
});

describe('typing', () => {
  it('is one command and one step, which undoes all of it', () => {
    expect(typedTwice().pending).toEqual([
      {
        ...{ id: 'a', label: { name: 'b' }, gesture: 'typing', sent: false },
        operations: [textEdit('greet', 5, ' you')],
      },
    ]);
    expect(typedTwice().past).toEqual([
      {
        ...{ label: { name: 'b' }, gesture: 'typing', text: 'Hello' },
        operations: [{ ...textEdit('greet', 5, -4), ifUnchanged: true }],
      },
    ]);
    expect(undo(typedTwice(), 'u').shown).toEqual(start.copy);
  });

  const moved = (state: EditorState) =>
    edited(state, 'b', (flow) => setProperty(flow, 'greet', 'offset', { x: 1, y: 1 }), { gesture: 'typing' });
  const twoTexts = (state: EditorState, id: string, text: string) =>
    edited(state, id, (flow) => setProperty(setProperty(flow, 'greet', 'body', text), 'ask', 'body', text), {
      gesture: 'typing',
    });
  const noted = (state: EditorState, text: string) =>
    edited(state, text, (flow) => setProperty(flow, 'greet', 'note', text), { gesture: 'typing' });
  const named = (state: EditorState) =>
    edited(state, 'b', (flow) => setProperty(flow, 'greet', 'from', '{{x}}'), { gesture: 'typing' });
  it.each([
    ['and a new gesture are two', () => typed(typed(opened, 'a', 'x'), 'b', 'xy', 'again'), 2, 2],
    ['without a gesture is two', () => typed(typed(opened, 'a', 'x', null), 'b', 'xy', null), 2, 2],
    [
      'after the end of the gesture is a step of its own',
      () => typed(endGesture(typed(opened, 'a', 'x')), 'b', 'xy'),
      1,
      2,
    ],
    [
      'in two widgets is two commands and one step',
      () => typed(typed(opened, 'a', 'x'), 'b', 'x', 'typing', 'ask'),
      2,
      1,
    ],
    ['and a new property are two commands and one step', () => named(typed(opened, 'a', 'x')), 2, 1],
    [
      'in two texts of a widget is two commands',
      () => typed(noted(noted(opened, 'x'), 'xy'), 'b', 'x'),
      3,
      1,
    ],
    ['and a move are two commands and one step', () => moved(typed(opened, 'a', 'x')), 2, 1],
    ['and a move before it are two commands and one step', () => typed(moved(opened), 'a', 'x'), 2, 1],
    [
      'in two texts at once is a command each time',
      () => twoTexts(twoTexts(opened, 'a', 'x'), 'b', 'xy'),
      2,
      1,
    ],
    ['in one text and in two is two commands', () => twoTexts(typed(opened, 'a', 'x'), 'b', 'xy'), 2, 1],
    ['in two texts and in one is two commands', () => typed(twoTexts(opened, 'a', 'x'), 'b', 'xy'), 2, 1],
  ])('%s', (_, made, commands, steps) => {
    const state = made();
    expect(state.pending).toHaveLength(commands);
    expect(state.past).toHaveLength(steps);
    let undone = state;
    for (let nth = 0; nth < steps; nth += 1) undone = undo(undone, `u${nth}`);
    expect(undone.shown).toEqual(start.copy);
    for (let nth = 0; nth < steps; nth += 1) undone = redo(undone, `r${nth}`);
    expect(undone.shown).toEqual(state.shown);
  });

  it('after the command was sent is a new command', () => {
    const sending = nextToSend(typed(opened, 'a', 'x'), 1)?.state ?? opened;
    const state = typed(sending, 'b', 'xy');
    expect(idsOf(state)).toEqual(['a', 'b']);
    expect(idsOf(typed(sendAgain(state), 'c', 'xyz'))).toEqual(['a', 'b']);
    expect(idsOf(typed(sendAgain(sending), 'c', 'xyz'))).toEqual(['a', 'c']);
  });

  it('ends with its gesture, once', () => {
    const [step] = typedTwice().past;
    const ended = endGesture(typedTwice());
    expect(ended).toEqual({ ...typedTwice(), past: [{ ...step, gesture: null }] });
    expect(endGesture(ended)).toBe(ended);
    expect(endGesture(opened)).toBe(opened);
    expect(endGesture(typed(typedTwice(), 'c', 'x', 'more', 'ask')).past).toMatchObject([
      ...[{ gesture: 'typing' }, { gesture: null }],
    ]);
  });
});

describe('sending', () => {
  it('takes the oldest commands, on the confirmed copy', () => {
    const [first, second, third] = three().pending;
    const sent = [first, second].map((each) => ({ ...each, sent: true }));
    expect(nextToSend({ ...three(), confirmed: { ...start, seq: 7 } }, 2)).toEqual({
      state: { ...three(), confirmed: { ...start, seq: 7 }, pending: [...sent, third] },
      base: 7,
      commands: sent,
    });
  });

  it('waits while there is nothing, while commands are under way, and for a copy of the server', () => {
    expect(nextToSend(opened, 2)).toBeNull();
    expect(nextToSend(nextToSend(three(), 1)?.state ?? opened, 1)).toBeNull();
    expect(nextToSend({ ...three(), confirmed: { ...start, seq: unknownSeq } }, 1)).toBeNull();
  });

  it('again is possible without an answer, and what was sent is not joined any more', () => {
    const state = typed(typedTwice(), 'c', 'x', 'more', 'ask');
    const sending = nextToSend(state, 1)?.state ?? opened;
    const [first, second] = state.pending;
    expect(sendAgain(sending)).toEqual({ ...state, pending: [{ ...first, gesture: null }, second] });
  });
});

describe('a command that the server refuses', () => {
  it('is lost, and the later ones follow', () => {
    const state = typed(
      typed(typed(opened, 'a', 'Hello A', null), 'b', 'Hello BA', null),
      'c',
      'Hello BAC',
      null,
    );
    const { past, ...withdrawn } = withdraw(state, 'b');
    const [first, second, third] = state.pending;
    expect(withdrawn).toEqual({
      confirmed: start,
      pending: [first, { ...third, operations: [textEdit('greet', 7, 'C')] }],
      shown: greetWith('Hello AC'),
      future: [],
      lost: [{ id: 'b', label: { name: 'b' }, operations: second?.operations, shown: state.shown }],
    });
    expect(past.map((step) => step.label.name)).toEqual(['a', 'b', 'c']);
  });

  it('takes with it what later ones did to what it added', () => {
    const added = edited(
      opened,
      'a',
      (flow) => addWidget(flow, 'send-message', { x: 0, y: 0 }, 'new').definition,
    );
    const state = typed(typed(added, 'b', 'x', null, 'new'), 'c', 'y', null);
    const withdrawn = withdraw(state, 'a');
    expect(withdrawn.lost.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(withdrawn.shown).toEqual(greetWith('y'));
    expect(idsOf(withdrawn)).toEqual(['b', 'c']);
  });

  it('leaves the editor as it is when it is not known', () => {
    const state = three();
    expect(withdraw(state, 'other')).toBe(state);
  });
});

const lostOf = (shown: WorkingCopy, ...operations: Operation[]): LostEdit => ({
  id: 'l',
  label,
  operations,
  shown,
});
const withLost = (shown: WorkingCopy, ...lost: LostEdit[]): EditorState => ({
  ...createEditor({ seq: 0, copy: shown }),
  lost,
});

describe('a lost edit', () => {
  const cord: Operation = { kind: 'connect', widget: 'check', at: 2, from: null, to: 'thank' };
  const name: Operation = { kind: 'rename-widget', widget: 'greet', from: 'greet', to: 'welcome' };
  const text = textEdit('greet', 5, '!');
  const add: Operation = { kind: 'add-widget', widget: 'thank', at: 0, state: {} };
  const note = setOf(null, ['definition', 'description'], 'x');
  const unset = setOf('greet', body, undefined);
  const removal: Operation = { kind: 'remove-widget', widget: 'greet' };
  const more = (widget: string) => setOf(widget, ['properties', 'more'], 1);
  it.each([
    ['forgotten', 'its text is as it would be', [text], [text], [text, more('greet')]],
    ['kept', 'its text is another', [text], [text], [textEdit('greet', '!')]],
    ['forgotten', 'its cord is there', [cord], [cord], [cord, more('check')]],
    ['kept', 'its cord is not there', [cord], [cord], [more('check')]],
    ['forgotten', 'its name is given', [name], [name], [name, more('greet')]],
    ['kept', 'its name is not given', [name], [name], [more('greet')]],
    ['forgotten', 'its widget is there', [add], [], [more('greet')]],
    ['kept', 'its widget is there with something else', [add], [], [more('thank')]],
    ['kept', 'only one of its values is as it would be', [text, cord], [text, cord], [text]],
    ['kept', 'it is about the flow', [note], [note], [note]],
    ['kept', 'its widget is gone', [text], [text], [removal]],
    ['kept', 'its widget is gone, and it removed a value', [unset], [unset], [removal]],
    ['kept', 'its widget was gone when it was lost', [text], [removal], [more('greet')]],
    ['kept', 'its widget is gone in both', [text], [removal], [removal, more('ask')]],
  ])('is %s where %s', (what, _, operations, shown, now) => {
    const lost = lostOf(flowAfter(...shown), ...operations);
    const [before, state] = [withLost(start.copy, lost), withLost(flowAfter(...now), lost)];
    expect(withoutRestored(state, before)).toEqual(what === 'kept' ? state : { ...state, lost: [] });
  });

  it('is kept while nothing changes, and when it was lost just now', () => {
    const lost = lostOf(start.copy, text);
    const state = withLost(start.copy, lost);
    expect(withoutRestored(state, state)).toBe(state);
    expect(withoutRestored(state, withLost(flowAfter(text)))).toBe(state);
    const other = withLost(flowAfter(text), lost);
    expect(withoutRestored(other, state)).toBe(other);
    const none = createEditor(start);
    expect(withoutRestored(none, withLost(flowAfter(text), lost))).toBe(none);
  });

  it('can be dismissed', () => {
    const [one, other] = [lostOf(start.copy, text), { ...lostOf(start.copy), id: 'other' }];
    const state = withLost(start.copy, one, other);
    expect(dismissLost(state, 'l')).toEqual({ ...state, lost: [other] });
  });

  it('of a widget that was removed adds it again with what led to it, and can be undone', () => {
    const state = withLost(flowAfter(removal), lostOf(flowAfter(text), text));
    const restored = restoreLost(state, state.lost[0] as LostEdit, { id: 'r', label });
    expect(restored.shown).toEqual(flowAfter(text));
    expect(restored.lost).toEqual([]);
    expect(idsOf(restored)).toEqual(['r']);
    expect(restored.past.map((step) => step.label)).toEqual([label]);
    expect(undo(restored, 'u').shown).toEqual(state.shown);
  });

  const yes = setOf('check', ['transitions', 1, 'conditions', 0, 'value'], 'yes!');
  const key = setOf('ask', ['properties', 'colour', 'unknown', 0], 'KEY');
  const ui = (kind: string, id: string, value: object) =>
    setOf(null, ['definition', 'ui'], { [kind]: { [id]: value } } as never);
  const noteOf = (of: string) => ui('notes', 'n', { text: of });
  const noteText = setOf(null, ['definition', 'ui', 'notes', 'n', 'text'], 'mine');
  it.each([
    ['a text', [text], [text], [setOf('greet', body, 'Bye')], [setOf('greet', body, 'Hello!')]],
    [
      'the property that a value is in',
      [key],
      [key],
      [setOf('ask', ['properties', 'colour'], 'red'), more('ask')],
      [setOf('ask', ['properties', 'colour'], { unknown: ['KEY'] })],
    ],
    [
      'all transitions of a condition',
      [yes],
      [yes],
      [setOf('check', ['transitions'], [])],
      [setOf('check', ['transitions'], valueAt(flowAfter(yes), 'check', ['transitions']))],
    ],
    ['properties of two widgets', [key, text], [key, text], [setOf('ask', body, '')], [key, text]],
    [
      'one property once',
      [key, key],
      [key],
      [setOf('ask', ['properties', 'colour'], 1)],
      [setOf('ask', ['properties', 'colour'], { unknown: ['KEY'] })],
    ],
    [
      'a note beside the others',
      [noteText],
      [noteOf('mine')],
      [ui('notes', 'other', { text: 'theirs' })],
      [noteOf('mine')],
    ],
    ['no cord', [cord], [cord], [], []],
    [
      'no value that was removed',
      [setOf('greet', body, undefined)],
      [setOf('greet', body, undefined)],
      [],
      [],
    ],
    ['no widget that was not there', [text], [removal], [], []],
    ['no description', [note], [note], [], []],
    ['no order of widgets', [{ kind: 'order-widgets', from: [], to: [] } as Operation], [], [], []],
    ['no note that was not there', [noteText], [], [], []],
    ['no notes as a whole', [setOf(null, ['definition', 'ui', 'notes'], {})], [noteOf('mine')], [], []],
  ])('sets back %s', (_, operations, shown, now, restoring) => {
    const lost = lostOf(flowAfter(...shown), ...operations);
    const state = withLost(flowAfter(...now), lost);
    const restored = restoreLost(state, lost, { id: 'r', label });
    expect(restored.shown).toEqual(applyOperations(state.shown, restoring).copy);
    expect(restored).toMatchObject({ lost: [], past: restoring.length === 0 ? [] : [{ label }] });
    if (restoring.length === 0) expect(restored).toEqual({ ...state, lost: [] });
  });
});

describe('a flow that was in this browser only', () => {
  const added = () =>
    edited(opened, 'a', (flow) => addWidget(flow, 'send-message', { x: 0, y: 0 }, 'new').definition);
  const edits = () => undo(typed(typed(added(), 'b', 'x', null, 'new'), 'c', 'y', null, 'new'), 'u');

  it('gets the identities of the server, in all commands and steps', () => {
    const state = edits();
    const settled = settle(state, 1);
    const copy = workingCopyOf(added().shown);
    expect(copy.widgets.at(-1)).not.toBe('a.0');
    const renamed = JSON.parse(
      JSON.stringify(state).replaceAll('"a.0"', JSON.stringify(copy.widgets.at(-1))),
    ) as EditorState;
    expect(settled).toEqual({
      ...renamed,
      confirmed: { seq: unknownSeq, copy },
      pending: renamed.pending.slice(1),
      shown: { ...renamed.shown, widgets: copy.widgets },
    });
  });

  it('waits for no server', () => {
    const state = edits();
    expect(confirmAll(state)).toEqual({ ...state, confirmed: { seq: 0, copy: state.shown }, pending: [] });
  });
});

describe('edits of the log', () => {
  it('confirm own commands', () => {
    const [first, ...pending] = three().pending;
    const own = { seq: 1, id: 'greet', operations: first?.operations ?? [] };
    const copy = flowAfter(...own.operations);
    expect(receive(three(), [own])).toEqual({ ...three(), confirmed: { seq: 1, copy }, pending });
  });

  it('of others are shown below the own commands', () => {
    const state = receive(typed(opened, 'a', 'Hello you', null), [
      entry(1, textEdit('greet', 'Oh. ')),
      entry(2, textEdit('ask', 'Say: ')),
    ]);
    expect(state?.confirmed).toEqual({
      seq: 2,
      copy: flowAfter(textEdit('greet', 'Oh. '), textEdit('ask', 'Say: ')),
    });
    expect(state?.pending).toMatchObject([{ id: 'a', operations: [textEdit('greet', 9, ' you')] }]);
    expect(state?.past).toMatchObject([{ operations: [textEdit('greet', 9, -4)] }]);
    expect([textIn(state?.shown ?? start.copy), textIn(state?.shown ?? start.copy, 'ask')]).toEqual([
      'Oh. Hello you',
      'Say: Yes or no?',
    ]);
  });

  it('are skipped when they are known, and refused when some are missing', () => {
    const [one, two, three] = [1, 2, 3].map((seq) => entry(seq, textEdit('greet', `${seq}`)));
    if (one === undefined || two === undefined || three === undefined) throw new Error('No entries.');
    const state = receive(opened, [one, two]) ?? opened;
    expect(textIn(state.shown)).toBe('21Hello');
    expect(receive(state, [one, two])).toBe(state);
    expect(receive(state, [one, two, three])?.confirmed.seq).toBe(3);
    expect(receive(opened, [two])).toBeNull();
    expect(receive(opened, [one, three])).toBeNull();
  });

  it('take from own commands what is about a widget that is gone', () => {
    const state = typed(opened, 'a', 'x', null);
    const next = receive(state, [entry(1, { kind: 'remove-widget', widget: 'greet' })]);
    expect(next?.lost).toEqual([
      { id: 'a', label: { name: 'a' }, operations: state.pending[0]?.operations, shown: state.shown },
    ]);
    expect(next?.shown).toEqual(flowAfter({ kind: 'remove-widget', widget: 'greet' }));
  });

  it.each([
    ['of another author', entry(1, textEdit('greet', 5, -1)), { author: 'Ben', client: 'page-2' }],
    ['of nobody', { seq: 1, id: 't', operations: [textEdit('greet', 5, -1)] }, { author: '', client: '' }],
    ['that does not meet it', entry(1, textEdit('greet', 'Oh. ')), undefined],
  ])('mark a step that meets one %s', (_, each, contested) => {
    const state = receive(confirmAll(typed(opened, 'a', 'Hello you', null)), [each]);
    expect(state?.past[0]?.operations[0]?.contested).toEqual(contested);
  });

  it('mark no step that meets an own command which the server has changed', () => {
    const state = typed(typed(opened, 'a', 'Hello you', null), 'b', 'Hello you two', null);
    const next = receive(state, [{ ...entry(1, textEdit('greet', 5, ' me')), id: 'a' }]);
    expect(textIn(next?.shown ?? start.copy)).toBe('Hello me two');
    expect(next?.past[0]?.operations).toHaveLength(1);
    expect(next?.past[0]?.operations[0]).not.toHaveProperty('contested');
  });
});

describe('a newer copy of the server', () => {
  const sendingTwo = () => nextToSend(three(), 2)?.state ?? opened;
  const newest = { seq: 9, copy: flowAfter(textEdit('greet', 'x'), textEdit('thank', 'Oh. ')) };

  it('takes the commands that are in it, loses those that may be, and keeps the others', () => {
    const sending = sendingTwo();
    const state = rebaseOnCopy(sending, newest, new Set(['greet']));
    expect(state.confirmed).toBe(newest);
    expect(idsOf(state)).toEqual(['thank']);
    expect(state.lost).toEqual([
      { id: 'ask', label: { name: 'ask' }, operations: sending.pending[1]?.operations, shown: sending.shown },
    ]);
    expect(textIn(state.shown, 'ask')).toBe('Yes or no?');
    expect(textIn(state.shown, 'thank')).toContain('Oh. ');
  });

  it('needs no command that it has, though nobody sent it here', () => {
    const state = rebaseOnCopy(three(), newest, new Set(['greet', 'ask', 'thank']));
    expect(state).toMatchObject({ pending: [], lost: [], shown: newest.copy });
  });

  it('keeps all that was not sent, one after the other', () => {
    const own = typed(typed(opened, 'a', 'Hello you', null), 'b', 'Hello you two', null);
    const state = rebaseOnCopy(own, { seq: 1, copy: greetWith('Oh. Hello') }, new Set());
    expect(state).toMatchObject({ lost: [], pending: own.pending.map(({ id }) => ({ id })) });
    expect(textIn(state.shown)).toBe('Oh. Hello you two');
  });

  it('loses what is about a widget that is gone', () => {
    const state = rebaseOnCopy(
      three(),
      { seq: 1, copy: flowAfter({ kind: 'remove-widget', widget: 'ask' }) },
      new Set(),
    );
    expect(state.lost).toEqual([
      { id: 'ask', label: { name: 'ask' }, operations: three().pending[1]?.operations, shown: three().shown },
    ]);
    expect(stateOf(state.shown, 'ask')).toBeUndefined();
  });
});
