import { describe, expect, it } from 'vitest';
import { isOperation, maxCommandBytes, readCommand } from './read-command.ts';

const good = {
  id: 'c-1',
  label: { name: 'moveWidgets', count: 2 },
  operations: [{ kind: 'set', widget: 'ask', path: ['properties', 'offset'], to: { x: 1, y: 2 } }],
};
const withOperation = (operation: object) => ({ ...good, operations: [operation] });
const ofBytes = (bytes: number) => {
  const command = withOperation({ kind: 'set', widget: 'ask', path: ['properties', 'body'], to: 'é' });
  const [operation] = command.operations;
  const missing = bytes - Buffer.byteLength(JSON.stringify(command));
  return { ...command, operations: [{ ...operation, to: `é${'x'.repeat(missing)}` }] };
};
const operation = good.operations[0];

describe('a command from the wire', () => {
  it('is read without what it does not need', () => {
    expect(readCommand({ ...good, author: 'me' })).toEqual({ ok: true, command: good });
  });

  it.each([
    ['an id of 64 letters, digits and signs', { ...good, id: 'aZ0_.-'.padEnd(64, 'x') }],
    ['a label of 300 characters', { ...good, label: { name: 'x'.repeat(300) } }],
    ['no operation', { ...good, operations: [] }],
    ['64 kB', ofBytes(maxCommandBytes)],
  ])('may have %s', (_, command) => {
    expect(readCommand(command)).toEqual({ ok: true, command });
  });

  const id = 'need an id of 1 to 64 letters, digits, ".", "_" and "-"';
  const label = 'need a label with a name';
  const list = 'need a list of at most 2000 operations';
  const large = 'must not be larger than 64 kB each';
  const unknown = 'have an operation that is not known: ';
  it.each([
    ['nothing', null, 'must be JSON objects'],
    ['a list', [good], 'must be JSON objects'],
    ['no id', { ...good, id: '' }, id],
    ['a number as its id', { ...good, id: 7 }, id],
    ['an id with a space inside', { ...good, id: 'a b' }, id],
    ['an id with a space before', { ...good, id: ' a' }, id],
    ['an id with a space behind', { ...good, id: 'a ' }, id],
    ['an id of 65 characters', { ...good, id: 'x'.repeat(65) }, id],
    ['no label', { ...good, label: null }, label],
    ['a label without a name', { ...good, label: { count: 1 } }, label],
    ['a label whose name is a number', { ...good, label: { name: 1 } }, label],
    ['a label with a list', { ...good, label: { name: 'x', list: [] } }, label],
    ['a label with a text of 301 characters', { ...good, label: { name: 'x', to: 'x'.repeat(301) } }, label],
    ['no list of operations', { ...good, operations: {} }, list],
    ['2,001 operations', { ...good, operations: Array.from({ length: 2_001 }, () => operation) }, list],
    [
      'an unknown operation among others',
      { ...good, operations: [operation, { kind: 'drop-tables', of: 'x'.repeat(99) }, operation] },
      `${unknown}{"kind":"drop-tables","of":"${'x'.repeat(52)}`,
    ],
    ['a number as an operation', { ...good, operations: [7] }, `${unknown}7`],
    ['2,000 operations', { ...good, operations: Array.from({ length: 2_000 }, () => operation) }, large],
    ['more than 64 kB', ofBytes(maxCommandBytes + 1), large],
  ])('is refused with %s', (_, value, reason) => {
    expect(readCommand(value)).toEqual({ ok: false, reason });
  });
});

const long = 'x'.repeat(1_000);
const deep = Array.from({ length: 40 }, () => 'x');
const identity = [undefined, null, '', 7, `${long}x`];
const target = [undefined, '', 7, `${long}x`];
const index = [undefined, null, -1, 0.5, '0'];
const text = [undefined, null, 7];
const object = [undefined, null, 'x', []];
const identities = [undefined, 'ask', [''], ['ask', 7]];
const path = [
  ...[undefined, null, 'name', [-1], [0.5], [null], [...deep, 'x']],
  ...[['__proto__'], ['a', 'constructor', 'b'], ['prototype']],
];
const pathOfFlow = [[], ['name', 'x'], ['x'], ['definition'], ['definition', 'states'], ['x', 'ui']];
const edit = [undefined, 'x', [0.5], [null], [2 ** 53]];

describe('an operation from the wire', () => {
  it.each([
    [
      { kind: 'set', widget: 'ask', path: ['a', 0], to: 1 },
      { widget: target, path },
    ],
    [{ kind: 'set', widget: long, path: deep }, { ifUnchanged: [false, null] }],
    [{ kind: 'set', widget: 'ask', path: ['definition', 'states'], ifUnchanged: true }, {}],
    [{ kind: 'set', widget: null, path: ['name'], to: 'x' }, { path: [...path, ...pathOfFlow] }],
    [{ kind: 'set', widget: null, path: ['definition', 'ui', 'states'] }, {}],
    [
      { kind: 'edit-text', widget: 'ask', path: [], edit: [] },
      { widget: target, path, edit },
    ],
    [
      { kind: 'edit-text', widget: null, path: ['definition', 'description'], edit: [1, 'x', -2] },
      { path: [...path, ...pathOfFlow], edit },
    ],
    [
      { kind: 'insert', widget: 'ask', path: [], at: 0, value: null },
      { widget: identity, path, at: index, value: [undefined] },
    ],
    [
      { kind: 'delete', widget: 'ask', path: [], at: 1, value: 0 },
      { widget: identity, path, at: index, value: [undefined] },
    ],
    [
      { kind: 'reorder', widget: 'ask', path: [], from: 0, to: 1 },
      { widget: identity, path, from: index, to: index },
    ],
    [
      { kind: 'connect', widget: 'ask', at: 0, from: null, to: 'check' },
      { widget: identity, at: index, from: target, to: target },
    ],
    [{ kind: 'connect', widget: 'ask', at: 0, from: 'check', to: null }, {}],
    [
      { kind: 'add-widget', widget: 'ask', at: 0, state: {} },
      { widget: identity, at: index, state: object },
    ],
    [
      { kind: 'remove-widget', widget: 'ask' },
      { widget: identity, state: object.slice(1), sources: identities.slice(1) },
    ],
    [{ kind: 'remove-widget', widget: 'ask', state: {}, sources: [], ifUnchanged: true }, {}],
    [
      { kind: 'rename-widget', widget: 'ask', from: '', to: '' },
      { widget: identity, from: text, to: text },
    ],
    [
      { kind: 'order-widgets', from: ['a', 'b'], to: [] },
      { from: identities, to: identities },
    ],
    [
      { kind: 'replace', to: {}, fromWidgets: [], toWidgets: ['a'] },
      { to: object, fromWidgets: identities, toWidgets: identities },
    ],
  ])('is known as %j, but not with anything else in place of a value', (good, wrong) => {
    expect(isOperation(good)).toBe(true);
    const known = Object.entries<readonly unknown[]>(wrong).flatMap(([key, values]) =>
      values.map((value) => ({ ...good, [key]: value })).filter((each) => isOperation(each)),
    );
    expect(known).toEqual([]);
  });

  it.each<unknown>([null, 'set', [], {}, { kind: 'drop-tables', widget: 'ask', path: [] }])(
    'is not %j',
    (value) => {
      expect(isOperation(value)).toBe(false);
    },
  );
});
