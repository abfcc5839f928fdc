/**
 * Findings that an author has silenced: a rule on a widget, with a reason. They are kept in the `ui` key of the
 * definition (decision 038), so that they travel with the flow, and have no effect on what it does. An error cannot
 * be silenced.
 */

import type { FlowDefinition } from '../definition.ts';
import { isObject, type Json, textOf } from '../json/json.ts';
import { type Finding, stateIndex } from './finding.ts';

/** `widget` is a name, '' for the flow as a whole; `rule` the code of its findings. */
export type Silence = { widget: string; rule: string; reason: string };

export type SilencedFinding = Finding & Silence;

/** The silenced rules of a definition; entries that cannot be read are left out. */
export function silencesOf({ ui }: FlowDefinition): Silence[] {
  const entries = isObject(ui) && Array.isArray(ui.silenced) ? ui.silenced : [];
  return entries.flatMap((each) =>
    isObject(each) && typeof each.widget === 'string' && typeof each.rule === 'string'
      ? [{ widget: each.widget, rule: each.rule, reason: textOf(each.reason) }]
      : [],
  );
}

/** The name of the widget that a finding is about, '' for the flow as a whole. Grows: n in widgets. */
export function widgetOfFinding(definition: FlowDefinition, finding: Finding): string {
  const name: unknown = definition.states[stateIndex(finding) ?? -1]?.name;
  return typeof name === 'string' ? name : '';
}

/** Findings apart: those that stand, and those that are silenced. Grows: n in findings. */
export function splitSilenced<F extends Finding>(
  definition: FlowDefinition,
  findings: readonly F[],
): { open: F[]; silenced: SilencedFinding[] } {
  const byKey = new Map(silencesOf(definition).map((each) => [keyOf(each), each]));
  const open: F[] = [];
  const silenced: SilencedFinding[] = [];
  for (const finding of findings) {
    const widget = byKey.size === 0 ? '' : widgetOfFinding(definition, finding);
    const silence =
      finding.severity === 'error' ? undefined : byKey.get(keyOf({ widget, rule: finding.code }));
    if (silence === undefined) open.push(finding);
    else silenced.push({ ...finding, ...silence });
  }
  return { open, silenced };
}

/** Silences a rule on a widget; a second time it replaces the reason. Grows: n in silenced rules. */
export function silence(definition: FlowDefinition, { widget, rule, reason }: Silence): FlowDefinition {
  const others = entriesOf(definition).filter((each) => !isEntry(each, widget, rule));
  return withEntries(definition, [...others, { widget, rule, reason }]);
}

/** Ends the silence of a rule on a widget. Grows: n in silenced rules. */
export function unsilence(definition: FlowDefinition, widget: string, rule: string): FlowDefinition {
  const entries = entriesOf(definition);
  const left = entries.filter((each) => !isEntry(each, widget, rule));
  return left.length === entries.length ? definition : withEntries(definition, left);
}

/** The silenced rules of a widget under its new name. */
export function renameSilenced(definition: FlowDefinition, old: string, name: string): FlowDefinition {
  const entries = entriesOf(definition);
  if (!entries.some((each) => isObject(each) && each.widget === old)) return definition;
  return withEntries(
    definition,
    entries.map((each) => (isObject(each) && each.widget === old ? { ...each, widget: name } : each)),
  );
}

function entriesOf({ ui }: FlowDefinition): Json[] {
  return isObject(ui) && Array.isArray(ui.silenced) ? ui.silenced : [];
}

/** Without entries nothing of them is left, so that a flow is again as it was before. */
function withEntries(definition: FlowDefinition, entries: Json[]): FlowDefinition {
  const { ui, ...rest } = definition;
  const { silenced: _, ...others } = isObject(ui) ? ui : {};
  if (entries.length > 0) return { ...rest, ui: { ...others, silenced: entries } };
  return Object.keys(others).length === 0 ? rest : { ...rest, ui: others };
}

function isEntry(entry: Json, widget: string, rule: string): boolean {
  return isObject(entry) && entry.widget === widget && entry.rule === rule;
}

function keyOf({ widget, rule }: Pick<Silence, 'widget' | 'rule'>): string {
  return JSON.stringify([widget, rule]);
}
