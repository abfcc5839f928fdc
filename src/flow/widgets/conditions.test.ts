/** The words of conditions, on cards and on labels. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { comparisonText, conditionPhrase, conditionTypes, isConditionType } from './conditions.ts';

const inGerman = (english: string) =>
  ({ is: 'ist', 'is blank': 'ist leer', '“{{value}}”': '„{{value}}“' })[english] ?? english;

describe('a condition', () => {
  it.each<[Json | undefined, string, string]>([
    [{ type: 'equal_to', value: ' a, b ' }, 'is “ a, b ”', 'is a, b'],
    [{ type: 'not_equal_to', value: '$&' }, 'is not “$&”', 'is not $&'],
    [{ type: 'matches_any_of', value: 'yes, y ,ok' }, 'is “yes”, “y”, “ok”', 'is yes, y, ok'],
    [{ type: 'does_not_match_any_of', value: 'a ,b' }, 'is not “a”, “b”', 'is not a, b'],
    [{ type: 'less_than', value: '5' }, 'is less than “5”', '< 5'],
    [{ type: 'greater_than', value: 5 }, 'is greater than “”', ''],
    [{ type: 'greater_than', value: ' 5 ' }, 'is greater than “ 5 ”', '> 5'],
    [{ type: 'is_blank', value: 'x' }, 'is blank', 'is blank'],
    [{ type: 'contains', value: ' ' }, 'contains “ ”', ''],
    [{ type: 'odd', value: 'x' }, '', ''],
    [{ type: ['equal_to'], value: 'x' }, '', ''],
    [{ value: 'x' }, '', ''],
    [null, '', ''],
    [undefined, '', ''],
  ])('%j is in words %s, on a label %s', (condition, phrase, text) => {
    expect(conditionPhrase(condition)).toBe(phrase);
    expect(comparisonText(condition)).toBe(text);
  });

  it('is said in the language of its reader', () => {
    expect(conditionPhrase({ type: 'equal_to', value: '$1' }, inGerman)).toBe('ist „$1“');
    expect(comparisonText({ type: 'equal_to', value: 'a' }, inGerman)).toBe('ist a');
    for (const words of [conditionPhrase, comparisonText])
      expect(words({ type: 'is_blank' }, inGerman)).toBe('ist leer');
  });

  it('needs a value, but for two comparisons', () => {
    const types = Object.entries(conditionTypes);
    expect(types.filter(([, { takesValue }]) => !takesValue).map(([type]) => type)).toEqual([
      'is_blank',
      'is_not_blank',
    ]);
  });

  it.each([undefined, null, 5, 'odd', 'toString', ['equal_to']])('has no type %j', (type) => {
    expect(isConditionType(type)).toBe(false);
  });
});
