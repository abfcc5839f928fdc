/** CSV as spreadsheets write it, and as it is broken. */

import { describe, expect, it } from 'vitest';
import { processorMs } from '#flow/testing/processor-time.ts';
import { countLines, csvLine, readCsv, withFormulas } from './csv.ts';

const rows = (text: string) => [...readCsv(text)].map(({ line, cells }) => [line, ...cells]);

describe('reading CSV', () => {
  it('has rows with the numbers of their lines', () => {
    expect(rows('\uFEFFa,b\r\n1,2\n\n,\n3,"4"\r5,')).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [5, '3', '4'],
      [6, '5', ''],
    ]);
    expect(rows('')).toEqual([]);
  });

  it('takes semicolons and tabs too', () => {
    expect(rows('a;b\n1,5;2')).toEqual([
      [1, 'a', 'b'],
      [2, '1,5', '2'],
    ]);
    expect(rows('a\tb')).toEqual([[1, 'a', 'b']]);
  });

  it('has quoted cells with anything inside', () => {
    expect(rows('"a ""b"", c\nd",2\n3')).toEqual([
      [1, 'a "b", c\nd', '2'],
      [3, '3'],
    ]);
    expect(rows('"a"b,c')).toEqual([[1, 'ab', 'c']]);
  });

  it('ends a row whose quotation mark is open with its line', () => {
    expect([...readCsv('a,b\n"open,2\nc,d')]).toEqual([
      { line: 1, cells: ['a', 'b'], isClosed: true },
      { line: 2, cells: ['"open', '2'], isClosed: false },
      { line: 3, cells: ['c', 'd'], isClosed: true },
    ]);
  });

  it('reads what is written', () => {
    const cells = ['a,b', 'say "no"', 'two\nlines', ''];
    expect(rows(csvLine(cells))).toEqual([[1, ...cells]]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['-2+3|cmd', "'-2+3|cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1+cmd|x', "'+1+cmd|x"],
    ['+14155550101', '+14155550101'],
    ['+1••••••••01', '+1••••••••01'],
    ['+44 ••• ••42', '+44 ••• ••42'],
    ['＝1+1', "'＝1+1"],
    ['  =1', "  '=1"],
    ['\u200b\u0000=1', "\u200b\u0000'=1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "\n'=1"],
    ['a;=1', "a;'=1"],
    ['a|-1', "a|'-1"],
    ['a=1, b-2; c', 'a=1, b-2; c'],
    ['', ''],
  ])('writes %j as no formula', (text, written) => {
    expect(rows(csvLine(['x', text]))).toEqual([[1, 'x', written]]);
    expect(withFormulas(written).trim()).toBe(text.trim());
  });

  it('counts lines, however they end', () => {
    expect(['', 'a', 'a\n', 'a\rb\r', 'a\r\nb\n\nc'].map(countLines)).toEqual([1, 1, 2, 3, 4]);
  });

  it('writes a number as it is', () => {
    expect(csvLine([-5, null, 1.5])).toBe('-5,,1.5\r\n');
  });

  it('takes a time that grows with the text', () => {
    const timeOf = (text: string) => {
      const start = processorMs();
      for (const _ of readCsv(text));
      return processorMs() - start;
    };
    expect(timeOf('"'.repeat(1_000_001))).toBeLessThan(2_000);
    expect(timeOf('"a\n'.repeat(300_001))).toBeLessThan(2_000);
    for (const mark of [' ', '\n', ';', '; ']) csvLine([mark.repeat(1_000_000)]);
  });
});
