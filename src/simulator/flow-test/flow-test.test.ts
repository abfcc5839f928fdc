/** Flow tests: their format, what they expect, how they are kept and reported. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import phoneMenu from '#flow/samples/phone-menu.json' with { type: 'json' };
import survey from '#flow/samples/survey.json' with { type: 'json' };
import { perform } from '../perform.ts';
import type { Input, SimulationStart } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { readDuration, writeDuration } from './duration.ts';
import { parseFlowTest } from './parse.ts';
import { flowTestOf, writeFlowTest } from './record.ts';
import { failureLine, junitXml } from './report.ts';
import { runFlowTest, type TestResult } from './run.ts';

/** @throws when the text is no test */
function run(text: string, definition: FlowDefinition = survey): TestResult {
  const parsed = parseFlowTest(text);
  if (!parsed.ok) throw new Error(parsed.errors.map(({ message }) => message).join(' '));
  return runFlowTest(parsed.test, { definition });
}

const failuresOf = (text: string, definition?: FlowDefinition) =>
  run(text, definition).failures.map((failure) => failureLine('t.yaml', failure));

const begin = 'start: {trigger: incomingMessage, body: hi}\nsteps:\n';

describe('a flow test', () => {
  it('passes when all of its expectations hold', () => {
    const text = `
flow: survey.json
start: {trigger: incomingMessage, contact: "+15005550001", channel: "+15005550006", body: hi, parameters: {}}
clock: 2026-03-01T09:00:00Z
mocks: {save_answers: {status: 200}}
steps:
  - expect: {waits: ask_rating}
  - send: maybe
  - expect: {path: [ask_rating, check_rating, explain_rating], waits: ask_rating, ended: false}
  - send: 4
  - expect: {sent: ["Thank you. What is the main reason for your answer?"], variables: {flow.variables.rating: 4}}
  - advance: 3d
  - expect: {path: [ask_reason, save_answers, thank], ended: true}
`;
    expect(run(text)).toMatchObject({ passed: true, failures: [] });
  });

  it('names file, step, widget, what was expected and what was there', () => {
    const failures = failuresOf(
      `${begin}  - send: "5"\n  - expect: {waits: thank, variables: {flow.variables.x: 1}}\n`,
    );
    expect(failures).toEqual([
      't.yaml: step 2, ask_reason: waits: expected "thank", got "ask_reason"',
      't.yaml: step 2, ask_reason: flow.variables.x: expected 1, got nothing',
    ]);
  });

  it('fails with the widget’s name where a mock is missing', () => {
    const steps = '  - send: "5"\n  - advance: 2d\n  - expect: {ended: true}\n';
    expect(failuresOf(begin + steps)).toEqual([
      't.yaml: step 2, save_answers: mock: expected a mock for "save_answers", got none for POST https://example.org/survey',
    ]);
  });

  it('fails where an input is not possible, and where a widget was deleted', () => {
    expect(failuresOf(`${begin}  - press: 1\n`)).toEqual([
      't.yaml: step 1, ask_rating: press: expected to be possible, got "ask_rating" does not listen for keys or speech.',
    ]);
    expect(failuresOf(`mocks: {gone: {status: 200}}\n${begin}  []\n`)).toEqual([
      't.yaml: start, gone: mock: expected a widget "gone", got none in the flow',
    ]);
  });

  it('plays a caller', () => {
    const text = `
start: {trigger: incomingCall}
steps:
  - expect: {waits: menu}
  - press: 3
  - expect: {sent: ["You find us at 1 Example Street."]}
  - say: when do you open, which hours
  - expect: {path: [menu, check_words, hours]}
  - event: {name: speech, data: {SpeechResult: speak to you}}
  - event: {name: callCompleted, data: {DialCallStatus: busy}}
  - expect: {variables: {widgets.connect.DialCallStatus: busy}, ended: true}
`;
    expect(failuresOf(text, phoneMenu)).toEqual([]);
    expect(run('start: {trigger: incomingCall}\nsteps: [silence]', phoneMenu).passed).toBe(true);
    expect(run('start: {trigger: incomingCall}\nsteps: [{hangup: true}]', phoneMenu).passed).toBe(true);
  });
});

describe('a file that is no test', () => {
  const errorsOf = (text: string) => {
    const parsed = parseFlowTest(text);
    return parsed.ok ? [] : parsed.errors.map(({ line, column, message }) => `${line}:${column} ${message}`);
  };

  it.each([
    ['', ['1:1 The test must be a map, not empty.']],
    ['steps: []', ['1:1 The test needs "start".']],
    [
      `${begin}  - sends: hi\n`,
      ['3:5 Unknown key "sends". Known keys: expect, advance, send, press, say, silence, hangup, event.'],
    ],
    [
      `${begin}  - {}\n`,
      ['3:5 steps[1] must have one of expect, advance, send, press, say, silence, hangup, event.'],
    ],
    [
      `${begin}  - {send: a, press: 1}\n`,
      ['3:5 steps[1] must have one of expect, advance, send, press, say, silence, hangup, event.'],
    ],
    [
      `${begin}  - advance: 2 hours\n`,
      ['3:14 steps[1].advance must be a duration such as 4s, 90m, 2h or 3d, not "2 hours".'],
    ],
    [
      `mocks: {a: [{fault: sleepy}]}\n${begin}  []`,
      ['1:21 mocks.a[1].fault must be one of timeout, connection, dns, not "sleepy".'],
    ],
    [
      `clock: yesterday\n${begin}  []`,
      ['1:8 "yesterday" is no time in ISO 8601 with a time zone, such as 2026-03-01T09:00:00Z.'],
    ],
    ['start: &a {trigger: incomingCall}\nsteps: *a\n', ['2:8 Aliases are not allowed.']],
    ['start: !!js/function x\nsteps: []', ['1:8 Unresolved tag: tag:yaml.org,2002:js/function.']],
    ['start: {\n', ['2:1 Flow map in block collection must be sufficiently indented and end with a }.']],
  ])('%j says where and why', (text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });

  it('is one that is too large, or nested too deeply', () => {
    expect(errorsOf(`# ${'x'.repeat(300_000)}`)).toEqual(['1:1 The test may have at most 256 kB.']);
    expect(errorsOf('['.repeat(200_000))).not.toEqual([]);
    expect(errorsOf(`mocks: {a: {body: ${'['.repeat(500)}${']'.repeat(500)}}}`)).toEqual([
      '1:1 The file is nested too deeply.',
    ]);
  });

  it('is never a crash', () => {
    const pieces = fc.constantFrom(
      'start',
      'steps',
      ': ',
      '- ',
      '\n',
      '{',
      '}',
      '[',
      ']',
      '*a',
      '&a ',
      '!!x ',
      '"',
      '? ',
      '1',
      '  ',
      '|',
      '<<: ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(typeof parseFlowTest(parts.join('')).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

it('a run is kept as a test that passes, with the responses that were given while it ran', () => {
  const start: SimulationStart = {
    ...{ event: 'incomingMessage', contact: '+15005550001', channel: '+15005550006', body: 'hi' },
    clock: Date.UTC(2026, 2, 1, 9),
  };
  const scenario = { definition: survey };
  const began = startSimulation(scenario, start);
  const inputs: { input: Input; after: typeof began }[] = [];
  for (const input of [
    { kind: 'message', body: '5' },
    { kind: 'message', body: 'fast' },
    { kind: 'event', name: 'timeout' },
    { kind: 'answer', mock: { status: 503, body: { error: 'busy' }, delay: 1_500 } },
  ] satisfies Input[]) {
    const performed = perform(scenario, inputs.at(-1)?.after ?? began, input);
    if (!performed.ok) throw new Error(performed.reason);
    inputs.push({ input, after: performed.simulation });
  }
  const test = flowTestOf({ flow: 'survey.json', start, mocks: {}, began, inputs });
  expect(test.mocks).toEqual({ save_answers: { status: 503, body: { error: 'busy' }, delay: '2s' } });
  const parsed = parseFlowTest(writeFlowTest(test));
  expect(parsed).toEqual({ ok: true, test });
  expect(runFlowTest(test, { definition: survey })).toMatchObject({ passed: true, failures: [] });
});

it('a duration is read as it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
      expect(readDuration(writeDuration(seconds * 1_000))).toBe(seconds * 1_000);
    }),
  );
});

it('JUnit has one test case for each file, with the failure or the error', () => {
  const failure = { step: 1, widget: 'a', what: 'sent', expected: '["<&>"]', actual: '["\u0000"]' };
  const xml = junitXml([
    { file: 'a.yaml', failures: [] },
    { file: 'b.yaml', failures: [failure] },
    { file: 'c.yaml', error: 'no test' },
  ]);
  expect(xml).toContain('<testsuites tests="3" failures="1" errors="1">');
  expect(xml).toContain('<testcase classname="patchbay" name="a.yaml" file="a.yaml"/>');
  expect(xml).toContain('expected [&quot;&lt;&amp;&gt;&quot;], got [&quot;&quot;]</failure>');
  expect(xml).toContain('<error message="no test">');
});

it('says what the contact was to hear', () => {
  const heard = { expected: 'Ok, goodbye.', actual: null };
  const failure = { step: 4, widget: 'split_1', what: 'sent', expected: '["Ok, goodbye."]', actual: '[]' };
  const when = { after: 'no', ended: true };
  expect(failureLine('a.yaml', { ...failure, heard, when })).toBe(
    'a.yaml: step 4, split_1: After ‘no’ the contact was to hear ‘Ok, goodbye.’, but heard nothing: the flow ended at split_1',
  );
  const more = { heard: { expected: null, actual: 'Hi' }, when: { after: null, ended: false } };
  expect(failureLine('a.yaml', { ...failure, ...more })).toContain(
    'The contact was to hear nothing more, but heard ‘Hi’: the flow waits at split_1',
  );
});

it.each([
  ['another text', '{sent: ["Sorry?"]}', 'explain_rating'],
  ['another way', '{path: [ask_rating, check_rating, thank], sent: ["Sorry?"]}', 'check_rating'],
])('a failure knows the card that does something else: %s', (_, expected, card) => {
  const { failures } = run(
    `${begin}  - expect: {waits: ask_rating}\n  - send: maybe\n  - expect: ${expected}\n`,
  );
  expect(failures.at(-1)).toMatchObject({
    card,
    widget: 'ask_rating',
    when: { after: 'maybe', ended: false },
  });
});
