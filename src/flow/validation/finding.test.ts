import { describe, expect, it } from 'vitest';
import { type Finding, isValid, rankOf, ranks, type Severity, stateIndex } from './finding.ts';

const finding = (severity: Severity, code: string, property_path = '#'): Finding => ({
  ...{ severity, code, property_path, message: 'A sentence.' },
});

describe('a finding', () => {
  it.each<[Severity, string, string]>([
    ['error', 'incomplete', 'error'],
    ['warning', 'incomplete', 'incomplete'],
    ['warning', 'address-form', 'incomplete'],
    ['warning', 'dead-end', 'warning'],
    ['note', 'incomplete', 'note'],
  ])('that is a %s by %s ranks as %s', (severity, code, rank) =>
    expect(rankOf(finding(severity, code))).toBe(rank),
  );

  it('ranks from what prevents saving to advice', () =>
    expect(ranks).toEqual(['error', 'incomplete', 'warning', 'note']));

  it.each([
    ['#', null],
    ['#/states', null],
    ['#/states/', null],
    ['#/states/a', null],
    ['#/states/1a', null],
    ['#/#/states/3', null],
    ['#/states/3', 3],
    ['#/states/120/properties/body', 120],
  ])('at %s is about the widget %j', (path, index) =>
    expect(stateIndex(finding('note', 'a', path))).toBe(index),
  );

  it('of an error alone prevents saving', () => {
    expect(isValid([])).toBe(true);
    expect(isValid([finding('note', 'a'), finding('warning', 'b')])).toBe(true);
    expect(isValid([finding('note', 'a'), finding('error', 'b')])).toBe(false);
  });
});
