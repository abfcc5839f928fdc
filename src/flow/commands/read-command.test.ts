import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.ts';

const good = {
  id: 'c-1',
  label: { name: 'moveWidgets', count: 2 },
  operations: [{ kind: 'set', widget: 'ask', path: ['properties', 'offset'], to: { x: 1, y: 2 } }],
};
const withOperation = (operation: object) => ({ ...good, operations: [operation] });

describe('a command from the wire', () => {
  it('is read without what it does not need', () => {
    expect(readCommand({ ...good, author: 'me' })).toEqual({ ok: true, command: good });
  });

  it.each([
    ['nothing', null],
    ['no id', { ...good, id: '' }],
    ['an id with spaces', { ...good, id: 'a b' }],
    ['a label without a name', { ...good, label: { count: 1 } }],
    ['a label with a list', { ...good, label: { name: 'x', list: [] } }],
    ['no list of operations', { ...good, operations: {} }],
    ['an unknown operation', withOperation({ kind: 'drop-tables' })],
    ['a path into a prototype', withOperation({ kind: 'set', widget: 'a', path: ['__proto__', 'x'], to: 1 })],
    [
      'a path into the list of widgets',
      withOperation({ kind: 'set', widget: null, path: ['definition', 'states'], to: [] }),
    ],
    ['a negative index', withOperation({ kind: 'connect', widget: 'a', at: -1, from: null, to: null })],
    ['half a character', withOperation({ kind: 'edit-text', widget: 'a', path: ['x'], edit: [0.5] })],
    [
      'more than 64 kB',
      withOperation({ kind: 'set', widget: 'a', path: ['properties', 'body'], to: 'x'.repeat(70_000) }),
    ],
  ])('is refused with %s', (_, value) => {
    expect(readCommand(value)).toMatchObject({ ok: false, reason: expect.any(String) });
  });
});
