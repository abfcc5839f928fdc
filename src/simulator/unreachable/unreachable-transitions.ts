/**
 * Which transitions no run can take, each with the reason. The definition is run with sets of possible values: from the
 * start on, along the transitions that these values allow, until nothing new is possible at any widget. What is not
 * known counts as possible, so that nothing is called unreachable that a run could reach.
 */

import { emptyContext } from '#engine/context.ts';
import { isTrue } from '#engine/properties/property-values.ts';
import { variableValue } from '#engine/properties/variable-value.ts';
import { isHttpUrl } from '#engine/results/http-response.ts';
import {
  type FlowDefinition,
  propertiesOf,
  type State,
  type Transition,
  transitionsOf,
} from '#flow/definition.ts';
import { isObject, textOf } from '#flow/json/json.ts';
import { stringsIn } from '#flow/json/strings-in.ts';
import { hasTemplate, variableReferences } from '#flow/template/variable-references.ts';
import { canonicalType, widgetType } from '#flow/widgets/widget-types.ts';
import { allTransitions, transitionKey } from '../coverage.ts';
import { afterSetting, assuming, either, keysOf, type Possible, possibleTexts } from './possible-values.ts';

/** A way out of a widget with what is possible on it. */
type Way = { index: number; next: string | null; possible: Possible };

/** Widgets that are looked at, for each widget of the flow; where that does not suffice nothing is concluded. */
const maxVisits = 60;

/** By the key of the transition, a sentence that says why no run can take it. */
export function unreachableTransitions(definition: FlowDefinition): Map<string, string> {
  const ways = possibleWays(definition);
  if (ways === null) return new Map();
  return new Map(
    allTransitions(definition).flatMap(({ widget, index }) => {
      const taken = ways.get(widget);
      if (taken?.has(index)) return [];
      const state = definition.states.find(({ name }) => name === widget) ?? {};
      return [
        [
          transitionKey(widget, index),
          taken === undefined ? 'nothing that can be taken leads to its widget' : reasonAt(state, index),
        ],
      ];
    }),
  );
}

/** The indexes of the transitions that can be taken, by widget; null where that took too long. */
function possibleWays(definition: FlowDefinition): Map<string, Set<number>> | null {
  const byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  const at = new Map<string, Possible>([[definition.initial_state, atTheStart(definition)]]);
  const ways = new Map<string, Set<number>>();
  const queue = [definition.initial_state];
  let visits = 0;
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const [state, possible] = [byName.get(name), at.get(name)];
    if (state === undefined || possible === undefined) continue;
    visits += 1;
    if (visits > maxVisits * definition.states.length) return null;
    const taken = ways.get(name) ?? new Set<number>();
    ways.set(name, taken);
    for (const way of waysFrom(state, possible)) {
      taken.add(way.index);
      if (way.next === null) continue;
      const before = at.get(way.next);
      const after = before === undefined ? way.possible : either(before, way.possible);
      if (after === before) continue;
      at.set(way.next, after);
      if (!queue.includes(way.next)) queue.push(way.next);
    }
  }
  return ways;
}

/** No variable of the flow and of its widgets is set when it starts. What starts it can bring anything. */
function atTheStart(definition: FlowDefinition): Possible {
  const values = new Map<string, readonly undefined[]>();
  for (const path of decidingPaths(definition)) {
    const [root, second, third] = keysOf(path) ?? [];
    const isSet = third !== undefined && (root === 'widgets' || (root === 'flow' && second === 'variables'));
    if (isSet || (root !== undefined && !contextRoots.has(root))) values.set(path, [undefined]);
  }
  return { values, facts: new Map() };
}

const contextRoots: ReadonlySet<string> = new Set(Object.keys(emptyContext()));

/** Properties without which a widget fails. */
const neededProperties = ['input', 'url', 'body', 'media_url', 'content_sid'];

/** The variables that conditions and needed properties read, and those from which these are set. */
function decidingPaths({ states }: FlowDefinition): Set<string> {
  const paths = new Set(
    states
      .flatMap((state) =>
        stringsIn([
          ...transitionsOf(state),
          ...neededProperties.map((key) => propertiesOf(state)[key] ?? null),
        ]),
      )
      .flatMap(({ text }) => variableReferences(text))
      .map(({ path }) => path),
  );
  const set = states
    .flatMap(({ properties }) => properties?.variables ?? [])
    .flat()
    .filter(isObject);
  for (const path of paths) {
    const key = keysOf(path)?.[2];
    for (const entry of set)
      if (textOf(entry.key).trim() === key)
        for (const read of variableReferences(textOf(entry.value))) paths.add(read.path);
  }
  return paths;
}

function waysFrom(state: State, possible: Possible): Way[] {
  const transitions = transitionsOf(state);
  if (canonicalType(state.type) === 'split-based-on') return waysFromSplit(state, possible);
  const after = afterRunning(state, possible);
  const failure = onlyFailure(state, possible);
  return transitions.flatMap(({ event, next }, index) =>
    isFired(state, index) && (failure === null || event === failure)
      ? [{ index, next: next || null, possible: after }]
      : [],
  );
}

/** Whether the widget has such an event, for which this transition is the first. */
function isFired(state: State, index: number): boolean {
  const transitions = transitionsOf(state);
  const event = transitions[index]?.event;
  const hasEvent = widgetType(state.type)?.events.some(({ name }) => name === event) ?? true;
  return hasEvent && transitions.findIndex((each) => each.event === event) === index;
}

/** Each match is tried where those before it do not hold, as the widget does. */
function waysFromSplit(state: State, entered: Possible): Way[] {
  const ways: Way[] = [];
  const transitions = transitionsOf(state);
  let left: Possible | null = entered;
  for (const [index, transition] of transitions.entries()) {
    if (transition.event !== 'match' || left === null) continue;
    const matched = conditionsOf(state, transition).reduce<Possible | null>(
      (possible, { template, ...comparison }) => possible && assuming(possible, template, comparison, true),
      transition.conditions?.length ? left : null,
    );
    if (matched !== null) ways.push({ index, next: transition.next || null, possible: matched });
    left = withoutMatch(left, state, transition);
  }
  if (left === null) return ways;
  for (const [index, { event, next }] of transitions.entries())
    if (event === 'noMatch' && isFired(state, index))
      ways.push({ index, next: next || null, possible: left });
  return ways;
}

/** What is possible where one of the conditions does not hold, whichever; null where all of them always hold. */
function withoutMatch(possible: Possible, state: State, transition: Transition): Possible | null {
  const conditions = conditionsOf(state, transition);
  if (conditions.length === 0) return possible;
  return conditions
    .map(({ template, ...comparison }) => assuming(possible, template, comparison, false))
    .reduce((one, other) => (one === null || other === null ? (one ?? other) : either(one, other)));
}

/** The condition's own argument is what it tests, without one the input of the widget. */
function conditionsOf(state: State, { conditions = [] }: Transition) {
  return conditions.map((condition) => ({
    template: textOf(condition?.arguments?.[0] ?? propertiesOf(state).input),
    type: String(condition?.type),
    value: String(condition?.value ?? ''),
  }));
}

function afterRunning(state: State, possible: Possible): Possible {
  const { variables, save_response_as: saved } = propertiesOf(state);
  let after = afterSetting(possible, ['widgets', state.name ?? ''], null);
  if (canonicalType(state.type) === 'set-variables' && Array.isArray(variables)) {
    const entries = variables.filter(isObject);
    const keys = entries.map(({ key }) => textOf(key).trim());
    for (const [index, { key: _, value, type }] of entries.entries()) {
      const key = keys[index] ?? '';
      if (hasTemplate(key) || key.includes('.')) return afterSetting(after, ['flow', 'variables'], null);
      const isPlain = typeof value === 'string' && type !== 'json_object' && !hasTemplate(textOf(type));
      const isOnly = keys.indexOf(key) === keys.lastIndexOf(key);
      const values = isPlain && isOnly ? possibleTexts(value, possible)?.map(variableValue) : undefined;
      after = afterSetting(after, ['flow', 'variables', key], values === undefined ? null : distinct(values));
    }
  }
  const key = textOf(saved).trim();
  if (key === '') return after;
  return afterSetting(after, hasTemplate(key) ? ['flow', 'variables'] : ['flow', 'variables', key], null);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

function reasonAt(state: State, index: number): string {
  const { event, conditions = [] } = transitionsOf(state)[index] ?? { event: '' };
  if (canonicalType(state.type) !== 'split-based-on')
    return 'what it sends is never complete, so that it always fails';
  if (event === 'noMatch') return 'one of the conditions always holds for what can lead here';
  const tested = conditionsOf(state, { event, conditions }).map(({ template }) => template);
  return `no value that ${tested.join(', ') || 'nothing'} can have here meets its conditions first`;
}

/** The event by which the widget is always left, as it has no address or nothing to send; null where it may have. */
function onlyFailure(state: State, possible: Possible): string | null {
  const properties = propertiesOf(state);
  const never = (key: string, isFit: (text: string) => boolean) =>
    possibleTexts(textOf(properties[key]), possible)?.every((text) => !isFit(text.trim())) ?? false;
  const hasNothingToSend = () =>
    ['body', 'media_url', 'content_sid'].every((key) => never(key, (text) => text !== ''));
  switch (canonicalType(state.type)) {
    case 'make-http-request':
      // The server has no account to sign in with at another service.
      return isTrue(properties.add_twilio_auth) || never('url', isHttpUrl) ? 'failed' : null;
    case 'run-function':
    case 'run-function-v2':
      return never('url', isHttpUrl) ? 'fail' : null;
    case 'send-message':
      return hasNothingToSend() ? 'failed' : null;
    case 'send-and-wait-for-reply':
      return hasNothingToSend() ? 'deliveryFailure' : null;
    default:
      return null;
  }
}
