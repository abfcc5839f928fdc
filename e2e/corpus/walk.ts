/** Walks every reachable transition of a flow by the engine itself, each from a state made for it. */

import { advance, type Turn } from '#engine/advance.ts';
import type { Step } from '#engine/execution.ts';
import type { TriggerEvent } from '#engine/signal.ts';
import {
  type FlowDefinition,
  propertiesOf,
  type State,
  type Transition,
  transitionsOf,
} from '#flow/definition.ts';
import { reachableNames } from '#flow/graph.ts';
import type { Json } from '#flow/json/json.ts';
import { variableReferences } from '#flow/template/variable-references.ts';
import { canonicalType, widgetType } from '#flow/widgets/widget-types.ts';
import { transitionKey } from '#simulator/coverage.ts';
import { type SeededExecution, seedExecution } from './seeded-context.ts';
import { call, onCall, signalFor } from './walk-signal.ts';
import { beginningFor } from './walk-split.ts';

/**
 * `fired` are the keys of the transitions that fired; `unreached` counts those that cannot, each with its reason in
 * `reasons`; `failures` are exceptions and hops other than the definition's.
 */
export type WalkResult = {
  walked: number;
  fired: Set<string>;
  unreached: number;
  failures: string[];
  reasons: string[];
};

export const now = Date.UTC(2024, 0, 15, 12);
const address = 'https://filled.example';

/** Walks a flow whose types can all run. Placeholders of infrastructure templates in addresses are filled. */
export function walk(definition: FlowDefinition): WalkResult {
  const flow = withAddresses(definition);
  const reachable = reachableNames(flow);
  const result: WalkResult = { walked: 0, fired: new Set(), unreached: 0, failures: [], reasons: [] };
  for (const state of flow.states) {
    if (!reachable.has(state.name ?? '')) continue;
    transitionsOf(state).forEach((transition, index) => {
      const place = `${state.name} ${transition.event} → ${transition.next ?? 'Ended'}`;
      const reason = whyNot(state, transition, index);
      if (reason !== null) note(result, place, reason);
      else if (attempt(result, place, () => walkOne(flow, state, transition, index)))
        result.fired.add(transitionKey(state.name ?? '', index));
    });
  }
  return result;
}

function note(result: WalkResult, place: string, reason: string): void {
  result.unreached += 1;
  result.reasons.push(`${place}: ${reason}`);
}

function attempt(
  result: WalkResult,
  place: string,
  go: () => { step: Step | undefined; wrong: string | null } | string,
): boolean {
  try {
    const outcome = go();
    if (typeof outcome === 'string') note(result, place, outcome);
    else if (outcome.wrong === null) {
      result.walked += 1;
      return true;
    } else result.failures.push(`${place}: ${outcome.wrong}`);
  } catch (failure) {
    result.failures.push(`${place}: ${failure instanceof Error ? failure.message : String(failure)}`);
  }
  return false;
}

/** Why a transition cannot fire, as far as the definition alone tells; null when it can. */
function whyNot(state: State, { event }: Transition, index: number): string | null {
  const type = widgetType(state.type);
  if (!type?.events.some((each) => each.name === event)) return `${state.type} has no such event`;
  const first = transitionsOf(state).findIndex((each) => each.event === event);
  return first < index && event !== type.repeats ? 'an earlier transition has the same event' : null;
}

/** The hop that was recorded, and what is wrong with it; a sentence when no state was found for the event. */
function walkOne(flow: FlowDefinition, state: State, transition: Transition, index: number) {
  const beginning = beginningOf(state, transition, index);
  if (beginning === null)
    return 'no value of the tested variables leads here: an earlier condition covers it';
  const alone = { ...flow, initial_state: state.name ?? flow.initial_state };
  const step = stepOf(alone, beginning, state, transition.event);
  if (step === undefined) return { step, wrong: 'nothing was recorded' };
  const refused = step.notes.find((each) => each.code === 81014 || each.code === 81010);
  if (step.name !== transition.event && refused) return `always leaves by ${step.name}: ${refused.message}`;
  const to = transition.next ? transition.next : 'Ended';
  const isRight =
    step.name === transition.event && step.transitioned_from === state.name && step.transitioned_to === to;
  return { step, wrong: isRight ? null : `took ${step.name} → ${step.transitioned_to}` };
}

export function beginningOf(state: State, { event }: Transition, index: number): SeededExecution | null {
  const type = canonicalType(state.type);
  if (type === 'split-based-on') return beginningFor(state, event === 'match' ? index : -1);
  if (type === 'trigger') return seedExecution(new Map(), { event: event as TriggerEvent });
  const isVoice = type !== undefined && onCall.has(type);
  const seed = new Map(
    textsIn(propertiesOf(state)).flatMap((text) =>
      variableReferences(text).map(({ path }) => [path, valueFor(text, path)]),
    ),
  );
  return seedExecution(seed, { call: isVoice ? call : null });
}

/** A variable with which an address begins is an address itself. */
function valueFor(text: string, path: string): string {
  if (/\.size$/.test(path)) return '2';
  return /^\s*\{\{/.test(text) && variableReferences(text)[0]?.path === path && !/address$/.test(path)
    ? address
    : '0';
}

function stepOf(
  flow: FlowDefinition,
  { execution, start }: SeededExecution,
  state: State,
  event: string,
): Step | undefined {
  const entered = advance(flow, execution, start, now);
  if (entered.steps.length > 0 || state.type === 'trigger') return entered.steps[0];
  return firedBy(flow, entered, state, event).steps[0];
}

function firedBy(flow: FlowDefinition, { execution }: Turn, { type }: State, event: string): Turn {
  return advance(flow, execution, signalFor(canonicalType(type), execution, event), now);
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The definition with an address in the place of each placeholder of an infrastructure template. */
export function withAddresses(definition: FlowDefinition): FlowDefinition {
  const states = definition.states.map((state): State => {
    const { url, ...properties } = propertiesOf(state);
    if (typeof url !== 'string' || !url.includes('${')) return state;
    const filled = url.replace(/^\s*\$\{[^}]*\}/, address).replace(/\$\{[^}]*\}/g, 'filled');
    return { ...state, properties: { ...properties, url: filled } };
  });
  return { ...definition, states };
}
