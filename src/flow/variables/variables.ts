/** Variable scoping: which variables are available at a widget, and which ones templates read. */

import { type FlowDefinition, type State, transitionsOf } from '../definition.ts';
import { cordsOf, widgetIds } from '../graph.ts';
import { isObject, type Json } from '../json/json.ts';
import { type Pointer, pointer } from '../json/json-pointer.ts';
import { stringsIn } from '../json/strings-in.ts';
import { variableReferences } from '../template/variable-references.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { type BuiltInVariable, executionVariables, triggerVariables } from './built-in-variables.ts';
import { setKeys } from './set-keys.ts';

/** `path` is what a template reads; `from` the widget that sets it, null for a built-in variable. */
export type Variable = { path: string; means: string; from: string | null };

/** One read of a variable: the widget, the pointer to the template, and the range in its text. */
export type VariableRead = { widget: string; place: Pointer; path: string; start: number; end: number };

/** Path of an output whose key is given by the widget's own properties. */
const dynamicKey = 'KEY';

/**
 * Variables available to templates of the widget, nearest first: outputs of widgets that may have run before it
 * (itself included when a loop leads back to it), contact and flow, and data of the triggers that lead to it. Of
 * dynamic values (`flow.data`, parameters, parsed responses) those that some template of the flow already reads.
 * Grows: n in widgets.
 */
export function variablesAt(definition: FlowDefinition, id: string): Variable[] {
  const ids = widgetIds(definition);
  const before = widgetsBefore(definition, id);
  const byId = new Map(ids.map((each, index) => [each, definition.states[index]]));
  const states = before.flatMap((each) => byId.get(each) ?? []);
  const events = triggerEvents(definition, new Set([id, ...before]));
  const read = new Set(variableReads(definition).map(({ path }) => path));
  const readBelow = pathsByWidget(read);
  const groups = [
    states.flatMap(variablesSetBy),
    executionVariables.map(builtInVariable),
    [...events].flatMap((event) => (triggerVariables[event] ?? []).map(builtInVariable)),
    [...read]
      .filter((path) => isDynamicPath(path, events))
      .map((path) => ({ path, means: 'Read elsewhere in this flow.', from: null })),
    states.flatMap((state) => variablesReadBelow(state, readBelow)),
  ];
  const byPath = new Map<string, Variable>();
  for (const variable of groups.flat()) if (!byPath.has(variable.path)) byPath.set(variable.path, variable);
  return [...byPath.values()];
}

/** Every read of a variable in the definition's templates. Of a state that stays the same they are found once. */
export function variableReads(definition: FlowDefinition): VariableRead[] {
  const ids = widgetIds(definition);
  return definition.states.flatMap((state, index) => {
    const widget = ids[index] ?? '';
    if (!isObject(state)) return [];
    const known = knownReads.get(state);
    if (known !== undefined && known.index === index && known.widget === widget) return known.reads;
    const reads = readsIn(state, index, widget);
    knownReads.set(state, { index, widget, reads });
    return reads;
  });
}

/** By state: an edit replaces those that it changes. Where it moves one, its reads have another place. */
const knownReads = new WeakMap<State, { index: number; widget: string; reads: readonly VariableRead[] }>();

function readsIn(state: State, index: number, widget: string): VariableRead[] {
  const properties = stringsIn(state.properties, ['states', index, 'properties']);
  const conditions = transitionsOf(state).flatMap((each) =>
    stringsIn(each.conditions as Json | undefined, [
      'states',
      index,
      'transitions',
      (state.transitions ?? []).indexOf(each),
      'conditions',
    ]),
  );
  return [...properties, ...conditions].flatMap(({ text, path }) =>
    variableReferences(text).map((read) => ({
      widget,
      place: pointer(...path),
      ...read,
      path: toDotPath(read.path),
    })),
  );
}

/** Ancestors of the widget in the graph, nearest first (breadth-first). */
function widgetsBefore(definition: FlowDefinition, id: string): string[] {
  const sources = new Map<string, string[]>();
  for (const { from, to } of cordsOf(definition)) {
    const known = sources.get(to);
    if (known === undefined) sources.set(to, [from]);
    else known.push(from);
  }
  const found = new Set<string>();
  let level = [id];
  while (level.length > 0) {
    // Each once: paths that fork and join would otherwise double at every level.
    const next = new Set(level.flatMap((each) => sources.get(each) ?? []));
    level = [...next].filter((each) => !found.has(each));
    for (const each of level) found.add(each);
  }
  return [...found];
}

/** The trigger events connected to one of these widgets. */
function triggerEvents(definition: FlowDefinition, widgets: ReadonlySet<string>): Set<string> {
  const ids = widgetIds(definition);
  const triggers = new Set(ids.filter((_, index) => definition.states[index]?.type === 'trigger'));
  return new Set(
    cordsOf(definition).flatMap(({ from, event, to }) =>
      triggers.has(from) && widgets.has(to) ? [event] : [],
    ),
  );
}

function variablesSetBy(state: State): Variable[] {
  const { name } = state;
  const type = widgetType(state.type);
  if (typeof name !== 'string' || name === '' || type === undefined) return [];
  const outputs = type.outputs
    .filter(({ path }) => path !== dynamicKey)
    .map(({ path, means }) => ({ path: `widgets.${name}.${path}`, means, from: name }));
  const kept = setKeys(state).filter(({ key }) => /^[\w-]+$/.test(key));
  const keys = kept.flatMap(({ key, place }) => (place[0] === 'variables' ? [key] : []));
  return [
    ...kept.map(({ key }) => ({ path: `flow.variables.${key}`, means: `Set by ${name}.`, from: name })),
    ...outputs,
    ...keys.map((key) => ({
      path: `widgets.${name}.${key}`,
      means: `The same as flow.variables.${key}.`,
      from: name,
    })),
  ];
}

/** Reads below a widget beyond its declared outputs: keys of a parsed response, variables of a subflow. */
function variablesReadBelow({ name }: State, readBelow: ReadonlyMap<string, string[]>): Variable[] {
  if (typeof name !== 'string' || name === '') return [];
  return (readBelow.get(name) ?? []).map((path) => ({
    path,
    means: 'Read elsewhere in this flow.',
    from: name,
  }));
}

/** Paths below `widgets.NAME`, by the name. A name may have dots: a path is then below several. */
function pathsByWidget(read: Iterable<string>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  const prefix = 'widgets.';
  for (const path of read) {
    if (!path.startsWith(prefix)) continue;
    for (let end = path.indexOf('.', prefix.length); end !== -1; end = path.indexOf('.', end + 1)) {
      const name = path.slice(prefix.length, end);
      const known = paths.get(name);
      if (known === undefined) paths.set(name, [path]);
      else known.push(path);
    }
  }
  return paths;
}

/** True for a path with a dynamic key that the triggers in use can provide. */
function isDynamicPath(path: string, events: ReadonlySet<string>): boolean {
  if (path.startsWith('flow.data.')) return events.has('incomingRequest');
  if (path.startsWith('trigger.request.parameters.')) return events.has('incomingRequest');
  return path.startsWith('trigger.parent.parameters.') && events.has('incomingParent');
}

/** `widgets["ask"].Body` as `widgets.ask.Body`. */
function toDotPath(path: string): string {
  return path.replace(/\[\s*["']([^"'\]]+)["']\s*\]/g, '.$1');
}

function builtInVariable({ path, means }: BuiltInVariable): Variable {
  return { path, means, from: null };
}
