/** Where the values come from that conditions compare, and which texts are tried there. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State, Transition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { oddText } from './condition-texts.ts';
import { inputSlotsOf, type SlotPart } from './input-slots.ts';

const flowOf = (...states: State[]): FlowDefinition => ({
  description: '',
  states,
  initial_state: 'Trigger',
});

const state = (name: string, type: string, properties: JsonObject = {}): State => ({
  name,
  type,
  properties,
});

const split = (input: string, ...conditions: [string, string, (string | null)?][]): State => ({
  name: 'split',
  type: 'split-based-on',
  properties: { input },
  transitions: conditions.map(
    ([type, value, argument = input]): Transition =>
      ({
        event: 'match',
        conditions: [{ friendly_name: '', type, value, ...(argument !== null && { arguments: [argument] }) }],
      }) as Transition,
  ),
});

const is = (input: string) => split(input, ['equal_to', 'yes']);

const set = (name: string, ...entries: [string, string][]): State =>
  state(name, 'set-variables', { variables: entries.map(([key, value]) => ({ key, value })) });

const gather = (name: string, properties: JsonObject = {}) => state(name, 'gather-input-on-call', properties);

/** The sources of a variable: `source part path`. */
const sourcesOf = (variable: string, ...states: State[]) =>
  inputSlotsOf(flowOf(...states))
    .sourcesOf(variable)
    .map(({ source, part, path }) => `${source} ${part} ${path}`.trim());

const textsAt = (source: string, part: SlotPart, ...states: State[]) =>
  Object.fromEntries(inputSlotsOf(flowOf(...states)).valuesAt(source, part));

describe('a variable that is compared', () => {
  it.each<[string, string[], State[]?]>([
    ['widgets.ask.inbound.Body', ['ask message Body']],
    ['widgets.ask.inbound.media.0', ['ask message media.0']],
    ['widgets.g.Digits', ['g keys'], [gather('g')]],
    ['widgets.g.SpeechResult', ['g speech'], [gather('g')]],
    ['widgets.g.Confidence', ['g report Confidence'], [gather('g')]],
    ['widgets.pay.Digits', ['pay report Digits'], [state('pay', 'capture-payments')]],
    ['widgets.pay.SpeechResult', ['pay report SpeechResult']],
    ['widgets.r.parsed', ['r response value']],
    ['widgets.r.parsed.a.b', ['r response a.b']],
    ['widgets.r.parsed.a[0].b', ['r response a.0.b']],
    ["widgets.r.parsed['a b']", ['r response a b']],
    ['widgets.r.parsed["a"]', ['r response a']],
    ['widgets.r.body', ['r text']],
    ['widgets.sub.a.b', ['sub response a.b'], [state('sub', 'run-subflow')]],
    ['widgets.other.a.b', ['other report a.b']],
    ['flow.data.a.b', ['parameters a.b']],
    ['trigger.request.parameters.a', ['parameters a']],
    ['trigger.message.Body', ['trigger message.Body']],
    ['trigger.call', ['trigger call']],
    ['contact.channel.address', ['contact']],
    ['flow.channel.address', []],
    ['flow.variables.a', []],
    [
      'flow.variables.reply',
      ['ask message Body', 'g keys', 'g speech'],
      [
        state('ask', 'send-and-wait-for-reply', { save_response_as: ' reply ' }),
        gather('g', { save_response_as: 'reply' }),
        gather('other', { save_response_as: 'other' }),
        state('no', 'send-message', { save_response_as: 'reply' }),
      ],
    ],
    [
      'flow.variables.a',
      ['contact', 'parameters x'],
      [
        set(
          's',
          [' a ', '{{contact.name}}{{flow.variables.b}}'],
          ['b', '{{flow.data.x}}'],
          ['c', '{{flow.data.y}}'],
        ),
      ],
    ],
    ['widgets.s.a', ['parameters x'], [set('s', ['a', '{{flow.data.x}}'], ['b', '{{flow.data.y}}'])]],
    ['flow.variables.a', [], [set('s', ['a', '{{flow.variables.a}}'])]],
  ])('%s comes from %j', (variable, sources, states = []) => {
    expect(sourcesOf(variable, is(`{{${variable}}}`), ...states)).toEqual(sources);
  });

  it('is followed through few variables only', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index) =>
        set(`s${index}`, [
          `v${index}`,
          index + 1 < length ? `{{flow.variables.v${index + 1}}}` : '{{flow.data.x}}',
        ]),
      );
    expect(sourcesOf('flow.variables.v0', is('{{flow.variables.v0}}'), ...chain(5))).toEqual([
      'parameters x',
    ]);
    expect(sourcesOf('flow.variables.v0', is('{{flow.variables.v0}}'), ...chain(6))).toEqual([]);
  });

  it('is known by its path, also where the condition has no argument, or compares with a variable', () => {
    const definition = flowOf(
      split('{{flow.data.a}}', ['equal_to', 'x', null], ['equal_to', '{{flow.data.c}}', '{{flow.data.b}}']),
      state('m', 'send-message', { body: '{{flow.data.d}}' }),
    );
    expect([...inputSlotsOf(definition).tested]).toEqual(['flow.data.a', 'flow.data.b', 'flow.data.c']);
  });

  it('comes from nowhere where no condition and no template has it', () => {
    expect(sourcesOf('flow.data.a', is('{{flow.data.b}}'))).toEqual([]);
  });
});

describe('the texts that are tried', () => {
  it('are those of the conditions, then one that no condition is written for', () => {
    const compared = split('{{flow.data.a}}', ['equal_to', 'yes'], ['greater_than', '5']);
    expect(textsAt('', 'parameters', compared)).toEqual({ a: [oddText, 'yes', '6', '5'] });
    expect(textsAt('', 'trigger', compared)).toEqual({});
    expect(textsAt('r', 'response', is('{{widgets.r.parsed.a}}'))).toEqual({ a: [oddText, 'yes'] });
  });

  it('are two at once where a value may contain several', () => {
    const texts = textsAt(
      '',
      'parameters',
      split('{{flow.data.a}}', ['contains', 'x'], ['contains', 'y'], ['equal_to', 'z']),
    );
    expect(texts).toEqual({ a: [oddText, 'x', 'y', 'z', 'y x'] });
    const nine = [...'abcdefghi'].map((text): [string, string] => ['contains', text]);
    const { a = [] } = textsAt('', 'parameters', split('{{flow.data.a}}', ...nine));
    expect(a).toContain('h g');
    expect(a.filter((text) => text.includes('i '))).toEqual([]);
  });

  it('fill what templates read, an address with an address, and are compared in tags', () => {
    const message = state('m', 'send-message', {
      body: `{% if flow.data.a == 'x' or flow.data.a != "y" %}{% if flow.data.b contains '' %}{{flow.data.a}}`,
    });
    expect(textsAt('', 'parameters', message)).toEqual({
      a: ['x', 'y', '', oddText],
      b: ['x', 'y', '', oddText],
    });
    expect(textsAt('', 'parameters', state('m', 'send-message', { body: `{{flow.data.a}} == 'x'` }))).toEqual(
      {
        a: [oddText],
      },
    );
    const request = state('r', 'make-http-request', { url: '{{flow.data.u}}', body: '{{flow.data.b}}' });
    expect(textsAt('', 'parameters', request)).toEqual({
      u: ['https://filled.example', oddText],
      b: [oddText],
    });
  });
});
