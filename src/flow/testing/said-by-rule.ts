/** What one rule says of a flow, and what its quick fix makes of that flow: for the tests of the rules. */

import type { FlowDefinition } from '../definition.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { quickFix } from '../validation/quick-fixes.ts';
import type { FlowRule, WidgetRule } from '../validation/rules/rule.ts';
import { type ValidationContext, validate } from '../validation/validate.ts';
import { startingWith, widget } from './rule-examples.ts';

/** A widget whose transitions are as they stand in a file. */
export const state = (name: Json, type: Json, properties: Json = {}, transitions: Json = []): JsonObject => ({
  ...{ name, type, properties, transitions },
});

/** A definition whose trigger leads to the first of `states` by `event`, whatever they are. */
export function flowOf(states: readonly Json[], event = 'incomingMessage'): JsonObject {
  const [first] = states as { name?: string }[];
  const { states: trigger, ...rest } = startingWith([widget(first?.name ?? '', '', {})], event);
  return { ...rest, states: [(trigger as Json[])[0] ?? null, ...states] };
}

type Rule = FlowRule | WidgetRule;

/** Severity, place and sentence of each finding of the rule. */
export const said = ({ code }: Rule, definition: JsonObject, context: ValidationContext = {}): string[] =>
  validate(definition, context)
    .filter((finding) => finding.code === code)
    .map(({ severity, property_path, message }) => `${severity} ${property_path} ${message}`);

/** The label of the quick fix of the rule's nth finding, and what it makes; null where there is none. */
export function fixed(
  { code }: Rule,
  definition: JsonObject,
  { nth = 0, ...context }: ValidationContext & { nth?: number } = {},
): [string, FlowDefinition] | null {
  const flow = definition as FlowDefinition;
  const finding = validate(flow, context).filter((each) => each.code === code)[nth];
  const fix = finding && quickFix(flow, finding);
  return fix ? [fix.label, fix.edit(flow)] : null;
}
