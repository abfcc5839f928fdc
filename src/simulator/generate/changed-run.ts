/** A run's start and inputs with other texts at some places: what the conditions of a branch have to read instead. */

import { propertiesOf, type State, type Transition, transitionsOf } from '#flow/definition.ts';
import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { variableReferences } from '#flow/template/variable-references.ts';
import type { Input, Simulation, SimulationStart } from '../simulation.ts';
import { waitingOf } from '../waiting.ts';
import { triggerKeys } from './candidate-inputs.ts';
import { withText } from './combinations.ts';
import { oddText, textsFor } from './condition-texts.ts';
import { type InputSlots, type Source, startSource } from './input-slots.ts';

/** What a run is given. */
export type PutIn = { start: SimulationStart; inputs: readonly Input[] };

/** A run with the state after its start and after each input. */
type Run = {
  start: SimulationStart;
  began: Simulation;
  inputs: readonly { input: Input; after: Simulation }[];
};

/** The run with texts for which a branch of a split may be taken, in several ways, the most promising first. */
export function changedRuns(run: Run, split: State, index: number, slots: InputSlots): PutIn[] {
  const transition = transitionsOf(split)[index];
  if (transition === undefined) return [];
  return textsOf(split, transition).flatMap((texts) => {
    const changed = [...texts].reduce<PutIn | null>(
      (putIn, [variable, text]) => putIn && withVariable(run, putIn, slots.sourcesOf(variable), text),
      { start: run.start, inputs: run.inputs.map(({ input }) => input) },
    );
    return changed ?? [];
  });
}

/** Texts for the variables of the conditions: for a match those that it may hold for, otherwise odd ones. */
function textsOf(split: State, { event, conditions = [] }: Transition): Map<string, string>[] {
  const all = event === 'match' ? conditions : transitionsOf(split).flatMap((each) => each.conditions ?? []);
  const tried = all.map((condition) => ({
    variables: variableReferences(condition.arguments?.[0] ?? textOf(propertiesOf(split).input)),
    texts: event === 'match' ? [...textsFor(condition), oddText] : [oddText, '', '0', '9'],
  }));
  const most = Math.max(0, ...tried.map(({ texts }) => texts.length));
  return Array.from(
    { length: most },
    (_, nth) =>
      new Map(
        tried.flatMap(({ variables, texts }) =>
          variables.map(({ path }): [string, string] => [path, texts[nth % texts.length] ?? '']),
        ),
      ),
  );
}

/** The text where the run was given what the variable comes from; null where it was not. */
function withVariable(run: Run, putIn: PutIn, sources: readonly Source[], text: string): PutIn | null {
  let changed: PutIn | null = null;
  for (const source of sources) changed = withSource(run, changed ?? putIn, source, text) ?? changed;
  return changed;
}

function withSource(
  { began, inputs: performed }: Run,
  { start, inputs }: PutIn,
  source: Source,
  text: string,
): PutIn | null {
  if (source.source === startSource) {
    const changed = changedStart(start, source, text);
    return changed && { start: changed, inputs };
  }
  for (const [index, input] of [...inputs.entries()].toReversed()) {
    const before = index === 0 ? began : performed[index - 1]?.after;
    if (before === undefined || waitingOf(before)?.widget !== source.source) continue;
    const changed = changedInput(input, source, text);
    if (changed !== null) return { start, inputs: inputs.with(index, changed) };
  }
  return null;
}

function changedStart(start: SimulationStart, { part, path }: Source, text: string): SimulationStart | null {
  const { event, parameters = {}, fields = {}, context = {} } = start;
  if (part === 'contact') return text === '' ? null : { ...start, contact: text };
  if (part === 'parameters') return { ...start, parameters: withText(parameters, path, text) };
  if (event === 'incomingRequest') return null;
  if (event === 'incomingParent') {
    const [root, ...rest] = path.split('.');
    if (root === 'parent') return { ...start, fields: withText(fields, rest.join('.'), text) };
    const trigger = isObject(context.trigger) ? context.trigger : {};
    return { ...start, context: { ...context, trigger: withText(trigger, path, text) } };
  }
  const key = `${triggerKeys[event]}.`;
  if (!path.startsWith(key)) return null;
  const field = path.slice(key.length);
  return { ...start, ...(field === 'Body' && { body: text }), fields: withText(fields, field, text) };
}

function changedInput(input: Input, { part, path }: Source, text: string): Input | null {
  switch (part) {
    case 'message':
      if (input.kind !== 'message') return null;
      if (path === 'Body') return { ...input, body: text };
      return { ...input, fields: withText(input.fields ?? {}, path, text) };
    case 'keys':
      return isGathered(input) && text !== '' ? { kind: 'press', digits: text } : null;
    case 'speech':
      return isGathered(input) && text !== '' ? { kind: 'say', text } : null;
    case 'text':
      return input.kind === 'answer' ? { kind: 'answer', mock: { status: 200, body: text } } : null;
    case 'response':
      if (input.kind !== 'answer') return null;
      return { kind: 'answer', mock: { status: 200, body: withText(bodyOf(input.mock.body), path, text) } };
    case 'report':
      if (input.kind === 'event') return { ...input, data: withText(input.data ?? {}, path, text) };
      if (input.kind !== 'answer') return null;
      return { kind: 'answer', mock: { ...input.mock, body: withText(bodyOf(input.mock.body), path, text) } };
    default:
      return null;
  }
}

const isGathered = ({ kind }: Input) => kind === 'press' || kind === 'say' || kind === 'silence';

function bodyOf(body: unknown): JsonObject {
  return isObject(body) ? body : {};
}
