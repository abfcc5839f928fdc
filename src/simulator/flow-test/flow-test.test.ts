/** Flow tests: their format, what they expect, how they are kept and reported. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { type Json, objectOf, textOf } from '#flow/json/json.ts';
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
import { mocksOfTest, startOfTest, stepsOfTest } from './scenario.ts';
import { publishedFlowTestSchema } from './schema.ts';

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
    [
      `clock: 2026-03-01\n${begin}  []`,
      ['1:8 "2026-03-01" is no time in ISO 8601 with a time zone, such as 2026-03-01T09:00:00Z.'],
    ],
    [
      `clock: 2026-13-01T09:00:00Z\n${begin}  []`,
      ['1:8 "2026-13-01T09:00:00Z" is no time in ISO 8601 with a time zone, such as 2026-03-01T09:00:00Z.'],
    ],
    [
      `clock: "2026-03-01T09:00Z "\n${begin}  []`,
      ['1:8 "2026-03-01T09:00Z " is no time in ISO 8601 with a time zone, such as 2026-03-01T09:00:00Z.'],
    ],
    [
      `time_zone: Mars/Olympus\n${begin}  []`,
      ['1:1 "Mars/Olympus" is not the name of a time zone, such as Europe/Paris.'],
    ],
    [
      `mocks: {a: {status: 99, open: 1, body: yes}, b: {status: 600}, c: [], d: 5, e: {status: 1.5}}\n${begin}  []`,
      [
        '1:21 mocks.a.status must be from 100 to 599.',
        '1:31 mocks.a.open must be true or false, not 1.',
        '1:58 mocks.b.status must be from 100 to 599.',
        '1:67 mocks.c must not be empty.',
        '1:74 mocks.d must be a map, not 5.',
        '1:89 mocks.e.status must be a whole number, not 1.5.',
      ],
    ],
    [
      `${begin}  - {silence: false}\n  - {hangup: null}\n  - hang up\n  - 5\n  - {press: [1]}\n  - {say: }\n`,
      [
        '3:15 steps[1].silence must be true.',
        '5:5 steps[3] must be one of silence, hangup, not "hang up".',
        '6:5 steps[4] must be one of silence, hangup, not 5.',
        '7:13 steps[5].press must be text, not a list.',
        '8:11 steps[6].say must be text, not empty.',
      ],
    ],
    [
      `${begin}  - {send: {body: {}}}\n  - {send: [1]}\n  - {event: {data: {}}}\n  - {sends: 1, send: 1}\n`,
      [
        '3:19 steps[1].send.body must be text, not a map.',
        '4:12 steps[2].send must be text, not a list.',
        '5:13 steps[3].event needs "name".',
        '6:6 Unknown key "sends". Known keys: expect, advance, send, press, say, silence, hangup, event.',
      ],
    ],
    [
      `${begin}  - advance: ${'x'.repeat(99)}`,
      [`3:14 steps[1].advance must be a duration such as 4s, 90m, 2h or 3d, not "${'x'.repeat(59)}.`],
    ],
    ['start: {trigger: incomingCall}\nsteps: 5', ['2:8 steps must be a list, not 5.']],
    [
      `start: {trigger: incomingCall}\nsteps: [${'silence, '.repeat(2_001)}]`,
      ['2:8 steps must have at most 2000 entries.'],
    ],
    [
      `${begin}  - {${Array.from({ length: 30 }, (_, at) => `k${at}: 1`).join(', ')}}`,
      expect.objectContaining({ length: 20 }) as never,
    ],
    ['a: 1\na: 2\n', ['2:1 Map keys must be unique.']],
    ['- 1', ['1:1 The test must be a map, not a list.']],
    [
      'start: {trigger: incomingCall}\nsteps: []\n---\nsteps: []',
      ['3:1 Source contains multiple documents; please use YAML.parseAllDocuments().'],
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
    expect(errorsOf(`#${' '.repeat(256 * 1024 - 1)}`)).toEqual(['1:1 The test must be a map, not empty.']);
    for (const depth of [98, 500])
      expect(errorsOf(`mocks: {a: {body: ${'['.repeat(depth)}${']'.repeat(depth)}}}`)).toEqual([
        '1:1 The file is nested too deeply.',
      ]);
    expect(errorsOf(`mocks: {a: {body: ${'['.repeat(97)}${']'.repeat(97)}}}\n${begin}  []`)).toEqual([]);
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

it.each([
  [0, '0s'],
  [1, '1s'],
  [59_000, '59s'],
  [60_000, '1m'],
  [61_000, '61s'],
  [7_200_000, '2h'],
  [86_400_000, '1d'],
  [90_000_000, '25h'],
])('%i ms are written as %s', (ms, text) => {
  expect(writeDuration(ms)).toBe(text);
});

it.each(['', '4', 's', '4 s', 'x4s', '4sx', '1234567890s'])('%j is no duration', (text) => {
  expect(readDuration(text)).toBeNull();
});

describe('what a test means for the simulator', () => {
  const parsed = (text: string) => {
    const result = parseFlowTest(text);
    if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join(' '));
    return result.test;
  };
  const full = parsed(`
name: 1
start:
  trigger: incomingMessage
  contact: +15005550009
  channel: 15005550007
  body: 12
  media: [https://x.example/a.png]
  parameters: {body: 1, not: .nan}
  fields: {contact: 2, far: .inf}
  widget: 7
  context: {flow: {variables: {name: 3}}, widgets: {7: {sent: 4}}, trigger: {path: [1]}}
clock: 2026-03-01T10:00:00+0100
mocks:
  first: {status: 404, body: {send: 5}, delay: 4s}
  second: [{body: 6, content_type: text/csv}, {fault: dns, open: true}]
steps:
  - expect: {waits: 8, sent: [9], said: [10], path: [11], variables: {a.send: 12}, ended: true}
  - advance: 90m
  - send: 0x1F
  - send: {body: 14, media: [https://x.example/b.png], fields: {say: 15}}
  - send: {}
  - press: 016
  - say: 1.70
  - event: timeout
  - event: {name: 19, data: {press: 20}}
  - event: {name: speech}
  - silence
  - hangup
  - silence: true
  - hangup: null
`);

  it('is its start, with texts as they are written', () => {
    expect(startOfTest(full)).toStrictEqual({
      event: 'incomingMessage',
      ...{ contact: '+15005550009', channel: '15005550007', body: '12', widget: '7' },
      media: ['https://x.example/a.png'],
      parameters: { body: 1, not: null },
      fields: { contact: 2, far: null },
      context: { flow: { variables: { name: 3 } }, widgets: { 7: { sent: 4 } }, trigger: { path: [1] } },
      clock: Date.UTC(2026, 2, 1, 9),
    });
    expect(startOfTest(parsed('start: {trigger: incomingCall}\nsteps: []'))).toStrictEqual({
      ...{ event: 'incomingCall', contact: '+15005550001', channel: '+15005550006' },
      clock: Date.UTC(2026, 0, 1, 9),
    });
  });

  it('is its mocks', () => {
    expect(mocksOfTest(full)).toStrictEqual({
      first: { status: 404, body: { send: 5 }, delay: 4_000 },
      second: [
        { body: 6, content_type: 'text/csv' },
        { fault: 'dns', open: true },
      ],
    });
    expect(mocksOfTest(parsed(`${begin}  []`))).toEqual({});
  });

  it('is its steps', () => {
    expect(stepsOfTest(full)).toStrictEqual([
      {
        expect: {
          waits: '8',
          sent: ['9'],
          said: ['10'],
          path: ['11'],
          variables: { 'a.send': 12 },
          ended: true,
        },
      },
      { input: { kind: 'advance', ms: 5_400_000 } },
      { input: { kind: 'message', body: '0x1F' } },
      { input: { kind: 'message', body: '14', media: ['https://x.example/b.png'], fields: { say: 15 } } },
      { input: { kind: 'message', body: '', media: [] } },
      { input: { kind: 'press', digits: '016' } },
      { input: { kind: 'say', text: '1.70' } },
      { input: { kind: 'event', name: 'timeout' } },
      { input: { kind: 'event', name: '19', data: { press: 20 } } },
      { input: { kind: 'event', name: 'speech' } },
      { input: { kind: 'silence' } },
      { input: { kind: 'hangup' } },
      { input: { kind: 'silence' } },
      { input: { kind: 'hangup' } },
    ]);
  });

  it('is in the published schema, with a description of each key', () => {
    const { $schema, $id, title, properties } = publishedFlowTestSchema('https://x.example');
    expect([$schema, $id, title]).toEqual([
      'https://json-schema.org/draft/2019-09/schema',
      'https://x.example/flowtest',
      'Flow test',
    ]);
    const undescribed = (schema: Json, path: string): string[] =>
      Object.entries(objectOf(schema)).flatMap(([key, inner]) => {
        if (key === 'anyOf') return (inner as Json[]).flatMap((each) => undescribed(each, path));
        if (key === 'items') return undescribed(inner, path);
        if (key === 'patternProperties')
          return Object.values(objectOf(inner)).flatMap((each) => undescribed(each, path));
        if (key !== 'properties') return [];
        return Object.entries(objectOf(inner)).flatMap(([name, member]) => [
          ...(textOf(objectOf(member).description) === '' && !['silence', 'send', 'event'].includes(name)
            ? [`${path}.${name}`]
            : []),
          ...undescribed(member, `${path}.${name}`),
        ]);
      });
    expect(undescribed({ properties: properties ?? {} }, '')).toEqual([]);
  });
});

it('JUnit has one test case for each file, with the failure or the error', () => {
  const failure = { step: 1, widget: 'a', what: 'sent', expected: '["<&>"]', actual: '["\u0000"]' };
  const xml = junitXml([
    { file: 'a.yaml', failures: [] },
    { file: 'b.yaml', failures: [failure, { ...failure, step: 0, widget: null }] },
    { file: 'c.yaml', error: 'no test' },
  ]);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="1">
  <testsuite name="patchbay" tests="3" failures="1" errors="1">
    <testcase classname="patchbay" name="a.yaml" file="a.yaml"/>
    <testcase classname="patchbay" name="b.yaml" file="b.yaml">
      <failure message="b.yaml: step 1, a: sent: expected [&quot;&lt;&amp;&gt;&quot;], got [&quot;&quot;]">b.yaml: step 1, a: sent: expected [&quot;&lt;&amp;&gt;&quot;], got [&quot;&quot;]&#10;b.yaml: start: sent: expected [&quot;&lt;&amp;&gt;&quot;], got [&quot;&quot;]</failure>
    </testcase>
    <testcase classname="patchbay" name="c.yaml" file="c.yaml">
      <error message="no test">no test</error>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it('says what the contact was to hear', () => {
  const heard = { expected: 'Ok, goodbye.', actual: null };
  const failure = { step: 4, widget: 'split_1', what: 'sent', expected: '["Ok, goodbye."]', actual: '[]' };
  const when = { after: 'no', ended: true };
  expect(failureLine('a.yaml', { ...failure, heard, when })).toBe(
    'a.yaml: step 4, split_1: After ‘no’ the contact was to hear ‘Ok, goodbye.’, but heard nothing: the flow ended at split_1',
  );
  expect(failureLine('a.yaml', { ...failure, heard })).toBe(
    'a.yaml: step 4, split_1: sent: expected ["Ok, goodbye."], got []',
  );
  expect(failureLine('a.yaml', { ...failure, heard, when, widget: null })).toBe(
    'a.yaml: step 4: After ‘no’ the contact was to hear ‘Ok, goodbye.’, but heard nothing: the flow ended',
  );
  const more = { heard: { expected: null, actual: 'Hi' }, when: { after: null, ended: false } };
  expect(failureLine('a.yaml', { ...failure, ...more })).toContain(
    'The contact was to hear nothing more, but heard ‘Hi’: the flow waits at split_1',
  );
});

describe('what failed', () => {
  const call = 'start: {trigger: incomingCall}\nsteps:\n';
  const question = 'How satisfied are you with our service, from 1 (not at all) to 5 (very)?';
  const sorry = 'Please reply with a number from 1 to 5.';
  const menu =
    'For our opening hours, press 1. To speak with us, press 2. To have our address sent to you, press 3.';
  const json = JSON.stringify;

  it.each<[string, string, FlowDefinition, TestResult['failures']]>([
    [
      'a text at the start',
      `${begin}  - expect: {sent: []}\n`,
      survey,
      [
        {
          ...{ step: 1, widget: 'ask_rating', what: 'sent', expected: '[]', actual: json([question]) },
          ...{ card: 'ask_rating', when: { after: null, ended: false } },
          heard: { expected: null, actual: question },
        },
      ],
    ],
    [
      'another way, and what follows from it',
      `${begin}  - expect: {waits: ask_rating}\n  - send: maybe\n  - expect: {path: [ask_rating, check_rating, thank], sent: ["${sorry}"], ended: true}\n`,
      survey,
      [
        {
          ...{ step: 3, widget: 'ask_rating', what: 'ended', expected: 'true', actual: 'false' },
          ...{ card: 'check_rating', when: { after: 'maybe', ended: false } },
        },
        {
          ...{ step: 3, widget: 'ask_rating', what: 'path', card: 'check_rating' },
          expected: json(['ask_rating', 'check_rating', 'thank']),
          actual: json(['ask_rating', 'check_rating', 'explain_rating']),
          when: { after: 'maybe', ended: false },
        },
        {
          ...{ step: 3, widget: 'ask_rating', what: 'sent', card: 'check_rating' },
          ...{ expected: json([sorry]), actual: json([sorry, question]) },
          ...{ when: { after: 'maybe', ended: false }, heard: { expected: null, actual: question } },
        },
      ],
    ],
    [
      'another text',
      `${begin}  - expect: {waits: ask_rating}\n  - send: maybe\n  - expect: {sent: ["Sorry?"]}\n`,
      survey,
      [
        {
          ...{ step: 3, widget: 'ask_rating', what: 'sent', card: 'explain_rating' },
          ...{ expected: json(['Sorry?']), actual: json([sorry, question]) },
          ...{ when: { after: 'maybe', ended: false }, heard: { expected: 'Sorry?', actual: sorry } },
        },
      ],
    ],
    [
      'what is sent and said on a call',
      `${call}  - press: 3\n  - expect: {said: ["Welcome, and thank you for calling."], sent: []}\n`,
      phoneMenu,
      [
        {
          ...{ step: 2, widget: 'menu', what: 'sent', card: 'send_address', expected: '[]' },
          ...{ actual: json(['You find us at 1 Example Street.']), when: { after: '3', ended: false } },
          heard: { expected: null, actual: 'You find us at 1 Example Street.' },
        },
        {
          ...{ step: 2, widget: 'menu', what: 'said', card: 'menu' },
          expected: json(['Welcome, and thank you for calling.']),
          actual: json(['Welcome, and thank you for calling.', menu, 'We have sent you our address.', menu]),
          ...{ when: { after: '3', ended: false }, heard: { expected: null, actual: menu } },
        },
      ],
    ],
    [
      'less than was to be heard',
      `${call}  - expect: {waits: menu}\n  - say: bye\n  - silence\n  - expect: {said: ["Sorry, we did not understand that.", "${menu}", Goodbye., Bye]}\n`,
      phoneMenu,
      [
        {
          ...{ step: 4, widget: 'goodbye', what: 'said' },
          expected: json(['Sorry, we did not understand that.', menu, 'Goodbye.', 'Bye']),
          actual: json(['Sorry, we did not understand that.', menu, 'Goodbye.']),
          ...{ when: { after: null, ended: true }, heard: { expected: 'Bye', actual: null } },
        },
      ],
    ],
    [
      'a path from its first widget on',
      `${call}  - say: hours\n  - expect: {path: [menu]}\n`,
      phoneMenu,
      [
        {
          ...{ step: 2, widget: 'menu', what: 'path', expected: json(['menu']) },
          actual: json(['welcome', 'menu', 'check_words', 'hours']),
          when: { after: 'hours', ended: false },
        },
      ],
    ],
    [
      'what is not possible after the end',
      `${call}  - silence\n  - press: 1\n`,
      phoneMenu,
      [
        {
          ...{ step: 2, widget: 'goodbye', what: 'press', expected: 'to be possible' },
          actual: 'The flow has ended.',
        },
      ],
    ],
    [
      'a request at the end that nothing answers',
      `${begin}  - send: "5"\n  - advance: 2d\n`,
      survey,
      [
        {
          ...{ step: 2, widget: 'save_answers', what: 'mock', expected: 'a mock for "save_answers"' },
          actual: 'none for POST https://example.org/survey',
        },
      ],
    ],
    [
      'widgets that the flow does not have',
      'start: {trigger: incomingMessage, widget: gone}\nmocks: {other: {}}\nsteps: []',
      survey,
      [
        { step: 0, widget: 'gone', what: 'start', expected: 'a widget "gone"', actual: 'none in the flow' },
        { step: 0, widget: 'other', what: 'mock', expected: 'a widget "other"', actual: 'none in the flow' },
      ],
    ],
    [
      'a variable that is something else',
      `${begin}  - expect: {variables: {'trigger[message].Body': hi, "trigger.message['Body']": hi, 'flow["channel"].address': x, flow.channel: 1, contact.toString: 1}}\n`,
      survey,
      [
        ['flow["channel"].address', '"x"', '"+15005550006"'],
        ['flow.channel', '1', '{"address":"+15005550006"}'],
        ['contact.toString', '1', 'nothing'],
      ].map(([what = '', expected = '', actual = '']) => ({
        ...{ step: 1, widget: 'ask_rating', what, expected, actual, when: { after: null, ended: false } },
      })),
    ],
  ])('is %s', (_, text, definition, failures) => {
    const { passed, states, simulation, ...result } = run(text, definition);
    expect(result).toStrictEqual({ failures });
    expect(passed).toBe(false);
    expect(states.at(-1)).toBe(simulation);
  });

  it('is nothing of a request that an event answers', () => {
    const { passed, states } = run(
      `${begin}  - send: "5"\n  - advance: 2d\n  - event: failed\n  - expect: {path: [ask_rating, check_rating, keep_rating, ask_reason, save_answers, apologise], ended: true}\n`,
    );
    expect(passed).toBe(true);
    expect(states).toHaveLength(5);
  });
});

it('templates format dates in the time zone of the test', () => {
  const definition = structuredClone(survey) as FlowDefinition;
  const ask = definition.states.find(({ name }) => name === 'ask_rating');
  Object.assign(ask?.properties ?? {}, { body: "{{ 'now' | date: '%H' }}" });
  const at = 'clock: 2026-03-01T09:00:00Z\n';
  const expected = (hour: string) => `${at}${begin}  - expect: {sent: ["${hour}"]}\n`;
  expect(failuresOf(expected('09'), definition)).toEqual([]);
  expect(failuresOf(`time_zone: Asia/Tokyo\n${expected('18')}`, definition)).toEqual([]);
});

describe('a kept run', () => {
  const start: SimulationStart = {
    ...{ event: 'incomingCall', contact: '+15005550001', channel: '+15005550006' },
    clock: Date.UTC(2026, 2, 1, 9),
  };

  it('has what was sent, said and left after each input', () => {
    const scenario = { definition: phoneMenu };
    const began = startSimulation(scenario, start);
    const inputs: { input: Input; after: typeof began }[] = [];
    for (const input of [
      { kind: 'press', digits: '3' },
      { kind: 'advance', ms: 1_500 },
      { kind: 'stop' },
    ] satisfies Input[]) {
      const performed = perform(scenario, inputs.at(-1)?.after ?? began, input);
      if (!performed.ok) throw new Error(performed.reason);
      inputs.push({ input, after: performed.simulation });
    }
    const menu =
      'For our opening hours, press 1. To speak with us, press 2. To have our address sent to you, press 3.';
    expect(flowTestOf({ start, mocks: {}, began, inputs, timeZone: 'Asia/Tokyo' })).toStrictEqual({
      start: { trigger: 'incomingCall', contact: '+15005550001', channel: '+15005550006' },
      ...{ clock: '2026-03-01T09:00:00Z', time_zone: 'Asia/Tokyo' },
      steps: [
        { expect: { path: ['welcome'], said: ['Welcome, and thank you for calling.', menu], waits: 'menu' } },
        { press: '3' },
        {
          expect: {
            path: ['menu', 'check_key', 'send_address', 'address_sent'],
            sent: ['You find us at 1 Example Street.'],
            ...{ said: ['We have sent you our address.', menu], waits: 'menu' },
          },
        },
        { advance: '2s' },
        { expect: { waits: 'menu' } },
        { expect: { path: ['menu'], ended: true } },
      ],
    });
  });

  it('has the inputs as they were, and how it began', () => {
    const began = startSimulation({ definition: phoneMenu }, start);
    const given: Input[] = [
      { kind: 'message', body: 'a' },
      { kind: 'message', body: 'a', media: ['https://x.example/a.png'] },
      { kind: 'message', body: 'a', media: [], fields: { To: 'b' } },
      { kind: 'press', digits: '12' },
      { kind: 'say', text: 'yes' },
      { kind: 'silence' },
      { kind: 'hangup' },
      { kind: 'event', name: 'speech' },
      { kind: 'event', name: 'speech', data: { SpeechResult: 'yes' } },
      { kind: 'advance', ms: 60_000 },
    ];
    const inputs = given.map((input) => ({ input, after: began }));
    const last = inputs.at(-1);
    if (last !== undefined) last.after = { ...began, clock: began.clock + 60_000 };
    const prepared: SimulationStart = {
      ...{ ...start, body: 'hi', media: ['https://x.example/a.png'], widget: 'menu', fields: { a: 1 } },
      ...{ parameters: { b: 2 }, context: { widgets: { ask: { c: 3 } } } },
    };
    const mocks = {
      ...{ one: { status: 404, delay: 90_000 }, list: [{ body: 1 }, { delay: 1_000 }] },
      ...{ single: [{ fault: 'dns' as const }] },
    };
    const test = flowTestOf({ start: prepared, mocks, began, inputs });
    expect(stepsOfTest(test).flatMap((step) => ('input' in step ? [step.input] : []))).toEqual(given);
    expect(test.steps[1]).toStrictEqual({ send: 'a' });
    expect(test.steps[3]).toStrictEqual({ send: { body: 'a', media: ['https://x.example/a.png'] } });
    expect(test.steps[5]).toStrictEqual({ send: { body: 'a', fields: { To: 'b' } } });
    expect(startOfTest(test)).toStrictEqual(prepared);
    expect(test.mocks).toStrictEqual({
      one: { status: 404, delay: '90s' },
      list: [{ body: 1 }, { delay: '1s' }],
      single: { fault: 'dns' },
    });
    expect(parseFlowTest(writeFlowTest(test))).toMatchObject({ ok: true, test });
    const { media: _, ...plain } = prepared;
    expect(flowTestOf({ start: { ...plain, media: [] }, mocks, began, inputs: [] }).start).toStrictEqual({
      ...flowTestOf({ start: plain, mocks, began, inputs: [] }).start,
    });
  });

  it('that stopped at once for a response has all that it sent behind it', () => {
    const asks = structuredClone(survey) as FlowDefinition;
    asks.initial_state = 'save_answers';
    const scenario = { definition: asks };
    const message: SimulationStart = {
      ...start,
      event: 'incomingMessage',
      widget: 'save_answers',
      body: 'hi',
    };
    const began = startSimulation(scenario, message);
    const answers = [{ status: 500 }, { status: 200 }];
    let after = began;
    const inputs = answers.flatMap((mock) => {
      const performed = perform(scenario, after, { kind: 'answer', mock });
      if (!performed.ok) return [];
      after = performed.simulation;
      return [{ input: { kind: 'answer' as const, mock }, after }];
    });
    const test = flowTestOf({ start: message, mocks: {}, began, inputs });
    expect(test.mocks).toStrictEqual({ save_answers: { status: 500 } });
    expect(test.steps).toStrictEqual([
      {
        expect: {
          path: ['save_answers', 'apologise'],
          sent: ['Thank you. We could not save your answers; please try again later.'],
          ended: true,
        },
      },
    ]);
    expect(runFlowTest(test, scenario)).toMatchObject({ passed: true });
  });
});

it('a kept test repeats texts instead of referring to them, each on one line', () => {
  const long = 'word '.repeat(50);
  const data = { a: long };
  const text = writeFlowTest({
    start: { trigger: 'incomingRequest', parameters: data, fields: data },
    steps: [],
  });
  expect(text).toBe(`start:
  trigger: incomingRequest
  parameters:
    a: "${long}"
  fields:
    a: "${long}"
steps: []
`);
});
