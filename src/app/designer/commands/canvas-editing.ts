/** What a hand does on the canvas, as named edits of the document. */

import type { Point } from '#flow/definition.ts';
import { connect, disconnect } from '#flow/edit/connect.ts';
import { duplicateWidgets } from '#flow/edit/copy-widgets.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import type { CanvasEditing, OutletRef } from '../../canvas/canvas-props.ts';
import type { DesignerContextValue } from '../designer-context.tsx';
import { addWidgetAt } from '../document/place-widget.ts';
import { type QuickAdd, select } from '../view-store.ts';

/** The hand holds a card by its head, so many units below its upper edge. */
const grabOffset = 20;

/** `onRename` and `onOpen` are called for the widget that is selected by then. */
export function canvasEditing(
  { document, view, commands }: DesignerContextValue,
  onRename: () => void,
  onOpen: () => void,
): CanvasEditing {
  const now = () => document.getState().history.present.definition;
  const choose = (ids: Iterable<string>) => select(view, new Set(ids));
  const offer = (from: OutletRef | null, inserts: boolean, at: Point, screen: Point) =>
    view.setState({ quickAdd: { from, inserts, at, screen } });
  return {
    onMove: (places) => document.apply('moveWidgets', (each) => moveWidgets(each, places)),
    onDuplicate(places) {
      const made = duplicateWidgets(now(), places.keys(), places);
      if (made.ids.length === 0) return;
      document.apply('duplicate', () => made.definition);
      choose(made.ids);
    },
    onConnect: (from, to) => document.apply('connect', (each) => connect(each, from, to)),
    onDisconnect: (from) => document.apply('disconnect', (each) => disconnect(each, from)),
    onQuickAdd: (from, at, screen) => offer(from, false, at, screen),
    onInsert: (from, at, screen) => offer(from, true, at, screen),
    onDropWidget(type, at, on) {
      const added = addWidgetAt(now(), type, { x: at.x, y: at.y - grabOffset }, on, on !== null);
      document.apply(on === null ? 'addWidget' : 'insertWidget', () => added.definition);
      choose([added.id]);
    },
    onDelete: commands.remove,
    onRename(widget) {
      choose([widget]);
      onRename();
    },
    onOpen(widget) {
      choose([widget]);
      onOpen();
    },
  };
}

/** Takes what was chosen in the list: a new widget of that type, whose id it gives. */
export function addRequestedWidget(
  { document, view }: DesignerContextValue,
  asked: QuickAdd,
  type: string,
): string {
  const { definition } = document.getState().history.present;
  const added = addWidgetAt(definition, type, asked.at, asked.from, asked.inserts);
  document.apply(asked.inserts ? 'insertWidget' : 'addWidget', () => added.definition);
  view.setState({ quickAdd: null });
  select(view, new Set([added.id]));
  return added.id;
}

/** Takes what was chosen in the list: a widget that is already there. */
export function connectRequestedWidget(
  { document, view }: DesignerContextValue,
  { from }: QuickAdd,
  widget: string,
): void {
  if (from !== null) document.apply('connect', (now) => connect(now, from, widget));
  view.setState({ quickAdd: null });
}
