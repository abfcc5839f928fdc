/** Commands that add, copy, paste, duplicate, delete and select widgets. */

import { copyWidgets, duplicateWidgets, pasteWidgets } from '#flow/edit/copy-widgets.ts';
import { removeAndHeal, removeWidgets } from '#flow/edit/remove-widgets.ts';
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
  const selectAndReveal = (ids: readonly string[]) => {
    select(ids);
    view.setState({ reveal: ids });
  };

  return {
    /** Adds a widget after the selected one, or in the middle of the view. */
    add(type: string) {
      const [after = null, ...more] = selected();
      const middle = canvas()?.center() ?? { x: 0, y: 0 };
      const focused = canvas()?.outlet() ?? null;
      const outlet = focused !== null && focused.widget === after ? focused.outlet : null;
      const added = addWidgetAfter(definition(), type, more.length > 0 ? null : after, middle, outlet);
      document.apply({ name: 'addWidget', widget: added.id }, () => added.definition);
      selectAndReveal([added.id]);
      canvas()?.focus(added.id);
    },
    /** A single widget with one way in and one way out is removed together with its connections, and the ends are joined. */
    remove(widgets: Iterable<string>) {
      const ids = [...widgets];
      document.apply(widgetsLabel('deleteWidgets', ids), (now) =>
        ids.length === 1 ? removeAndHeal(now, ids) : removeWidgets(now, ids),
      );
      pruneSelection({ document, view });
    },
    duplicate() {
      const duplicated = duplicateWidgets(definition(), selected());
      if (duplicated.ids.length === 0) return;
      document.apply(widgetsLabel('duplicate', selected()), () => duplicated.definition);
      select(duplicated.ids);
    },
    selectAll: () => select(widgetIds(definition())),
    /** The selected widgets as JSON text; null when nothing that can be copied is selected. */
    copied(): string | null {
      const ids = widgetIds(definition());
      const copies = [...selected()].filter((id) => definition().states[ids.indexOf(id)]?.type !== 'trigger');
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
