import { describe, expect, it } from 'vitest';
import { textOf } from '#flow/json/json.ts';
import { matchIntent, parseIntents } from './intent-matching.ts';

const book = { name: 'book', keywords: ['appointment', 'make a visit'] };
const cancel = { name: 'cancel', keywords: ['cancel', 'call off', 'appointment'] };

describe('the intent of a text', () => {
  it.each([
    ['I would like to MAKE  a visit!', 'book', 1],
    ['make, a - visit', 'book', 1],
    ['Cancel the appointment', 'cancel', 0.67],
    ['appointment', 'book', 0.5],
    ['disappointment', '', 0],
    ['make a visitor', '', 0],
    ['', '', 0],
  ])('%j is %s', (text, intent, confidence) => {
    expect(matchIntent(text, [book, cancel])).toEqual({ intent, confidence });
  });

  it('ignores case and diacritics on both sides', () => {
    const intents = [{ name: 'yes', keywords: ['SÍ', 'año 2'] }];
    expect(matchIntent('si, claro', intents).intent).toBe('yes');
    expect(matchIntent('el ano 2', intents).intent).toBe('yes');
  });

  it.each([
    ['İPTAL lütfen', 'iptal'],
    ['मुझे दिन चाहिए', 'दिन'],
    ['أريد مَوْعِدًا', 'موعدا'],
    ['ΘΕΛΩ ΡΑΝΤΕΒΟΥ', 'ραντεβού'],
    ['ばい はい', 'はい'],
  ])('of %j has %j', (text, keyword) => {
    expect(matchIntent(text, [{ name: 'it', keywords: [keyword] }]).intent).toBe('it');
  });

  it.each([
    ['दान चाहिए', 'दिन'],
    ['ばい', 'はい'],
    ['किताब', 'कताब'],
  ])('of %j has no %j: vowel signs and sound marks are not left out', (text, keyword) => {
    expect(matchIntent(text, [{ name: 'it', keywords: [keyword] }]).intent).toBe('');
  });

  it('is none without intents, and none for a keyword without letters', () => {
    expect(matchIntent('hello', [])).toEqual({ intent: '', confidence: 0 });
    expect(matchIntent('hello ?', [{ name: 'question', keywords: ['?'] }]).intent).toBe('');
  });
});

describe('the intents of a widget', () => {
  const parse = (property: Parameters<typeof parseIntents>[0]) => parseIntents(property, textOf);

  it('are written in several ways', () => {
    expect(
      parse([
        { key: ' book ', value: 'appointment, ,visit ' },
        { name: 'cancel', keywords: ['cancel', ' call off '], key: 'other', value: 'other' },
      ]),
    ).toEqual([
      { name: 'book', keywords: ['appointment', 'visit'] },
      { name: 'cancel', keywords: ['cancel', 'call off'] },
    ]);
  });

  it('have a name and keywords', () => {
    expect(parse([{ key: '', value: 'a' }, { key: 'b', value: ' , ' }, 'c', null])).toEqual([]);
    expect(parse({ key: 'a', value: 'b' })).toEqual([]);
    expect(parse(undefined)).toEqual([]);
  });

  it('are at most a hundred with a hundred keywords each', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => `w${index}`);
    const intents = parse(list(101).map((key) => ({ key, value: list(101).join(',') })));
    expect(intents.map(({ name }) => name)).toEqual(list(100));
    expect(intents[0]?.keywords).toEqual(list(100));
  });
});
