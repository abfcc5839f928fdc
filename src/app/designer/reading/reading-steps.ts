/** A flow as a list to read: every widget in the order of the outline, with where its branches lead. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Scene, SceneWidget } from '../../canvas/render/scene.ts';
import { outlineOrder } from '../panels/outline-order.ts';

/** `target` is the id of the widget that it leads to; null where the flow has none of that `name`. */
export type ReadingBranch = { key: string; label: string; name: string; target: string | null };

export type ReadingStep = {
  widget: SceneWidget;
  /** False when no path from the start leads here. */
  isReached: boolean;
  branches: readonly ReadingBranch[];
  /** The labels of outlets that lead nowhere: the flow ends there. */
  ends: readonly string[];
};

/** The steps by widget; an unchanged widget whose branches lead to the same widgets gives the same step again. */
const steps = new WeakMap<SceneWidget, ReadingStep>();

/** The whole flow. `scene` is that of `definition`. */
export function readingSteps(definition: FlowDefinition, scene: Scene): ReadingStep[] {
  return outlineOrder(definition).flatMap(({ id, depth }) => {
    const widget = scene.widgets.get(id);
    return widget === undefined ? [] : [stepOf(widget, scene, depth !== null)];
  });
}

/** The branches that lead to a widget, in the order of the flow: from where, and by which outlet. */
export function sourcesOf(scene: Scene, widget: string): { from: string; label: string }[] {
  return (scene.cordsOfWidget.get(widget) ?? []).flatMap((id) => {
    const cord = scene.cords.get(id);
    if (cord?.to !== widget) return [];
    const outlet = scene.widgets.get(cord.from)?.summary.outlets.find(({ key }) => key === cord.outlet);
    return outlet === undefined ? [] : [{ from: cord.from, label: outlet.label }];
  });
}

/** One widget as a step. */
export function stepOf(widget: SceneWidget, { cords }: Scene, isReached: boolean): ReadingStep {
  const { outlets } = widget.summary;
  const step = {
    widget,
    isReached,
    branches: outlets.flatMap(({ key, label, next }) =>
      next === null ? [] : [{ key, label, name: next, target: cords.get(`${widget.id} ${key}`)?.to ?? null }],
    ),
    ends: outlets.flatMap(({ label, next }) => (next === null ? [label] : [])),
  };
  const known = steps.get(widget);
  if (known !== undefined && isSameStep(known, step)) return known;
  steps.set(widget, step);
  return step;
}

function isSameStep(one: ReadingStep, other: ReadingStep): boolean {
  return (
    one.isReached === other.isReached &&
    one.branches.length === other.branches.length &&
    one.branches.every(({ target }, index) => target === other.branches[index]?.target)
  );
}
