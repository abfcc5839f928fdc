/** Reports of flow tests: sentences, and JUnit's XML for programs. */

import type { TestFailure } from './run.ts';

/** One file: what failed in it, or why it is no test. */
export type ReportedTest =
  | { file: string; failures: readonly TestFailure[] }
  | { file: string; error: string };

/** One failure as a line: file, step, widget, what was expected and what was there instead. */
export function failureLine(file: string, failure: TestFailure): string {
  const { step, widget, what, expected, actual } = failure;
  const place = [step === 0 ? 'start' : `step ${step}`, ...(widget === null ? [] : [widget])].join(', ');
  const difference = `${what}: expected ${expected}, got ${actual}`;
  return `${file}: ${place}: ${heardSentence(failure) ?? difference}`;
}

/** What the contact was to read or hear, and what was there instead; null for another failure. */
function heardSentence({ heard, when, widget }: TestFailure): string | null {
  if (heard === undefined || when === undefined) return null;
  const { expected, actual } = heard;
  const contact = when.after === null ? 'The contact' : `After ‘${when.after}’ the contact`;
  const wanted = expected === null ? 'nothing more' : `‘${expected}’`;
  const end = `the flow ${when.ended ? 'ended' : 'waits'}${widget === null ? '' : ` at ${widget}`}`;
  return `${contact} was to hear ${wanted}, but heard ${actual === null ? 'nothing' : `‘${actual}’`}: ${end}`;
}

/** The results as JUnit's XML, one test case for each file. */
export function junitXml(tests: readonly ReportedTest[]): string {
  const failed = tests.filter((test) => 'failures' in test && test.failures.length > 0).length;
  const errors = tests.filter((test) => 'error' in test).length;
  const counts = `tests="${tests.length}" failures="${failed}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="patchbay" ${counts}>`,
    ...tests.flatMap(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(test: ReportedTest): string[] {
  const { file } = test;
  const head = `    <testcase classname="patchbay" name="${escaped(file)}" file="${escaped(file)}"`;
  const lines = 'error' in test ? [test.error] : test.failures.map((failure) => failureLine(file, failure));
  if (lines.length === 0) return [`${head}/>`];
  const kind = 'error' in test ? 'error' : 'failure';
  return [
    `${head}>`,
    `      <${kind} message="${escaped(lines[0] ?? '')}">${escaped(lines.join('\n'))}</${kind}>`,
    '    </testcase>',
  ];
}

/** What XML 1.0 cannot have is left out, also escaped. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
