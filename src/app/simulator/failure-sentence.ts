/** Why a kept test fails, in one sentence: about the contact where the contact notices it. */

import type { TestFailure } from '#simulator/flow-test/run.ts';
import { wordsOf } from '../words/use-words.ts';
import type { KeptTestResult } from './kept-test-results.ts';

export function failureSentence({ step, widget, what, expected, actual, heard }: TestFailure): string {
  const t = wordsOf('simulator');
  if (heard === undefined) return t('tests.failure', { step, what, expected, actual });
  const place = t(heard.ended ? 'tests.endedAt' : 'tests.waitsAt', { widget: widget ?? '' });
  const kind = heard.expected === null ? 'More' : heard.actual === null ? 'Nothing' : 'Other';
  const texts = { expected: heard.expected ?? '', actual: heard.actual ?? '', place };
  if (heard.after === null) return t(`tests.heard${kind}`, texts);
  return t(`tests.afterHeard${kind}`, { ...texts, after: heard.after });
}

/** The failure that says most about a test: what the contact noticed. Null for a file that is no test. */
export function mainFailure({ failures }: KeptTestResult): TestFailure | null {
  return failures.find(({ heard }) => heard !== undefined) ?? failures[0] ?? null;
}
