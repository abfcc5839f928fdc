import { describe, expect, it } from 'vitest';
import { parseStsPolicy, permitsExchanger, stsPolicyId } from './mta-sts.ts';

const text = (...lines: string[]) => ['version: STSv1', ...lines].join('\r\n');

describe('a policy of MTA-STS', () => {
  it('is read', () => {
    const written = text(
      'mode: enforce',
      'mx: MX1.example.net',
      'mx:*.example.org',
      'x-note: any',
      'max_age: 604800',
    );
    expect(parseStsPolicy(`${written}\r\n`)).toEqual({
      policy: { mode: 'enforce', mx: ['mx1.example.net', '*.example.org'] },
      maxAgeMs: 604_800_000,
    });
    expect(parseStsPolicy(text('mode: none', 'max_age: 86400'))).toEqual({
      policy: null,
      maxAgeMs: 86_400_000,
    });
    expect(parseStsPolicy(text('mode: testing', 'mx: a.test', 'max_age: 9999999999'))?.maxAgeMs).toBe(
      31_557_600_000,
    );
  });

  it.each([
    ['', 'empty'],
    ['<html>Not found</html>', 'a page'],
    ['version: STSv2\nmode: enforce\nmx: a.test\nmax_age: 60', 'another version'],
    [text(`mode: enforce`, `mx:${' '.repeat(60_000)}a.test`, `x${' '.repeat(60_000)}`), 'blanks, and no age'],
    [text('mode: strict', 'mx: a.test', 'max_age: 60'), 'an unknown mode'],
    [text('mode: enforce', 'max_age: 60'), 'no exchanger'],
    [text('mode: enforce', 'mx: a.test'), 'no age'],
    [text('mode: enforce', 'mx: a.test', 'max_age: -1'), 'a wrong age'],
    [
      text('mode: enforce', 'max_age: 60', ...Array.from({ length: 101 }, () => 'mx: a.test')),
      'too many exchangers',
    ],
  ])('is none where it is wrong: %#', (wrong) => {
    expect(parseStsPolicy(wrong)).toBeNull();
  });

  it('permits names, and one label for an asterisk', () => {
    const permits = (pattern: string, name: string) =>
      permitsExchanger({ mode: 'enforce', mx: [pattern] }, name);
    expect(permits('mx.example.net', 'mx.example.net')).toBe(true);
    expect(permits('*.example.net', 'mx.example.net')).toBe(true);
    expect(permits('*.example.net', 'a.mx.example.net')).toBe(false);
    expect(permits('*.example.net', 'example.net')).toBe(false);
    expect(permits('mx.example.net', 'mx.example.net.evil.test')).toBe(false);
  });

  it('is announced by one record', () => {
    expect(stsPolicyId(['v=spf1 -all', 'v=STSv1; id=20260101000000Z;'])).toBe('20260101000000Z');
    expect(stsPolicyId(['v=STSv1; id=1', 'v=STSv1; id=2'])).toBeNull();
    expect(stsPolicyId(['v=STSv1; id=not-an-id'])).toBeNull();
    expect(stsPolicyId([])).toBeNull();
  });
});
