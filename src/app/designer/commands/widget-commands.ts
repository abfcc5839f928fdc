/** Commands that add, copy, paste, duplicate, delete and select widgets. */

import { copyWidgets, duplicateWidgets, pasteWidgets } from '#flow/edit/copy-widgets.ts';
import { removeAndReconnect, removeWidgets } from '#flow/edit/remove-widgets.ts';
import { widgetIds } from '#flow/graph.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { widgetsLabel } from '../document/edit-labels.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { addWidgetAfter } from '../document/place-widget.ts';
import { selectWidgets } from '../view-store.ts';
import { createNotifier } from './notifier.ts';

export function widgetCommands({ document, view }: OpenFlow, canvas: () => CanvasHandle | null) {
  const t = wordsOf('designer');
  const definition = () => document.getState().history.present.definition;
  const selected = () => view.getState().selected;
  const select = (ids: Iterable<string>) => selectWidgets(view, new Set(ids));
  /** The trigger cannot be copied. */
  const copyable = () => {
    const ids = widgetIds(definition());
    return [...selected()].filter((id) => definition().states[ids.indexOf(id)]?.type !== 'trigger');
  };
  const selectAndReveal = (ids: readonly string[]) => {
    select(ids);
    view.setState({ reveal: ids });
  };

  return {
    /** Adds a widget after the selected one, or in the middle of the view. */
    add(type: string) {
      const [after = null, ...more] = selected();
      const middle = canvas()?.center() ?? { x: 0, y: 0 };
      const focused = canvas()?.focusedOutlet() ?? null;
      const outlet = focused !== null && focused.widget === after ? focused.outlet : null;
      const added = addWidgetAfter(definition(), type, more.length > 0 ? null : after, middle, outlet);
      document.apply({ name: 'addWidget', widget: added.id }, () => added.definition);
      selectAndReveal([added.id]);
      canvas()?.focus(added.id);
    },
    /** Where a single widget has one incoming and one outgoing connection, its neighbours are connected instead. */
    remove(widgets: Iterable<string>) {
      const ids = [...widgets];
      const edit = ids.length === 1 ? removeAndReconnect : removeWidgets;
      const rest = edit(definition(), ids);
      const remaining = new Set(widgetIds(rest));
      const removed = ids.filter((id) => !remaining.has(id));
      document.apply(widgetsLabel('deleteWidgets', removed), () => rest);
      pruneSelection({ document, view });
    },
    duplicate() {
      const duplicated = duplicateWidgets(definition(), selected());
      if (duplicated.ids.length === 0) return;
      document.apply(widgetsLabel('duplicate', copyable()), () => duplicated.definition);
      select(duplicated.ids);
    },
    selectAll: () => select(widgetIds(definition())),
    /** The selected widgets as JSON text; null when nothing that can be copied is selected. */
    copied(): string | null {
      const copies = copyable();
      if (copies.length === 0) return null;
      announce(t('copied', { count: copies.length }));
      return copyWidgets(definition(), copies);
    },
    paste(text: string) {
      const pasted = pasteWidgets(definition(), text, canvas()?.center() ?? null);
      if (!pasted.ok) return createNotifier(view).notifyFailure(t('notPasted', { reason: pasted.reason }));
      document.apply(widgetsLabel('paste', pasted.ids), () => pasted.definition);
      selectAndReveal(pasted.ids);
    },
  };
}

/** Removes widgets that no longer exist from the selection, for example after an undo. */
export function pruneSelection({ document, view }: Pick<OpenFlow, 'document' | 'view'>): void {
  const ids = new Set(widgetIds(document.getState().history.present.definition));
  selectWidgets(view, new Set([...view.getState().selected].filter((id) => ids.has(id))));
}
