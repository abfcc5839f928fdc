/** Commands that focus, delete, move and select widgets. */

import { removeAndReconnect } from '#flow/edit/remove-widgets.ts';
import { moveEarlier, moveLater } from '#flow/edit/reorder-widget.ts';
import { widgetIds } from '#flow/graph.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { widgetsLabel } from '../document/edit-labels.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { selectWidgets } from '../view-store.ts';

export function widgetCommands({ document, view }: OpenFlow, canvas: () => CanvasHandle | null) {
  const definition = () => document.getState().history.present.definition;
  return {
    /** Moves the focus from a panel to the selected widget. */
    focusCanvas() {
      const [only, ...more] = view.getState().selected;
      if (only === undefined || more.length > 0) canvas()?.focus();
      else canvas()?.focus(only);
    },
    /** Deletes widgets; what led to one leads to where its main path goes on. */
    remove(widgets: Iterable<string>) {
      const ids = [...widgets];
      const rest = removeAndReconnect(definition(), ids);
      const remaining = new Set(widgetIds(rest));
      const removed = ids.filter((id) => !remaining.has(id));
      document.apply(widgetsLabel('deleteWidgets', removed), () => rest);
      pruneSelection({ document, view });
    },
    /** Moves a widget one place up or down its path. */
    reorder(widget: string, direction: 'earlier' | 'later') {
      const edit = direction === 'earlier' ? moveEarlier : moveLater;
      document.apply(widgetsLabel('moveWidgets', [widget]), (now) => edit(now, widget));
    },
    selectAll: () => selectWidgets(view, new Set(widgetIds(definition()))),
  };
}

/** Removes widgets that no longer exist from the selection, for example after an undo. */
export function pruneSelection({ document, view }: Pick<OpenFlow, 'document' | 'view'>): void {
  const ids = new Set(widgetIds(document.getState().history.present.definition));
  selectWidgets(view, new Set([...view.getState().selected].filter((id) => ids.has(id))));
}
