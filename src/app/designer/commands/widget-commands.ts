/** Commands that add, copy, paste, duplicate, delete and select widgets. */

import { newNoteSize, notesOf, putNote } from '#flow/annotations/notes.ts';
import type { Point } from '#flow/definition.ts';
import { copyWidgets, duplicateWidgets, pasteWidgets } from '#flow/edit/copy-widgets.ts';
import { removeAndReconnect } from '#flow/edit/remove-widgets.ts';
import { moveEarlier, moveLater } from '#flow/edit/reorder-widget.ts';
import { widgetIds } from '#flow/graph.ts';
import { nearestClearPlace } from '#flow/layout/clear-place.ts';
import type { CanvasHandle, OutletRef } from '../../canvas/canvas-props.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { widgetsLabel } from '../document/edit-labels.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { type Placement, placeGroup, placementAfter } from '../document/place-widget.ts';
import { selectWidgets } from '../view-store.ts';
import { addPlacedWidget } from './add-placed-widget.ts';
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

  const nextPlacement = () => {
    const [only = null, ...more] = selected();
    const focused = canvas()?.focusedOutlet() ?? null;
    const after = more.length > 0 ? null : (only ?? focused?.widget ?? null);
    const outlet = focused?.widget === after ? (focused?.outlet ?? null) : null;
    return placementAfter(definition(), after, canvas()?.center() ?? { x: 0, y: 0 }, outlet);
  };
  const openQuickAdd = (placement: Placement) => {
    const place = placement.kind === 'outlet' ? canvas()?.placeOfOutlet(placement.from) : null;
    const at = placement.kind === 'point' ? placement.at : (canvas()?.center() ?? { x: 0, y: 0 });
    const screen = canvas()?.screenOf(at) ?? { x: 0, y: 0 };
    view.setState({ quickAdd: { placement, ...(place ?? { at, screen }) } });
  };

  return {
    /** Adds a widget after the selected one, or in the middle of the view. */
    add: (type: string) => addPlacedWidget({ document, view }, type, nextPlacement()),
    /** Opens quick-add where `add` would add. */
    quickAdd: () => openQuickAdd(nextPlacement()),
    /** Opens quick-add at a point in canvas units. */
    quickAddAt: (at: Point) => openQuickAdd({ kind: 'point', at, from: null }),
    /**
     * Adds a note near a point in canvas units, by default the middle of the view, clear of cards and other notes, and
     * opens its text.
     */
    addNote(at: Point = canvas()?.center() ?? { x: 0, y: 0 }) {
      const id = crypto.randomUUID().slice(0, 8);
      document.apply({ name: 'addNote' }, (now) => {
        const place = nearestClearPlace(now, at, newNoteSize, notesOf(now).values());
        return putNote(now, id, { ...place, ...newNoteSize, color: 'yellow', text: '' });
      });
      canvas()?.writeNote(id);
    },
    /** Moves the focus from a panel to the selected widget. */
    focusCanvas() {
      const [only, ...more] = selected();
      if (only === undefined || more.length > 0) canvas()?.focus();
      else canvas()?.focus(only);
    },
    /** Opens quick-add for an outlet. */
    addAfterOutlet: (from: OutletRef) => openQuickAdd({ kind: 'outlet', from }),
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
    duplicate() {
      const duplicated = duplicateWidgets(definition(), selected());
      if (duplicated.ids.length === 0) return;
      const placed = placeGroup(definition(), duplicated);
      document.apply(widgetsLabel('duplicate', copyable()), () => placed);
      selectAndReveal(duplicated.ids);
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
      const placed = placeGroup(definition(), pasted);
      document.apply(widgetsLabel('paste', pasted.ids), () => placed);
      selectAndReveal(pasted.ids);
    },
  };
}

/** Removes widgets that no longer exist from the selection, for example after an undo. */
export function pruneSelection({ document, view }: Pick<OpenFlow, 'document' | 'view'>): void {
  const ids = new Set(widgetIds(document.getState().history.present.definition));
  selectWidgets(view, new Set([...view.getState().selected].filter((id) => ids.has(id))));
}
