/** The form in which texts are compared. */

import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

describe('texts that are compared as the same', () => {
  it.each([
    ['Turkish', ['iptal', 'İPTAL', 'ıptal', 'IPTAL', 'İptal', 'I\u0307ptal']],
    ['German', ['straße', 'STRASSE', 'STRAẞE', 'Straße']],
    ['Greek', ['όχι', 'ΌΧΙ', 'ΟΧΙ', 'οχι', 'ο\u0301χι', '\u1f79χι']],
    ['Greek at the end of a word', ['ΝΑΙΣ', 'ναις', 'ναισ']],
    ['Arabic', ['نعم', 'نَعَمْ', 'نـعـم', 'ﻧﻌﻢ', '\u200fنعم\u200f']],
    ['Hebrew', ['שלום', 'שָׁלוֹם']],
    ['Hindi', ['क़दम', '\u0958दम', 'क़\u200dदम']],
    ['Thai', ['ทำ', 'ท\u0e4d\u0e32']],
    ['Japanese', ['ハイ', 'ﾊｲ']],
    ['Japanese with sound marks', ['ガ', 'ｶﾞ', 'カ\u3099']],
    ['full width', ['yes 12!', 'ＹＥＳ\u3000１２！']],
    ['accents in one character or two', ['café', 'cafe\u0301', 'CAFÉ']],
    ['ligatures', ['office', 'oﬀice', 'oﬃce']],
    ['nobody sees', ['stop', 's\u200bt\u00adop\ufeff', '\u2066stop\u2069', 'sto\ufe0fp', '\u202astop\u202c']],
    ['emoji', ['❤', '❤\ufe0f']],
    ['keys', ['1', '1\ufe0f\u20e3', '１', '①', '¹']],
  ])('%s', (_, texts) => {
    expect(new Set(texts.map(foldText)).size).toBe(1);
  });

  it.each([
    '٠١٢٣٤٥٦٧٨٩',
    '۰۱۲۳۴۵۶۷۸۹',
    '०१२३४५६७८९',
    '๐๑๒๓๔๕๖๗๘๙',
    '০১২৩৪৫৬৭৮৯',
    '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
    '０１２３４５６７８９',
    '𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙',
  ])('digits: %s', (text) => {
    expect(foldText(text)).toBe('0123456789');
  });
});

describe('texts that are compared as different', () => {
  it.each([
    ['letters with and without accent', 'sí', 'si'],
    ['umlauts and their spelling', 'schön', 'schoen'],
    ['vowel signs of Hindi', 'दिन', 'दान'],
    ['vowels of Thai', 'ไป', 'ปา'],
    ['tone marks of Thai', 'ไม่', 'ไม้'],
    ['hiragana and katakana', 'はい', 'ハイ'],
    ['sound marks of Japanese', 'はい', 'ばい'],
    ['Arabic and Persian letters', 'ي', 'ی'],
    ['alphabets', 'а', 'a'],
    ['numerals that are letters', '一', '1'],
    [
      'flags',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ],
  ])('%s', (_, one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });
});

it('is the same when it is done again', () => {
  for (const text of ['ΐ', 'İ', 'ŉ', 'ẞς', 'ﷺ', 'Ǆ', '½', 'ᾳ', 'ﬅ', '\u1e9e\u0307']) {
    expect(foldText(foldText(text))).toBe(foldText(text));
  }
});

it('keeps 30 marks of a letter, so that marks by the thousand are no work', () => {
  const marks = (count: number) => '\u0301\u0316'.repeat(count);
  expect(foldText(`a${marks(50_000)}`)).toBe(foldText(`a${marks(15)}`));
  // What nobody sees between them, or is left out, joins no more of them.
  const parts = (between: string) => `a${`${marks(15)}${between}`.repeat(1_000)}`;
  for (const between of ['\u200b', '\u3164', '\u0640'])
    expect(foldText(parts(between)).length).toBeLessThan(100);
});
