/** Whether a definition is sound: what its schemas say of it, and what the rules say. */

import { isObject, type JsonObject } from '../json/json.ts';
import { pointer } from '../json/json-pointer.ts';
import {
  definitionFrameSchema,
  maxStates,
  stateSchema,
  unknownStateSchema,
} from '../schema/definition-schema.ts';
import { compileSchema, type SchemaCheck } from '../schema/schema-check.ts';
import { type WidgetTypeName, widgetTypeNames } from '../widgets/widget-type.ts';
import { canonicalType, typeAliases, widgetTypes } from '../widgets/widget-types.ts';
import { type Finding, stateIndex } from './finding.ts';
import { viewFlow, viewWidget } from './rules/rule.ts';
import { flowRules, widgetRules } from './rules/rules.ts';

const checkFrame = compileSchema(definitionFrameSchema);
const checkUnknownState = compileSchema(unknownStateSchema);
const checks = new Map<WidgetTypeName, SchemaCheck>();

/**
 * All faults and doubts of `definition`, in the order of its states. Any JSON may come: what cannot be
 * read is a finding too. Of a definition with too many states nothing else is told. Findings of severity
 * `error` stop saving, warnings do not.
 */
export function validate(definition: unknown): Finding[] {
  return collectFindings(definition, checkWidget);
}

/**
 * A `validate` that remembers what it found for each state object, for one who calls it after every edit.
 * Only for definitions that are never changed in place.
 */
export function createMemoizedValidate(): (definition: unknown) => Finding[] {
  const known = new WeakMap<JsonObject, { index: number; found: Finding[] }>();
  return (definition) =>
    collectFindings(definition, (state, index) => {
      const before = known.get(state);
      if (before?.index === index) return before.found;
      const found = checkWidget(state, index);
      known.set(state, { index, found });
      return found;
    });
}

function collectFindings(
  definition: unknown,
  check: (state: JsonObject, index: number) => Finding[],
): Finding[] {
  const frame = checkFrame(definition, pointer());
  if (!isObject(definition)) return frame;
  const states = Array.isArray(definition.states) ? definition.states : [];
  if (states.length > maxStates) return frame;
  const ofWidgets = states.flatMap((state, index) =>
    isObject(state) ? check(state, index) : checkUnknownState(state, pointer('states', index)),
  );
  const reading = viewFlow(definition);
  const ofFlow = flowRules.flatMap(({ code, severity, check: faultsOf }) =>
    faultsOf(reading).map((fault): Finding => ({ severity, code, ...fault })),
  );
  return sortByState([...frame, ...ofWidgets, ...ofFlow]);
}

/** What schema and rules say of one state by itself. */
function checkWidget(state: JsonObject, index: number): Finding[] {
  const widget = viewWidget(state, index);
  const ofRules = widgetRules.flatMap(({ code, severity, check }) =>
    check(widget).map((fault): Finding => ({ severity, code, ...fault })),
  );
  return [...checkState(state, index), ...ofRules];
}

function checkState(state: JsonObject, index: number): Finding[] {
  const place = pointer('states', index);
  const type = canonicalType(state.type);
  if (type !== undefined) return schemaCheckFor(type)(state, place);
  const found = checkUnknownState(state, place);
  if (typeof state.type !== 'string') return found;
  const allowed = [...widgetTypeNames, ...Object.keys(typeAliases)].join(', ');
  return [
    ...found,
    {
      severity: 'error',
      code: 'unknown-type',
      message: `does not have a value in the enumeration [${allowed}]`,
      property_path: `${place}/type`,
    },
  ];
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
