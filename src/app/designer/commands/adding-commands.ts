/** Commands that add widgets and notes. */

import { newNoteSize, notesOf, putNote } from '#flow/annotations/notes.ts';
import type { Point } from '#flow/definition.ts';
import { nearestClearPlace } from '#flow/layout/clear-place.ts';
import type { CanvasHandle, OutletRef } from '../../canvas/canvas-props.ts';
import { randomId } from '../../ui/random-id.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { type Placement, placementAfter } from '../document/place-widget.ts';
import { addPlacedWidget } from './add-placed-widget.ts';

export function addingCommands({ document, view }: OpenFlow, canvas: () => CanvasHandle | null) {
  const definition = () => document.getState().history.present.definition;
  const nextPlacement = () => {
    const [only = null, ...more] = view.getState().selected;
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
    /** Opens quick-add for an outlet. */
    addAfterOutlet: (from: OutletRef) => openQuickAdd({ kind: 'outlet', from }),
    /**
     * Adds a note near a point in canvas units, by default the middle of the view, clear of cards, cords and other notes,
     * brings it into view and opens its text.
     */
    addNote(at: Point = canvas()?.center() ?? { x: 0, y: 0 }) {
      const id = randomId(8);
      const cords = canvas()?.cordBoxes() ?? [];
      document.apply({ name: 'addNote' }, (now) => {
        const place = nearestClearPlace(now, at, newNoteSize, [...notesOf(now).values(), ...cords]);
        return putNote(now, id, { ...place, ...newNoteSize, color: 'yellow', text: '' });
      });
      const note = notesOf(definition()).get(id);
      if (note !== undefined) view.setState({ reveal: { place: note } });
      canvas()?.writeNote(id);
    },
  };
}
