/** Whether a definition is sound: what its schemas say of it, and what the rules say. */

import { frameSchema, mostStates, stateSchema, unknownStateSchema } from './definition-schema.ts';
import { type Finding, stateIndex } from './finding.ts';
import { isObject, type JsonObject } from './json.ts';
import { pointer } from './pointer.ts';
import { readingOf, readState } from './rules/rule.ts';
import { flowRules, widgetRules } from './rules/rules.ts';
import { compileSchema, type SchemaCheck } from './schema.ts';
import { type WidgetTypeName, widgetTypeNames } from './widget.ts';
import { canonicalType, typeAliases, widgetTypes } from './widgets.ts';

const checkFrame = compileSchema(frameSchema);
const checkUnknown = compileSchema(unknownStateSchema);
const checks = new Map<WidgetTypeName, SchemaCheck>();

/**
 * All faults and doubts of `definition`, in the order of its states. Any JSON may come: what cannot be
 * read is a finding too. Of a definition with too many states nothing else is told. Findings of severity
 * `error` stop saving, warnings do not.
 */
export function validate(definition: unknown): Finding[] {
  return collect(definition, checkWidget);
}

/**
 * A `validate` that remembers what it found for each state object, for one who calls it after every edit.
 * Only for definitions that are never changed in place.
 */
export function rememberingValidate(): (definition: unknown) => Finding[] {
  const known = new WeakMap<JsonObject, { index: number; found: Finding[] }>();
  return (definition) =>
    collect(definition, (state, index) => {
      const before = known.get(state);
      if (before?.index === index) return before.found;
      const found = checkWidget(state, index);
      known.set(state, { index, found });
      return found;
    });
}

function collect(definition: unknown, check: (state: JsonObject, index: number) => Finding[]): Finding[] {
  const frame = checkFrame(definition, pointer());
  if (!isObject(definition)) return frame;
  const states = Array.isArray(definition.states) ? definition.states : [];
  if (states.length > mostStates) return frame;
  const ofWidgets = states.flatMap((state, index) =>
    isObject(state) ? check(state, index) : checkUnknown(state, pointer('states', index)),
  );
  const reading = readingOf(definition);
  const ofFlow = flowRules.flatMap(({ code, severity, check: faultsOf }) =>
    faultsOf(reading).map((fault): Finding => ({ severity, code, ...fault })),
  );
  return inOrder([...frame, ...ofWidgets, ...ofFlow]);
}

/** What schema and rules say of one state by itself. */
function checkWidget(state: JsonObject, index: number): Finding[] {
  const widget = readState(state, index);
  const ofRules = widgetRules.flatMap(({ code, severity, check }) =>
    check(widget).map((fault): Finding => ({ severity, code, ...fault })),
  );
  return [...checkState(state, index), ...ofRules];
}

function checkState(state: JsonObject, index: number): Finding[] {
  const place = pointer('states', index);
  const type = canonicalType(state.type);
  if (type !== undefined) return checkOf(type)(state, place);
  const found = checkUnknown(state, place);
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
function checkOf(type: WidgetTypeName): SchemaCheck {
  const known = checks.get(type);
  if (known !== undefined) return known;
  const check = compileSchema(stateSchema(widgetTypes[type]));
  checks.set(type, check);
  return check;
}

/** What is about the whole first, then state after state; within one state as it was found. */
function inOrder(findings: Finding[]): Finding[] {
  return findings
    .map((finding) => ({ finding, state: stateIndex(finding) ?? -1 }))
    .sort((a, b) => a.state - b.state)
    .map(({ finding }) => finding);
}
