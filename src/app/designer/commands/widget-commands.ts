/** Commands that add, copy, paste, duplicate, delete and select widgets. */

import { groupsOf } from '#flow/annotations/groups.ts';
import { newNoteSize, notesOf, putNote } from '#flow/annotations/notes.ts';
import { type AnnotationRef, type Selection, widgetsOfSelection } from '#flow/annotations/travelling.ts';
import type { Point } from '#flow/definition.ts';
import {
  copyWidgets,
  cutWidgets,
  duplicateWidgets,
  isCopyable,
  type PastedWidgets,
  pasteWidgets,
} from '#flow/edit/copy-widgets.ts';
import { removeAndReconnect } from '#flow/edit/remove-widgets.ts';
import { moveEarlier, moveLater } from '#flow/edit/reorder-widget.ts';
import { widgetIds } from '#flow/graph.ts';
import { nearestClearPlace } from '#flow/layout/clear-place.ts';
import type { CanvasHandle, OutletRef } from '../../canvas/canvas-props.ts';
import { announce } from '../../shell/announce.tsx';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
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
  /** The selected widgets, and the note or group that has the focus. */
  const selection = (): Selection => ({
    widgets: selected(),
    annotation: canvas()?.focusedAnnotation() ?? null,
  });
  /** The widgets of the selection without the trigger, which cannot be copied. */
  const copyable = () => {
    const ids = widgetIds(definition());
    return [...widgetsOfSelection(definition(), selection())].filter(
      (id) => definition().states[ids.indexOf(id)]?.type !== 'trigger',
    );
  };
  const labelOf = (name: 'deleteWidgets' | 'duplicate' | 'paste', widgets: readonly string[]): EditLabel =>
    widgets.length > 0
      ? widgetsLabel(name, widgets)
      : { name: name === 'deleteWidgets' ? 'deleteAnnotations' : 'addAnnotations' };
  const focusAnnotation = (ref: AnnotationRef) => {
    const frame = (ref.kind === 'note' ? notesOf(definition()) : groupsOf(definition())).get(ref.id);
    if (frame === undefined) return;
    const place = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    view.setState({ reveal: { place } });
    canvas()?.focusAnnotation(ref);
  };
  /** The copies, clear of everything else, selected and in view. A copy has the focus where a note or group had it, or only such are copied. */
  const add = (name: 'duplicate' | 'paste', originals: readonly string[], copies: PastedWidgets) => {
    const chosen = selection().annotation;
    const placed = placeGroup(definition(), copies);
    document.apply(labelOf(name, originals), () => placed);
    select(copies.ids);
    const sameKind = copies.annotations.find(({ kind }) => kind === chosen?.kind);
    const focused = sameKind ?? (copies.ids.length === 0 ? copies.annotations[0] : undefined);
    if (focused !== undefined) focusAnnotation(focused);
    if (copies.ids.length > 0) view.setState({ reveal: copies.ids });
  };

  const nextPlacement = () => {
    const [only = null, ...more] = selected();
    const focused = canvas()?.focusedOutlet() ?? null;
    const after = more.length > 0 ? null : (only ?? focused?.widget ?? null);
    const outlet = focused?.widget === after ? (focused?.outlet ?? null) : null;
    return placementAfter(definition(), after, canvas()?.center() ?? { x: 0, y: 0 }, outlet);
  };
  const openQuickAdd = (placement: Placement) => {
    const place = placement.kind === 'outlet' ? canvas()?.placeForList(placement.from) : null;
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
     * Adds a note near a point in canvas units, by default the middle of the view, clear of cards, cords and other notes,
     * brings it into view and opens its text.
     */
    addNote(at: Point = canvas()?.center() ?? { x: 0, y: 0 }) {
      const id = crypto.randomUUID().slice(0, 8);
      const cords = canvas()?.cordBoxes() ?? [];
      document.apply({ name: 'addNote' }, (now) => {
        const place = nearestClearPlace(now, at, newNoteSize, [...notesOf(now).values(), ...cords]);
        return putNote(now, id, { ...place, ...newNoteSize, color: 'yellow', text: '' });
      });
      const note = notesOf(definition()).get(id);
      if (note !== undefined) view.setState({ reveal: { place: note } });
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
      if (!isCopyable(definition(), selection())) return;
      add('duplicate', copyable(), duplicateWidgets(definition(), selection()));
    },
    selectAll: () => select(widgetIds(definition())),
    /** The selection as JSON text; null when nothing that can be copied is selected. */
    copied(): string | null {
      if (!isCopyable(definition(), selection())) return null;
      const count = copyable().length;
      announce(count > 0 ? t('copied', { count }) : t('annotationCopied'));
      return copyWidgets(definition(), selection());
    },
    /** Deletes what `copied` has copied. */
    removeCopied() {
      const widgets = copyable();
      const rest = cutWidgets(definition(), selection());
      document.apply(labelOf('deleteWidgets', widgets), () => rest);
      pruneSelection({ document, view });
    },
    paste(text: string) {
      const pasted = pasteWidgets(definition(), text, canvas()?.center() ?? null);
      if (!pasted.ok) return createNotifier(view).notifyFailure(t('notPasted', { reason: pasted.reason }));
      add('paste', pasted.ids, pasted);
    },
  };
}

/** Removes widgets that no longer exist from the selection, for example after an undo. */
export function pruneSelection({ document, view }: Pick<OpenFlow, 'document' | 'view'>): void {
  const ids = new Set(widgetIds(document.getState().history.present.definition));
  selectWidgets(view, new Set([...view.getState().selected].filter((id) => ids.has(id))));
}
