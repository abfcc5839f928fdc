/** Flows and templates that are meant to make one turn, or one validation, as expensive as possible. */

import { paths } from '#api/paths.ts';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { type HostileCase, post, publish } from '../../e2e/attacks/hostile-request.ts';
import { channel } from '../service/conversation.ts';

const offset = { x: 0, y: 0 };
/** So that no start conflicts with the execution of another one. */
let contact = 0;

/** A flow that begins with the first of the widgets when it is started by REST. */
function flowOf(...states: State[]): FlowDefinition {
  const trigger: State = {
    ...{ name: 'Trigger', type: 'trigger', properties: { offset } },
    transitions: [{ event: 'incomingRequest', next: states[0]?.name ?? '' }],
  };
  return { description: 'Hostile', initial_state: 'Trigger', states: [trigger, ...states] };
}

function keep(name: string, value: string, next?: string): State {
  return {
    ...{ name, type: 'set-variables', properties: { offset, variables: [{ key: 'kept', value }] } },
    transitions: [next === undefined ? { event: 'next' } : { event: 'next', next }],
  };
}

/** Starts of a flow, each for another contact. A limit of starts may answer with 429. */
function starts(name: string, flow: FlowDefinition, parameters: object): HostileCase {
  return {
    ...{ name, expects: 'limits of a turn', status: 201 },
    async prepare(target) {
      const sid = await publish(target, flow);
      return () => {
        contact += 1;
        const To = `+2${String(contact).padStart(10, '0')}`;
        const form = new URLSearchParams({ To, From: channel, Parameters: JSON.stringify(parameters) });
        return post(paths.executions(sid), 'form', form.toString());
      };
    },
  };
}

const nestedTags = '{% if true %}'.repeat(3_400) + '{% endif %}'.repeat(3_400);

export const turnCases: readonly HostileCase[] = [
  starts(
    'a parameter of 16 kB in a loop of two set-variables',
    flowOf(keep('one', '{{flow.data.long}}', 'two'), keep('two', '{{flow.data.long}}', 'one')),
    { long: 'x'.repeat(16_000) },
  ),
  starts(
    'the pattern ((?!.*b)(?!.*c)(?!.*d)a)* on 4,000 letters',
    flowOf({
      ...{ name: 'split', type: 'split-based-on', properties: { offset, input: '{{flow.data.letters}}' } },
      transitions: [
        { event: 'noMatch' },
        {
          event: 'match',
          conditions: [
            {
              ...{ friendly_name: 'Pattern', arguments: ['{{flow.data.letters}}'] },
              ...{ type: 'regex', value: '((?!.*b)(?!.*c)(?!.*d)a)*' },
            },
          ],
        },
      ],
    }),
    { letters: 'a'.repeat(4_000) },
  ),
  starts(
    'where and group_by over 10,000 items',
    flowOf(keep('one', '{{ flow.data.items | where: "a" | group_by: "a" | size }}')),
    { items: Array.from({ length: 10_000 }, (_, at) => ({ a: at })) },
  ),
  {
    ...{
      name: 'validation of five templates of 3,400 nested {% if %}',
      expects: 'levels of tags',
      status: 200,
    },
    async prepare() {
      const definition = flowOf(
        ...Array.from({ length: 5 }, (_, at) => keep(`keep_${at}`, nestedTags, `keep_${(at + 1) % 5}`)),
      );
      const form = new URLSearchParams({
        ...{ FriendlyName: 'Hostile', Status: 'draft', Definition: JSON.stringify(definition) },
      });
      return () => post(paths.validate, 'form', form.toString());
    },
  },
];
