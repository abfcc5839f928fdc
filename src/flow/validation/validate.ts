/** Validates a flow definition: its schemas first, then the rules that no schema can express. */

import { isObject, type JsonObject } from '../json/json.ts';
import { pointer } from '../json/json-pointer.ts';
import {
  definitionFrameSchema,
  maxStates,
  stateSchema,
  unknownStateSchema,
} from '../schema/definition-schema.ts';
import { compileSchema, type SchemaCheck, type SchemaViolation } from '../schema/schema-check.ts';
import { templateShape } from '../template/template-shape.ts';
import { hasTemplate } from '../template/variable-references.ts';
import { type WidgetTypeName, widgetTypeNames } from '../widgets/widget-type.ts';
import { canonicalType, widgetTypes } from '../widgets/widget-types.ts';
import { isNestedTooDeeply, maxJsonLevels } from '../work-budget/json-size.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import { type Finding, isValid, stateIndex } from './finding.ts';
import {
  type FlowCarrier,
  type FlowGraph,
  type FlowRule,
  type FlowView,
  isSameGraph,
  type TemplateRead,
  viewFlow,
  viewWidget,
  type WidgetRule,
  type WidgetView,
} from './rules/rule.ts';
import { flowRules, widgetRules } from './rules/rules.ts';
import { templateReads } from './rules/template-reads.ts';
import { widgetTexts } from './rules/widget-texts.ts';
import { quote, violationMessage, widgetLabel } from './violation-message.ts';

/** Findings of one definition: a person mends the first of them, and a response stays small. */
export const maxFindings = 1_000;

const checkFrame = compileSchema(definitionFrameSchema);
const checkUnknownState = compileSchema(unknownStateSchema);
const checks = new Map<WidgetTypeName, SchemaCheck>();

const errorFlowRules = flowRules.filter(({ severity }) => severity === 'error');

/** Those that spend the work budget are among them: that it does not suffice is an error. */
const errorWidgetRules = widgetRules.filter(
  ({ severity, spendsBudget = false }) => severity === 'error' || spendsBudget,
);

/**
 * What is known besides the definition: the SID of its flow, the address of the schema that its server publishes, and the
 * carriers of the flow's numbers.
 */
export type ValidationContext = {
  sid?: string | null;
  schemaUri?: string | null;
  carriers?: readonly FlowCarrier[];
};

/**
 * All findings of `definition`, in the order of its states. Any JSON is accepted: what cannot be read is a finding
 * too, and at most `maxFindings` are given. A definition with too many states, or nested too deeply, gets no other
 * finding; one whose templates exceed a work budget gets an error for that. Severity `error` prevents saving, the
 * others do not.
 * Grows: n in widgets, transitions, properties and loops.
 */
export function validate(definition: unknown, context: ValidationContext = {}): Finding[] {
  const check: WidgetCheck = (...state) => checkWidget(widgetRules, ...state);
  return collectFindings(definition, { check, rules: flowRules, readsOf: templateReads, context });
}

/**
 * The errors of `validate` alone, in a fraction of its time: the rules that only advise are left out. `known` are states
 * whose errors are known already; only the rules on the whole definition look at them.
 * Grows: n in widgets.
 */
export function validateErrors(definition: unknown, known: ReadonlySet<unknown> = new Set()): Finding[] {
  const check: WidgetCheck = (state, index, work) =>
    known.has(state) ? [] : checkWidget(errorWidgetRules, state, index, work);
  return collectFindings(definition, {
    check,
    rules: errorFlowRules,
    readsOf: templateReads,
    context: {},
  }).filter(({ severity }) => severity === 'error');
}

/**
 * A `validate` that caches the findings of each state object, for callers that validate after every edit.
 * Only for definitions that are never mutated in place.
 * Grows: n in widgets.
 */
export function createMemoizedValidate(context: ValidationContext = {}): (definition: unknown) => Finding[] {
  const readsOf = byState(templateReads);
  const unitsOf = byState(readingUnits);
  let last: FlowGraph | null = null;
  const knownGraph = (graph: FlowGraph) => {
    if (last === null || !isSameGraph(last, graph)) last = graph;
    return last;
  };
  const cache = new WeakMap<JsonObject, { index: number; findings: Finding[]; units: number }>();
  return (definition) => {
    const check: WidgetCheck = (state, index, work) => {
      const cached = cache.get(state);
      if (cached?.index === index) {
        // What was spent on it counts again, so that the findings are the same with and without the cache.
        work.spend('unit', cached.units);
        return cached.findings;
      }
      const { left } = work;
      const findings = checkWidget(widgetRules, state, index, work);
      cache.set(state, { index, findings, units: left - work.left });
      return findings;
    };
    return collectFindings(definition, {
      ...{ check, rules: flowRules, readsOf, unitsOf, context, knownGraph },
    });
  };
}

/** Computed once for each state object. */
function byState<T>(compute: (widget: WidgetView) => T): (widget: WidgetView) => T {
  const known = new WeakMap<JsonObject, { value: T }>();
  return (widget) => {
    const found = known.get(widget.state) ?? { value: compute(widget) };
    known.set(widget.state, found);
    return found.value;
  };
}

/** What is found in one state by itself. @throws LimitExceeded */
type WidgetCheck = (state: JsonObject, index: number, work: WorkBudget) => Finding[];

/** How findings are collected; `rules` are those on the whole definition, `knownGraph` as in `viewFlow`. */
type Collection = {
  check: WidgetCheck;
  rules: readonly FlowRule[];
  readsOf: FlowView['readsOf'];
  unitsOf?: (widget: WidgetView) => number;
  context: ValidationContext;
  knownGraph?: (graph: FlowGraph) => FlowGraph;
};

function collectFindings(
  definition: unknown,
  { check, rules, readsOf, unitsOf, context, knownGraph }: Collection,
): Finding[] {
  if (isNestedTooDeeply(definition))
    return [tooLarge(`The flow is nested more than ${maxJsonLevels} levels deep.`)];
  const frame = checkFrame(definition, pointer()).map((violation) => findingOf(violation));
  if (!isObject(definition)) return frame;
  const states = Array.isArray(definition.states) ? definition.states : [];
  if (states.length > maxStates) return frame;
  const ofWidgets = withinBudget((work) =>
    states.flatMap((state, index) =>
      isObject(state) ? check(state, index, work) : checkSchema(checkUnknownState, state, index),
    ),
  );
  const flow = viewFlow(definition, boundedReads(readsOf, unitsOf), context, knownGraph);
  const ofFlow = rules.flatMap((rule) => findingsOfRule(rule, flow));
  return firstOf(sortByState([...frame, ...ofWidgets, ...ofFlow]));
}

/** Nothing where the rule would have to read more of the templates than the budget allows: rules advise only. */
function findingsOfRule({ code, severity, check }: FlowRule, flow: FlowView): Finding[] {
  try {
    return check(flow).map((violation): Finding => ({ severity, code, ...violation }));
  } catch (error) {
    if (error instanceof LimitExceeded) return [];
    throw error;
  }
}

/** At most `maxFindings`, the last of which says how many more there are and is an error where one of those is. */
function firstOf(findings: Finding[]): Finding[] {
  if (findings.length <= maxFindings) return findings;
  const rest = findings.slice(maxFindings - 1);
  const message = `There are ${rest.length.toLocaleString('en')} more findings. Mend the first ones, then look again.`;
  const more: Finding = {
    severity: isValid(rest) ? 'warning' : 'error',
    code: 'more-findings',
    message,
    property_path: pointer(),
  };
  return [...findings.slice(0, maxFindings - 1), more];
}

/** What `check` finds with a new budget, or that the budget does not suffice. */
function withinBudget(check: (work: WorkBudget) => Finding[]): Finding[] {
  try {
    return check(new WorkBudget());
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    return [tooLarge(`The texts with variables of this flow are too many. ${error.message}`)];
  }
}

function tooLarge(message: string): Finding {
  return { severity: 'error', code: 'too-large', message, property_path: pointer() };
}

/** What schema and rules find in one state by itself. @throws LimitExceeded */
function checkWidget(
  rules: readonly WidgetRule[],
  state: JsonObject,
  index: number,
  work: WorkBudget,
): Finding[] {
  const widget = viewWidget(state, index);
  const ofRules = rules.flatMap(({ code, severity, check }) =>
    check(widget, work).map((violation): Finding => ({ severity, code, ...violation })),
  );
  return [...checkState(state, index), ...ofRules];
}

function checkState(state: JsonObject, index: number): Finding[] {
  const type = canonicalType(state.type);
  if (type !== undefined) return checkSchema(schemaCheckFor(type), state, index);
  const findings = checkSchema(checkUnknownState, state, index);
  if (typeof state.type !== 'string') return findings;
  const message = `Widget type ${quote(state.type)} is not supported. ${remedyFor(state.type)}`;
  const property_path = pointer('states', index, 'type');
  return [...findings, { severity: 'error', code: 'unknown-type', message, property_path }];
}

/** What to do about a type that is not supported: another version of it where there is one. */
function remedyFor(type: string): string {
  const unversioned = (name: string) => name.replace(/-v\d+$/, '');
  const similar = widgetTypeNames.findLast((name) => unversioned(name) === unversioned(type));
  return similar === undefined
    ? 'Replace the widget with a supported type, or remove it.'
    : `Use ${quote(similar)} instead, or remove the widget.`;
}

function checkSchema(check: SchemaCheck, state: unknown, index: number): Finding[] {
  const label = widgetLabel(state, index);
  return check(state, pointer('states', index)).map((violation) => findingOf(violation, label));
}

const codes: Record<SchemaViolation['keyword'], string> = {
  required: 'missing',
  type: 'wrong-type',
  enum: 'not-allowed',
  pattern: 'wrong-format',
  limit: 'out-of-range',
};

function findingOf(violation: SchemaViolation, widget?: string): Finding {
  const message = violationMessage(violation, widget);
  return {
    severity: 'error',
    code: codes[violation.keyword],
    message,
    property_path: violation.property_path,
  };
}

/** Prepared when the first state of a type is met: most flows have a handful of types. */
function schemaCheckFor(type: WidgetTypeName): SchemaCheck {
  const known = checks.get(type);
  if (known !== undefined) return known;
  const check = compileSchema(stateSchema(widgetTypes[type]));
  checks.set(type, check);
  return check;
}

/** What is about the whole first, then state after state; within one state as it was found. */
function sortByState(findings: Finding[]): Finding[] {
  return findings
    .map((finding) => ({ finding, state: stateIndex(finding) ?? -1 }))
    .sort((a, b) => a.state - b.state)
    .map(({ finding }) => finding);
}

/** Finding the variables of an output or tag takes about half of the time that parsing it takes. */
const unitsPerPart = 400;

/** What it costs to find the variables that the templates of a widget read, in units of work. */
function readingUnits(widget: WidgetView): number {
  let units = 0;
  for (const { text } of widgetTexts(widget))
    if (hasTemplate(text)) units += unitsPerPart * templateShape(text).parts;
  return units;
}

/**
 * Reads each widget once, within one budget for all: about 12,000 outputs and tags. A hostile flow cannot hold up the process.
 * @throws LimitExceeded for a widget beyond it, each time
 */
export function boundedReads(readsOf: FlowView['readsOf'], unitsOf = readingUnits): FlowView['readsOf'] {
  const work = new WorkBudget();
  const known = new Map<WidgetView, readonly TemplateRead[]>();
  return (widget) => {
    const found = known.get(widget);
    if (found !== undefined) return found;
    work.spend('unit', unitsOf(widget));
    const reads = readsOf(widget);
    known.set(widget, reads);
    return reads;
  };
}
