/** Fifty flows with something wrong, each made by breaking a sample at one place: for tests of what is said of flows. */

import type { FlowDefinition, State } from '../definition.ts';
import { samples } from '../samples/samples.ts';

/** Breaks the state at a place; `other` is a state besides it. */
type Break = (state: State, other: State) => State;

const withProperties = (state: State, properties: NonNullable<State['properties']>): State => ({
  ...state,
  properties: { ...state.properties, ...properties },
});

/** Another widget of the same name and connections, which is another type. */
const as = (type: string, properties: NonNullable<State['properties']> = {}): Break => {
  return ({ properties: { offset } = {}, ...state }) => ({
    ...state,
    type,
    properties: { ...(offset !== undefined && { offset }), ...properties },
  });
};

const breaks: readonly Break[] = [
  (state) => withProperties(state, { body: '', say: '', input: '', url: '', timeout: '' }),
  (state) => ({ ...state, properties: {} }),
  (state) => ({ ...state, transitions: [{ event: 'sent', next: 'nowhere' }] }),
  (state, { name = '' }) => ({ ...state, name }),
  (state) => ({ ...state, type: 'record-call-v9' }),
  (state) => withProperties(state, { body: 'Hello {{flow.data.name', say: '{% if x %}' }),
  (state) => withProperties(state, { timeout: 'soon', loop: -1, method: 'BREW' }),
  (state) => ({ ...state, transitions: [...(state.transitions ?? []), ...(state.transitions ?? [])] }),
  as('run-subflow', { flow_sid: '{{flow.data.flow}}' }),
  as('capture-payments', { payment_connector: 'Default', payment_amount: '10' }),
  (state) => ({ ...state, transitions: [] }),
  as('send-message', { body: '{{widgets.gone.inbound.Body}} {{flow.variables.unset}}' }),
];

export type BrokenSample = { name: string; definition: FlowDefinition };

export const brokenSamples: readonly BrokenSample[] = Array.from({ length: 50 }, (_, nth) => {
  const { id, definition } = samples[1 + (nth % (samples.length - 1))] ?? samples[0] ?? neverEmpty();
  const { states } = definition;
  const at = 1 + (nth % (states.length - 1));
  const broken = breaks[nth % breaks.length];
  const other = states[(at % (states.length - 1)) + 1];
  const name = `${id}, state ${at} broken in way ${nth % breaks.length}`;
  if (broken === undefined || other === undefined) return neverEmpty();
  return {
    name,
    definition: {
      ...definition,
      states: states.map((state, index) => (index === at ? broken(state, other) : state)),
    },
  };
});

function neverEmpty(): never {
  throw new Error('There are samples with several widgets.');
}
