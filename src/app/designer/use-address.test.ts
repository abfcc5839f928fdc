import { expect, it } from 'vitest';
import { historyMove } from './use-address.ts';

const list = {};
const ask = { widget: 'ask' };
const thank = { widget: 'thank' };

it('opens a widget, and from there another one, as steps of the history', () => {
  expect(historyMove(list, ask, 0)).toEqual({ kind: 'push', opened: 1 });
  expect(historyMove(ask, thank, 1)).toEqual({ kind: 'push', opened: 2 });
});

it('goes back over all of them when the widget is closed', () => {
  expect(historyMove(thank, list, 2)).toEqual({ kind: 'back', steps: 2 });
});

it('never leaves the page that was opened with a widget', () => {
  expect(historyMove(ask, thank, 0)).toEqual({ kind: 'replace', opened: 0 });
  expect(historyMove(ask, list, 0)).toEqual({ kind: 'replace', opened: 0 });
});

it('makes no step of another tab, problem or comment of the same widget', () => {
  expect(historyMove(ask, { ...ask, tab: 'json' }, 1)).toEqual({ kind: 'replace', opened: 1 });
  expect(historyMove(list, { comment: 'CM1' }, 0)).toEqual({ kind: 'replace', opened: 0 });
});
