import { describe, expect, it } from 'vitest';
import { matchSuggestions } from './variable-suggestion.ts';

const suggestion = (path: string) => ({ path, means: '', group: path.split('.').slice(0, -1).join('.') });
const all = ['flow.data', 'flow.data.name', 'flow.sid', 'widgets.ask.inbound.Body', 'flow.data.day'].map(
  suggestion,
);
const paths = (typed: string) => matchSuggestions(all, typed).map(({ path }) => path);

describe('completion of variables', () => {
  it('matches by prefix, with groups together', () => {
    expect(paths('flow.d')).toEqual(['flow.data', 'flow.data.name', 'flow.data.day']);
    expect(paths('')).toEqual([
      'flow.data',
      'flow.sid',
      'flow.data.name',
      'flow.data.day',
      'widgets.ask.inbound.Body',
    ]);
  });

  it('else matches the prefix of the last part, else anywhere, in any case', () => {
    expect(paths('bod')).toEqual(['widgets.ask.inbound.Body']);
    expect(paths('ask')).toEqual(['widgets.ask.inbound.Body']);
    expect(paths('zzz')).toEqual([]);
  });
});
