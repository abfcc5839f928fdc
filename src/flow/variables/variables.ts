/** Which variables can be read where, and where a variable is read. */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import { cordsOf, widgetIds } from '../graph.ts';
import { isObject, type Json, textOf } from '../json/json.ts';
import { type Pointer, pointer } from '../json/json-pointer.ts';
import { variableReferences } from '../template/template.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { type BuiltInVariable, executionVariables, triggerVariables } from './built-in-variables.ts';

/** `path` is what a template writes; `from` the widget that sets it, null when it is there from the start. */
export type Variable = { path: string; means: string; from: string | null };

/** One place where a variable is read: in which widget, and the text with the span in it. */
export type VariableRead = { widget: string; place: Pointer; path: string; start: number; end: number };

/** The key that an output has when the widget's own properties name it. */
const dynamicKey = 'KEY';

/**
 * What a template in the widget may read, nearest first: what the widgets set that may have run before it
 * (the widget itself when a loop leads back to it), what contact and flow are, and what came with the triggers
 * that lead to it. Of values that only the running flow knows (`flow.data`, parameters, parsed answers) those
 * are listed that some template of the flow reads already.
 */
export function variablesAt(definition: FlowDefinition, id: string): Variable[] {
  const ids = widgetIds(definition);
  const before = widgetsBefore(definition, id);
  const states = before.flatMap((each) => definition.states[ids.indexOf(each)] ?? []);
  const events = triggerEvents(definition, new Set([id, ...before]));
  const read = new Set(variableReads(definition).map(({ path }) => path));
  const groups = [
    states.flatMap(variablesSetBy),
    executionVariables.map(builtInVariable),
    [...events].flatMap((event) => (triggerVariables[event] ?? []).map(builtInVariable)),
    [...read]
      .filter((path) => isDynamicPath(path, events))
      .map((path) => ({ path, means: 'Read elsewhere in this flow.', from: null })),
    states.flatMap((state) => variablesReadBelow(state, read)),
  ];
  const byPath = new Map<string, Variable>();
  for (const variable of groups.flat()) if (!byPath.has(variable.path)) byPath.set(variable.path, variable);
  return [...byPath.values()];
}

/** Every place of the definition that reads the variable or something below it, in the order of the flow. */
export function readsOfVariable(definition: FlowDefinition, path: string): VariableRead[] {
  return variableReads(definition).filter(
    (read) =>
      read.path === path || (/^[.[]/.test(read.path.slice(path.length)) && read.path.startsWith(path)),
  );
}

/** Every variable that the definition's templates read. */
export function variableReads(definition: FlowDefinition): VariableRead[] {
  const ids = widgetIds(definition);
  return definition.states.flatMap((state, index) => {
    const widget = ids[index] ?? '';
    const properties = textsIn(state.properties, ['states', index, 'properties']);
    const conditions = transitionsOf(state).flatMap((each) =>
      textsIn(each.conditions as Json | undefined, [
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
  });
}

/** Widgets from which cords lead to this one, nearest first. */
function widgetsBefore(definition: FlowDefinition, id: string): string[] {
  const sources = new Map<string, string[]>();
  for (const { from, to } of cordsOf(definition)) sources.set(to, [...(sources.get(to) ?? []), from]);
  const found = new Set<string>();
  let level = [id];
  while (level.length > 0) {
    // Once each: paths that part and join again would double with every row of the flow.
    const next = new Set(level.flatMap((each) => sources.get(each) ?? []));
    level = [...next].filter((each) => !found.has(each));
    for (const each of level) found.add(each);
  }
  return [...found];
}

/** The events of triggers that lead to one of these widgets. */
function triggerEvents(definition: FlowDefinition, widgets: ReadonlySet<string>): Set<string> {
  const ids = widgetIds(definition);
  const isTrigger = (id: string) => definition.states[ids.indexOf(id)]?.type === 'trigger';
  return new Set(
    cordsOf(definition).flatMap(({ from, event, to }) => (isTrigger(from) && widgets.has(to) ? [event] : [])),
  );
}

function variablesSetBy(state: State): Variable[] {
  const { name } = state;
  const type = widgetType(state.type);
  if (typeof name !== 'string' || name === '' || type === undefined) return [];
  const outputs = type.outputs
    .filter(({ path }) => path !== dynamicKey)
    .map(({ path, means }) => ({ path: `widgets.${name}.${path}`, means, from: name }));
  const keys = type.type === 'set-variables' ? assignedKeys(state) : [];
  const kept = [...keys, ...savedReplyKeys(state)];
  return [
    ...kept.map((key) => ({ path: `flow.variables.${key}`, means: `Set by ${name}.`, from: name })),
    ...outputs,
    ...keys.map((key) => ({
      path: `widgets.${name}.${key}`,
      means: `The same as flow.variables.${key}.`,
      from: name,
    })),
  ];
}

function assignedKeys(state: State): string[] {
  const { variables } = propertiesOf(state);
  const keys = Array.isArray(variables)
    ? variables.map((each) => (isObject(each) ? each.key : undefined))
    : [];
  return keys.flatMap(asKey);
}

/** The name under which a widget keeps the reply as well. */
function savedReplyKeys(state: State): string[] {
  return asKey(propertiesOf(state).save_response_as);
}

function asKey(value: Json | undefined): string[] {
  const key = textOf(value).trim();
  return /^[\w-]+$/.test(key) ? [key] : [];
}

/** What is read of a widget below what the table names: keys of a parsed answer, variables of a subflow. */
function variablesReadBelow(state: State, read: ReadonlySet<string>): Variable[] {
  const { name } = state;
  if (typeof name !== 'string' || name === '') return [];
  const paths = [...read].filter((path) => path.startsWith(`widgets.${name}.`));
  return paths.map((path) => ({ path, means: 'Read elsewhere in this flow.', from: name }));
}

/** True for a path whose last part only the running flow knows, where the triggers in use bring such. */
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

function textsIn(
  value: Json | undefined,
  path: (string | number)[],
): { text: string; path: (string | number)[] }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return entries.flatMap(([key, item]) => textsIn(item, [...path, key]));
}
