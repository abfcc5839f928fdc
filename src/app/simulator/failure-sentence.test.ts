/** Whatever fails, the sentence is about the contact, in both languages. */

import { afterEach, expect, it } from 'vitest';
import type { TestFailure } from '#simulator/flow-test/run.ts';
import '../words/chunks/flow-words.ts';
import { german } from '../words/german/german.ts';
import { i18n } from '../words/translator.ts';
import { failureSentence, mainFailure } from './failure-sentence.ts';

afterEach(() => {
  i18n.language = 'en';
});

const failure = (what: string, expected: string, actual: string, ended = true): TestFailure => ({
  ...{ step: 2, widget: 'split', what, expected, actual },
  when: { after: 'no', ended },
});

it.each([
  [failure('waits', '"ask_again"', 'null'), 'get to ask_again, but the flow ended at split.'],
  [failure('ended', 'true', 'false', false), 'come to the end, but the flow waits at split.'],
  [failure('ended', 'false', 'true'), 'go on, but the flow ended at split.'],
  [failure('path', '["a","b"]', '["a"]'), 'go through a, b, but went through a.'],
  [failure('flow.variables.n', '2', '1'), 'have 2 as flow.variables.n, but has 1.'],
  [
    { ...failure('sent', '', ''), heard: { expected: 'Bye', actual: null } },
    'hear ‘Bye’, but heard nothing: the flow ended at split.',
  ],
])('%o', (failed, rest) => {
  expect(failureSentence(failed)).toBe(`After ‘no’ the contact was to ${rest}`);
  i18n.addTexts('de', 'simulator', german.simulator);
  i18n.language = 'de';
  expect(failureSentence(failed)).toMatch(/^Nach „no“ sollte der Kontakt [^{}]+\.$/);
});

it('what the contact noticed is told before where the flow went', () => {
  const [path, variable] = [failure('path', '[]', '[]'), failure('x', '1', '2')];
  const heard = { ...failure('said', '[]', '[]'), heard: { expected: 'Bye', actual: null } };
  const result = { sid: '', name: '', content: '', error: null };
  expect(mainFailure({ ...result, failures: [path, variable, heard] })).toBe(heard);
  expect(mainFailure({ ...result, failures: [path, variable] })).toBe(variable);
  expect(mainFailure({ ...result, failures: [path] })).toBe(path);
});
