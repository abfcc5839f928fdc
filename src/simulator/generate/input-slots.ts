/**
 * Where the values come from that a flow's conditions compare: each condition's variable is traced back, through
 * variables that widgets set, to what a contact, a carrier or another system says.
 */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '#flow/definition.ts';
import { isObject, type Json, textOf } from '#flow/json/json.ts';
import { variableReferences } from '#flow/template/template.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { oddText, textsFor } from './condition-texts.ts';

/** Path within a value (`patient.name`, '' for all of it) → texts to try. */
export type Values = ReadonlyMap<string, readonly string[]>;

/**
 * What a source gives: the data of the trigger, the fields of a message, keys, speech, the fields of a report, the JSON
 * or the text of a response, parameters, its address.
 */
export type SlotPart =
  | 'trigger'
  | 'message'
  | 'keys'
  | 'speech'
  | 'report'
  | 'response'
  | 'text'
  | 'parameters'
  | 'contact';

/** What a definition's conditions are tested with. */
export class InputSlots {
  readonly #values = new Map<string, Map<string, Set<string>>>();
  /** Paths of all variables that are compared. */
  readonly tested = new Set<string>();

  /** The values to try at a source; empty where no condition depends on it. */
  valuesAt(source: string, part: SlotPart): Values {
    const found = this.#values.get(`${part} ${source}`) ?? new Map<string, Set<string>>();
    // The last one is for whatever no condition is written for.
    return new Map([...found].map(([path, texts]) => [path, [...texts.add(oddText)]]));
  }

  add(source: string, part: SlotPart, path: string, text: string): void {
    const key = `${part} ${source}`;
    const slot = this.#values.get(key) ?? new Map<string, Set<string>>();
    const texts = slot.get(path) ?? new Set<string>();
    this.#values.set(key, slot.set(path, texts.add(text)));
  }
}

/** The key of a text that only has to be somewhere in a response. */
const wholeKey = 'value';

/** The source of what starts a flow. */
export const startSource = '';

/** Texts of which a variable may contain two at once. */
const maxContained = 8;

const filledUrl = 'https://filled.example';

/** Variables that are set from variables, followed so many times. */
const maxDepth = 6;

/** The slots of a definition. */
export function inputSlotsOf(definition: FlowDefinition): InputSlots {
  const slots = new InputSlots();
  const traced = new Set<string>();
  /** Texts that a variable may contain, which it may do together. */
  const contained = new Map<string, string[]>();
  const byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  for (const state of definition.states) {
    // A message without a text and a request without an address fail: what templates read must not be empty.
    for (const { key, text } of textsIn('', propertiesOf(state)))
      for (const { path } of variableReferences(text))
        for (const each of [...comparedIn(text), key === 'url' ? filledUrl : oddText])
          trace(path, each, maxDepth);
    if (canonicalType(state.type) !== 'split-based-on') continue;
    for (const condition of transitionsOf(state).flatMap((each) => each.conditions ?? [])) {
      const argument = condition.arguments?.[0] ?? textOf(propertiesOf(state).input);
      const references = [
        ...variableReferences(argument),
        ...variableReferences(String(condition.value ?? '')),
      ];
      for (const { path } of references) {
        slots.tested.add(path);
        if (condition.type === 'contains')
          contained.set(path, [...(contained.get(path) ?? []), condition.value].slice(0, maxContained));
        for (const text of textsFor(condition)) trace(path, text, maxDepth);
      }
    }
  }
  for (const [path, texts] of contained)
    for (const [index, text] of texts.entries())
      for (const other of texts.slice(0, index)) trace(path, `${text} ${other}`, maxDepth);
  return slots;

  function trace(path: string, text: string, depth: number): void {
    const key = JSON.stringify([path, text]);
    if (depth === 0 || traced.has(key)) return;
    traced.add(key);
    const [root = '', name = '', ...rest] = keysOf(path);
    const below = rest.join('.');
    if (root === 'widgets') traceWidget(name, rest, text, depth);
    else if (root === 'flow' && name === 'variables') traceVariable(rest[0] ?? '', text, depth);
    else if (root === 'flow' && name === 'data') slots.add(startSource, 'parameters', below, text);
    else if (root === 'contact') slots.add(startSource, 'contact', '', text);
    else if (root === 'trigger' && rest[0] === 'parameters')
      slots.add(startSource, 'parameters', rest.slice(1).join('.'), text);
    else if (root === 'trigger') slots.add(startSource, 'trigger', [name, ...rest].join('.'), text);
  }

  function traceWidget(name: string, keys: readonly string[], text: string, depth: number): void {
    const [field = '', ...rest] = keys;
    const state = byName.get(name);
    const isGather = canonicalType(state?.type) === 'gather-input-on-call';
    if (field === 'inbound') slots.add(name, 'message', rest.join('.'), text);
    else if (isGather && field === 'Digits') slots.add(name, 'keys', '', text);
    else if (isGather && field === 'SpeechResult') slots.add(name, 'speech', '', text);
    // A condition on the response as a whole reads its JSON.
    else if (field === 'parsed') slots.add(name, 'response', rest.join('.') || wholeKey, text);
    else if (field === 'body') slots.add(name, 'text', '', text);
    else if (canonicalType(state?.type) === 'set-variables') traceSet(state, field, text, depth);
    else if (canonicalType(state?.type) === 'run-subflow') slots.add(name, 'response', keys.join('.'), text);
    else slots.add(name, 'report', keys.join('.'), text);
  }

  function traceVariable(key: string, text: string, depth: number): void {
    for (const state of definition.states) {
      const name = state.name ?? '';
      const type = canonicalType(state.type);
      if (type === 'set-variables') traceSet(state, key, text, depth);
      if (textOf(propertiesOf(state).save_response_as).trim() !== key) continue;
      if (type === 'send-and-wait-for-reply') slots.add(name, 'message', 'Body', text);
      if (type === 'gather-input-on-call') {
        slots.add(name, 'keys', '', text);
        slots.add(name, 'speech', '', text);
      }
    }
  }

  function traceSet(state: State | undefined, key: string, text: string, depth: number): void {
    const { variables } = propertiesOf(state ?? {});
    for (const entry of Array.isArray(variables) ? variables.filter(isObject) : []) {
      if (textOf(entry.key).trim() !== key) continue;
      for (const { path } of variableReferences(textOf(entry.value))) trace(path, text, depth - 1);
    }
  }
}

/** The texts that the tags of a template compare variables with. */
function comparedIn(template: string): string[] {
  if (!template.includes('{%')) return [];
  return [...template.matchAll(/(?:==|!=|contains)\s*["']([^"']*)["']/g)].map(([, text = '']) => text);
}

/** The texts in a value, each with the key of the property that it is in. */
function textsIn(key: string, value: Json): { key: string; text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(key, item));
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => textsIn(name, inner)) : [];
}

/** The keys of a path; an index or a quoted name in brackets is a key. */
function keysOf(path: string): string[] {
  return path.replace(/\[["']?([^\]"']*)["']?\]/g, '.$1').split('.');
}
