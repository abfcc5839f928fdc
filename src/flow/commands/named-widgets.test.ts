import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { namedWidgets, renamedWidgets, renamesSince } from './named-widgets.ts';

const copyOf = (states: unknown, widgets: string[]) => ({
  name: 'Flow',
  definition: { description: '', initial_state: '', states } as unknown as FlowDefinition,
  widgets,
});
/** `ask` was renamed to `question`, and `old` to `ask`; two widgets are called `twice`, and two have no name. */
const copy = () =>
  copyOf(
    ['question', 'ask', 'twice', 'twice', '', 7].map((name) => ({ name })),
    ['ask', 'old', 'first', 'second', 'nameless', 'number'],
  );

describe('names of widgets in a text', () => {
  it('mean the widgets that have them, the first of several', () => {
    const names = ['question', 'ask', 'twice', '', 'gone'];
    expect(namedWidgets(copy(), names)).toEqual({ question: 'ask', ask: 'old', twice: 'first' });
    expect(namedWidgets(copy(), new Set(['ask']))).toEqual({ ask: 'old' });
  });

  it('mean nothing where no widget can be addressed, or one has no identity', () => {
    expect(namedWidgets(copyOf('none', []), ['ask'])).toEqual({});
    expect(namedWidgets(copyOf([{ name: 'ask' }], []), ['ask'])).toEqual({});
  });

  it.each([
    ['of what they meant', { ask: 'ask' }, ['ask'], [['ask', 'question']]],
    ['of what they meant, where another has the name now', { old: 'old' }, ['old'], [['old', 'ask']]],
    ['not of what the text did not mean', { ask: 'ask' }, ['old', 'toString'], []],
    ['not where the name stayed', { question: 'ask' }, ['question'], []],
    ['not where the widget is gone', { ask: 'removed' }, ['ask'], []],
    [
      'of identities, in a text from before',
      null,
      ['old', 'first'],
      [
        ['old', 'ask'],
        ['first', 'twice'],
      ],
    ],
    ['but not of a name that a widget has again', null, ['ask'], []],
  ] as const)('are followed through renames %s', (_, named, names, renames) => {
    expect([...renamesSince(copy(), named, names)]).toEqual(renames);
  });

  it('mean the same widgets after the renames', () => {
    const renames = new Map([['ask', 'question']]);
    expect(renamedWidgets({ ask: 'a', check: 'c' }, renames)).toEqual({ question: 'a', check: 'c' });
  });
});
