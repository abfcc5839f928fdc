/** Canvas gestures as labelled edits of the document. */

import type { Point } from '#flow/definition.ts';
import { connect, disconnect } from '#flow/edit/connect.ts';
import { duplicateWidgets } from '#flow/edit/copy-widgets.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import type { CanvasEditing, OutletRef } from '../../canvas/canvas-props.ts';
import type { DesignerContextValue } from '../designer-context.tsx';
import { connectLabel, disconnectLabel, widgetsLabel } from '../document/edit-labels.ts';
import { addWidgetAt } from '../document/place-widget.ts';
import { type QuickAddRequest, selectWidgets } from '../view-store.ts';

/** A dragged card hangs with its header under the pointer: canvas units from its upper edge. */
const grabOffset = 20;

/** `onRename` and `onOpen` are called after their widget has been selected. */
export function canvasEditing(
  { document, view, commands }: DesignerContextValue,
  onRename: () => void,
  onOpen: () => void,
): CanvasEditing {
  const definition = () => document.getState().history.present.definition;
  const select = (ids: Iterable<string>) => selectWidgets(view, new Set(ids));
  const openQuickAdd = (from: OutletRef | null, inserts: boolean, at: Point, screen: Point) =>
    view.setState({ quickAdd: { from, inserts, at, screen } });
  return {
    onMove: (positions) =>
      document.apply(widgetsLabel('moveWidgets', positions.keys()), (now) => moveWidgets(now, positions)),
    onDuplicate(positions) {
      const duplicated = duplicateWidgets(definition(), positions.keys(), positions);
      if (duplicated.ids.length === 0) return;
      document.apply(widgetsLabel('duplicate', positions.keys()), () => duplicated.definition);
      select(duplicated.ids);
    },
    onConnect: (from, to) =>
      document.apply(connectLabel(definition(), from, to), (now) => connect(now, from, to)),
    onDisconnect: (from) =>
      document.apply(disconnectLabel(definition(), from), (now) => disconnect(now, from)),
    onQuickAdd: (from, at, screen) => openQuickAdd(from, false, at, screen),
    onInsert: (from, at, screen) => openQuickAdd(from, true, at, screen),
    onDropWidget(type, at, on) {
      const added = addWidgetAt(definition(), type, { x: at.x, y: at.y - grabOffset }, on, on !== null);
      const label = { name: on === null ? 'addWidget' : 'insertWidget', widget: added.id } as const;
      document.apply(label, () => added.definition);
      select([added.id]);
    },
    onDelete: commands.remove,
    onRename(widget) {
      select([widget]);
      onRename();
    },
    onOpen(widget) {
      select([widget]);
      onOpen();
    },
  };
}

/** Adds a new widget of `type` where quick add was opened, closes the list, and returns the widget's id. */
export function addRequestedWidget(
  { document, view }: DesignerContextValue,
  request: QuickAddRequest,
  type: string,
): string {
  const { definition } = document.getState().history.present;
  const added = addWidgetAt(definition, type, request.at, request.from, request.inserts);
  const label = { name: request.inserts ? 'insertWidget' : 'addWidget', widget: added.id } as const;
  document.apply(label, () => added.definition);
  view.setState({ quickAdd: null });
  selectWidgets(view, new Set([added.id]));
  return added.id;
}

/** Connects the outlet that quick add was opened from to an existing widget, and closes the list. */
export function connectRequestedWidget(
  { document, view }: DesignerContextValue,
  { from }: QuickAddRequest,
  widget: string,
): void {
  const { definition } = document.getState().history.present;
  if (from !== null)
    document.apply(connectLabel(definition, from, widget), (now) => connect(now, from, widget));
  view.setState({ quickAdd: null });
}
