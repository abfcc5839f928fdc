/** Why a kept test fails, in one sentence about the contact. */

import type { FailedWhen, TestFailure } from '#simulator/flow-test/run.ts';
import { wordsOf } from '../words/use-words.ts';
import type { KeptTestResult } from './kept-test-results.ts';

export function failureSentence(failure: TestFailure): string {
  const { step, widget, when, expected, actual } = failure;
  if (when !== undefined) return differenceSentence(failure, when);
  const t = wordsOf('simulator');
  if (failure.what !== 'mock' && failure.what !== 'start') return t('tests.notPossible', { step, actual });
  const isMissing = expected.startsWith('a widget');
  return t(isMissing ? 'tests.noWidget' : 'tests.noMock', { widget: widget ?? '' });
}

function differenceSentence(
  { what, widget, expected, actual, heard }: TestFailure,
  when: FailedWhen,
): string {
  const t = wordsOf('simulator');
  const { after, ended } = when;
  const should = after === null ? t('tests.should') : t('tests.shouldAfter', { after });
  const place = t(ended ? 'tests.endedAt' : 'tests.waitsAt', { widget: widget ?? '' });
  if (heard !== undefined) {
    const kind = heard.expected === null ? 'More' : heard.actual === null ? 'Nothing' : 'Other';
    const texts = { expected: heard.expected ?? '', actual: heard.actual ?? '' };
    return t(`tests.heard${kind}`, { ...texts, should, place });
  }
  switch (what) {
    case 'waits':
      return t('tests.reach', { should, place, expected: String(JSON.parse(expected)) });
    case 'ended':
      return t(ended ? 'tests.goOn' : 'tests.end', { should, place });
    case 'path':
      return t('tests.path', { should, expected: listed(expected), actual: listed(actual) });
    default:
      return t('tests.variable', { should, variable: what, expected, actual });
  }
}

function listed(path: string): string {
  const names = JSON.parse(path) as string[];
  return names.length === 0 ? '–' : names.join(', ');
}

/** The failure that says most about a test: what the contact noticed, then where the flow went. Null for a file that is no test. */
export function mainFailure({ failures }: KeptTestResult): TestFailure | null {
  const isNoticed = ({ heard }: TestFailure) => heard !== undefined;
  return failures.find(isNoticed) ?? failures.find(({ what }) => what !== 'path') ?? failures[0] ?? null;
}
