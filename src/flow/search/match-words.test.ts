import { describe, expect, it } from 'vitest';
import { matchWords } from './match-words.ts';

describe('a name is found', () => {
  it.each([
    ['appointment reminder', 'Appointment reminder by text', 0],
    ['reminder appointment', 'Appointment reminder by text', 1],
    ['  TEXT remind ', 'Appointment reminder by text', 1],
    ['point', 'Appointment', 1],
    ['cafe', 'Café line', 0],
    ['zurich', 'Praxis Zürich', 1],
    ['', 'Anything', 0],
    ['cafe', '  Cafe', 0],
  ])('by words in any order: %j in %j', (typed, text, rank) => {
    expect(matchWords(typed, text)).toBe(rank);
  });

  it.each([
    ['apointment', 'Appointment reminder', 2],
    ['remidner', 'Appointment reminder', 2],
    ['recpetion', 'Reception', 2],
    ['apointmant', 'Appointment', 3],
    ['surveu', 'Post-visit survey', 2],
    ['serv visit', 'Post-visit survey', 2],
    ['recalls text', 'Recall by text', 2],
    ['appoinment  apointment', 'Appointment', 3],
    ['abxdefgh', 'abcdefgh', 2],
    ['abxdexgh', 'abcdefgh', 3],
    ['bacd', 'abcd', 2],
    ['abcdefgx', 'abcdefyy abcdefgh', 2],
    ['abcde', 'abcdfe', 2],
    ['abbd', 'abcd', 2],
    ['xabcd', 'abcd', 2],
    ['bcde', 'abcde', 1],
    ['acde', 'abcde', 2],
    ['accde', 'abcde', 2],
    ['sevrice', 'Our service, servant', 2],
  ])('with small misspellings: %j in %j', (typed, text, rank) => {
    expect(matchWords(typed, text)).toBe(rank);
  });

  it.each([
    ['recall billing', 'Recall by text'],
    ['bil', 'Ball'],
    ['line 12', 'Line 13'],
    ['line 2024', 'Line 2025'],
    ['pharmacy', 'Appointments'],
    ['abxdexg', 'abcdefg'],
    ['abxdexgx', 'abcdefgh'],
    ['cbad', 'abcd'],
    ['bxcd', 'abcd'],
    ['xacd', 'abcd'],
    ['strasse', 'Straße'],
    ['badc', 'abcd'],
    ['acbx', 'abcd'],
    ['abc', 'xyz'],
    ['word', '...'],
    ['abcdef', 'ab'],
  ])('not where a word is another: %j in %j', (typed, text) => {
    expect(matchWords(typed, text)).toBeNull();
  });

  it('is quick for long texts and words', () => {
    expect(matchWords('x'.repeat(500), 'y'.repeat(5_000))).toBeNull();
    expect(matchWords('word '.repeat(50), 'many words '.repeat(500))).not.toBeNull();
  });
});
