/** Adding, copying and removing widgets, by whatever key, menu or button. */

import { copyWidgets, duplicateWidgets, pasteWidgets } from '#flow/edit/copy-widgets.ts';
import { removeAndHeal, removeWidgets } from '#flow/edit/remove-widgets.ts';
import { widgetIds } from '#flow/graph.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { addWidgetAfter } from '../document/place-widget.ts';
import { select } from '../view-store.ts';
import { createNotifier } from './notifier.ts';

export function widgetCommands({ document, view }: OpenFlow, canvas: () => CanvasHandle | null) {
  const t = wordsOf('designer');
  const now = () => document.getState().history.present.definition;
  const selected = () => view.getState().selected;
  const choose = (ids: Iterable<string>) => select(view, new Set(ids));
  const present = (ids: readonly string[]) => {
    choose(ids);
    view.setState({ reveal: ids });
  };

  return {
    /** Adds a widget after the selection, or in the middle of the view. */
    add(type: string) {
      const [after = null, ...more] = selected();
      const middle = canvas()?.center() ?? { x: 0, y: 0 };
      const on = canvas()?.focusedOutlet() ?? null;
      const outlet = on !== null && on.widget === after ? on.outlet : null;
      const added = addWidgetAfter(now(), type, more.length > 0 ? null : after, middle, outlet);
      document.apply('addWidget', () => added.definition);
      present([added.id]);
      canvas()?.focus(added.id);
    },
    remove(widgets: Iterable<string>) {
      const ids = [...widgets];
      document.apply('deleteWidgets', (definition) =>
        ids.length === 1 ? removeAndHeal(definition, ids) : removeWidgets(definition, ids),
      );
      pruneSelection({ document, view });
    },
    duplicate() {
      const made = duplicateWidgets(now(), selected());
      if (made.ids.length === 0) return;
      document.apply('duplicate', () => made.definition);
      choose(made.ids);
    },
    selectAll: () => choose(widgetIds(now())),
    /** The selection as JSON text; null when nothing that can be copied is selected. */
    copied(): string | null {
      const ids = widgetIds(now());
      const copies = [...selected()].filter((id) => now().states[ids.indexOf(id)]?.type !== 'trigger');
      if (copies.length === 0) return null;
      announce(t('copied', { count: copies.length }));
      return copyWidgets(now(), copies);
    },
    paste(text: string) {
      const pasted = pasteWidgets(now(), text, canvas()?.center() ?? null);
      if (!pasted.ok) return createNotifier(view).notifyFailure(t('notPasted', { reason: pasted.reason }));
      document.apply('paste', () => pasted.definition);
      present(pasted.ids);
    },
  };
}

/** Widgets that are gone leave the selection, as after an undo. */
export function pruneSelection({ document, view }: Pick<OpenFlow, 'document' | 'view'>): void {
  const ids = new Set(widgetIds(document.getState().history.present.definition));
  select(view, new Set([...view.getState().selected].filter((id) => ids.has(id))));
}
