/** Flows that the tests of edits start from, and what must hold of every flow after every edit. */

import type { FlowDefinition, State } from '../definition.ts';
import { transitionsOf } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { connect } from '../edit/connect.ts';

/** Trigger → greet → ask → (reply) check → (yes) thank, (no match) ask; check reads what ask received. */
export function appointmentFlow(): FlowDefinition {
  return {
    description: 'Appointment',
    states: [
      state(
        'Trigger',
        'trigger',
        [{ event: 'incomingMessage', next: 'greet' }, { event: 'incomingCall' }],
        {},
      ),
      state('greet', 'send-message', [{ event: 'sent', next: 'ask' }, { event: 'failed' }], {
        body: 'Hello',
      }),
      state(
        'ask',
        'send-and-wait-for-reply',
        [{ event: 'incomingMessage', next: 'check' }, { event: 'timeout' }, { event: 'deliveryFailure' }],
        { body: 'Yes or no?', timeout: '3600', colour: { unknown: ['key'] } },
      ),
      state(
        'check',
        'split-based-on',
        [
          { event: 'noMatch', next: 'ask' },
          { event: 'match', next: 'thank', conditions: [isReply('yes')] },
          { event: 'match', conditions: [isReply('no')] },
        ],
        { input: '{{widgets.ask.inbound.Body}}' },
      ),
      state('thank', 'send-message', [{ event: 'sent' }, { event: 'failed' }], {
        body: 'You said {{ widgets["ask"].inbound.Body | upcase }}; widgets.ask stays.',
      }),
    ],
    initial_state: 'Trigger',
    flags: { allow_concurrent_calls: true },
  };
}

/** A condition on the reply to `ask`. */
export function isReply(value: string) {
  return {
    friendly_name: `If value equal_to ${value}`,
    arguments: ['{{widgets.ask.inbound.Body}}'],
    type: 'equal_to',
    value,
  };
}

function state(
  name: string,
  type: string,
  transitions: State['transitions'] & object,
  properties: object,
): State {
  return { name, type, transitions, properties: { offset: { x: 0, y: 0 }, ...properties } };
}

/** A widget of the flow by its name. */
export function widget(definition: FlowDefinition, name: string): State {
  return definition.states.find((each) => each.name === name) ?? {};
}

/** Where an event of a widget leads. */
export function nextOf(definition: FlowDefinition, name: string, event: string): string | null | undefined {
  return transitionsOf(widget(definition, name)).find((each) => each.event === event)?.next;
}

/** Faults of structure that no edit may leave behind; empty when there are none. */
export function faults(definition: FlowDefinition): string[] {
  const names = definition.states.map((each) => each.name ?? '');
  const dangling = definition.states.flatMap((each) =>
    transitionsOf(each).flatMap(({ next }) =>
      next && !names.includes(next) ? [`${each.name} leads to ${next}`] : [],
    ),
  );
  const twice = names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${name} is there twice`);
  const nameless = names.includes('') ? ['a widget has no name'] : [];
  const start =
    widget(definition, definition.initial_state).type === 'trigger' ? [] : ['it does not begin at a trigger'];
  return [...dangling, ...twice, ...nameless, ...start];
}

/**
 * The appointment flow grown by one widget for each part: its type, and two numbers that choose its place and the
 * ends of one more cord.
 */
export function grown(parts: readonly (readonly [type: string, from: number, to: number])[]): FlowDefinition {
  let definition = appointmentFlow();
  for (const [type, from, to] of parts) {
    if (type === 'trigger') continue;
    const added = addWidget(definition, type, { x: from % 500, y: to % 500 });
    const target = added.definition.states[to % added.definition.states.length]?.name ?? '';
    const source = added.definition.states[from % added.definition.states.length];
    const outlet = transitionsOf(source ?? {})[0]?.event ?? '';
    definition = connect(added.definition, { widget: source?.name ?? '', outlet }, target);
  }
  return definition;
}
