/**
 * Where the values come from that a flow's conditions compare: each condition's variable is traced back, through
 * variables that widgets set, to what a contact, a carrier or another system says.
 */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '#flow/definition.ts';
import { isObject, textOf } from '#flow/json/json.ts';
import { stringsIn } from '#flow/json/strings-in.ts';
import { variableReferences } from '#flow/template/variable-references.ts';
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

/** A place in what is put in: `source` is the widget that takes it, or what starts the flow; `path` is within it. */
export type Source = { source: string; part: SlotPart; path: string };

/** What a definition's conditions are tested with. */
export class InputSlots {
  readonly #values = new Map<string, Map<string, Set<string>>>();
  readonly #sources = new Map<string, Map<string, Source>>();
  /** Paths of all variables that are compared. */
  readonly tested = new Set<string>();

  /** The values to try at a source; empty where no condition depends on it. */
  valuesAt(source: string, part: SlotPart): Values {
    const found = this.#values.get(`${part} ${source}`) ?? new Map<string, Set<string>>();
    // The last one is for whatever no condition is written for.
    return new Map([...found].map(([path, texts]) => [path, [...texts.add(oddText)]]));
  }

  /** Where a variable that is compared comes from, however many variables are set on the way. */
  sourcesOf(variable: string): Source[] {
    return [...(this.#sources.get(variable)?.values() ?? [])];
  }

  /** Notes that `variable` depends on a source, for which `text` is to be tried. */
  add({ source, part, path }: Source, text: string, variable: string): void {
    const sources = this.#sources.get(variable) ?? new Map<string, Source>();
    this.#sources.set(variable, sources.set(JSON.stringify([source, part, path]), { source, part, path }));
    const key = `${part} ${source}`;
    const slot = this.#values.get(key) ?? new Map<string, Set<string>>();
    const texts = slot.get(path) ?? new Set<string>();
    this.#values.set(key, slot.set(path, texts.add(text)));
  }
}

/** In a path: every item of the list. */
export const everyItem = '*';

/** The key of a text that only has to be somewhere in a response. */
const wholeKey = 'value';

/** The source of what starts a flow. */
export const startSource = '';

/** Texts of which a variable may contain two at once. */
const maxContained = 8;

const filledUrl = 'https://filled.example';

/** Variables that are set from variables, followed so many times. */
const maxDepth = 6;

/** A text that is tried for a variable, on the way to where the variable comes from. */
type Traced = { text: string; variable: string; depth: number };

/** The slots of a definition. */
export function inputSlotsOf(definition: FlowDefinition): InputSlots {
  const slots = new InputSlots();
  const followed = new Set<string>();
  /** Texts that a variable may contain, which it may do together. */
  const contained = new Map<string, string[]>();
  const byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  for (const state of definition.states) {
    // A message without a text and a request without an address fail: what templates read must not be empty.
    for (const { path: place, text } of stringsIn(propertiesOf(state))) {
      const isUrl = place.findLast((part) => typeof part === 'string') === 'url';
      for (const { path } of variableReferences(text))
        for (const each of [...comparedIn(text), isUrl ? filledUrl : oddText]) trace(path, each);
    }
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
        for (const text of textsFor(condition)) trace(path, text);
      }
    }
  }
  for (const [path, texts] of contained)
    for (const [index, text] of texts.entries())
      for (const other of texts.slice(0, index)) trace(path, `${text} ${other}`);
  return slots;

  function trace(variable: string, text: string): void {
    follow(variable, { text, variable, depth: maxDepth });
  }

  function follow(path: string, traced: Traced): void {
    const key = JSON.stringify([path, traced.text, traced.variable]);
    if (traced.depth === 0 || followed.has(key)) return;
    followed.add(key);
    const [root = '', name = '', ...rest] = keysOf(path);
    if (root === 'widgets') followWidget(name, rest, traced);
    else if (root === 'flow' && name === 'variables') followVariable(rest[0] ?? '', traced);
    else if (root === 'flow' && name === 'data') add(startSource, 'parameters', rest, traced);
    else if (root === 'contact') add(startSource, 'contact', [], traced);
    else if (root === 'trigger' && rest[0] === 'parameters')
      add(startSource, 'parameters', rest.slice(1), traced);
    else if (root === 'trigger') add(startSource, 'trigger', [name, ...rest], traced);
  }

  function add(source: string, part: SlotPart, keys: readonly string[], { text, variable }: Traced): void {
    slots.add({ source, part, path: keys.join('.') }, text, variable);
  }

  function followWidget(name: string, keys: readonly string[], traced: Traced): void {
    const [field = '', ...rest] = keys;
    const state = byName.get(name);
    const isGather = canonicalType(state?.type) === 'gather-input-on-call';
    if (field === 'inbound') add(name, 'message', rest, traced);
    else if (isGather && field === 'Digits') add(name, 'keys', [], traced);
    else if (isGather && field === 'SpeechResult') add(name, 'speech', [], traced);
    // A condition on the response as a whole reads its JSON.
    else if (field === 'parsed') add(name, 'response', rest.length === 0 ? [wholeKey] : rest, traced);
    else if (field === 'body') add(name, 'text', [], traced);
    else if (canonicalType(state?.type) === 'set-variables') followSet(state, field, traced);
    else if (canonicalType(state?.type) === 'run-subflow') add(name, 'response', keys, traced);
    else add(name, 'report', keys, traced);
  }

  function followVariable(key: string, traced: Traced): void {
    for (const state of definition.states) {
      const name = state.name ?? '';
      const type = canonicalType(state.type);
      if (type === 'set-variables') followSet(state, key, traced);
      if (textOf(propertiesOf(state).save_response_as).trim() !== key) continue;
      if (type === 'send-and-wait-for-reply') add(name, 'message', ['Body'], traced);
      if (type === 'gather-input-on-call') {
        add(name, 'keys', [], traced);
        add(name, 'speech', [], traced);
      }
    }
  }

  function followSet(state: State | undefined, key: string, traced: Traced): void {
    const { variables } = propertiesOf(state ?? {});
    for (const entry of Array.isArray(variables) ? variables.filter(isObject) : []) {
      if (textOf(entry.key).trim() !== key) continue;
      for (const { path } of variableReferences(textOf(entry.value)))
        follow(path, { ...traced, depth: traced.depth - 1 });
    }
  }
}

/** The texts that the tags of a template compare variables with. */
function comparedIn(template: string): string[] {
  if (!template.includes('{%')) return [];
  return [...template.matchAll(/(?:==|!=|contains)\s*["']([^"']*)["']/g)].map(([, text = '']) => text);
}

/** The keys of a path; an index or a quoted name in brackets is a key, a variable in brackets stands for every item. */
function keysOf(path: string): string[] {
  return path
    .replace(/\[(?:(\d+)|["']([^\]"']*)["']|[^\]]*)\]/g, (_, index, name) => `.${index ?? name ?? everyItem}`)
    .split('.');
}
