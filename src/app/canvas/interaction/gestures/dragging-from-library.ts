/** Dragging a widget from the library, by HTML drag and drop: on a cord it is inserted there, on a free outlet connected. */

import type { Point } from '#flow/definition.ts';
import type { OutletRef } from '../../canvas-props.ts';
import { type CanvasSnapshot, toCanvasPoint } from '../canvas-snapshot.ts';
import { cordAt, hitCanvas } from '../hit-test.ts';
import { doNothing, type GestureState, type PositionInput } from './gesture-state.ts';

/** The drag data type that the library sets to the name of a widget type. */
export const widgetDragType = 'application/x-patchbay-widget';

/** Distance in px up to which a cord is the drop target. */
const dropTolerance = 16;

/** `widgetType` is null until the drop: before, browsers keep the drag data in protected mode (HTML, drag data store). */
export const draggingFromLibrary: GestureState<'draggingFromLibrary', PositionInput> = {
  isDrag: false,
  enter: doNothing,
  move(_, input, { store, readCanvas }) {
    const canvas = readCanvas();
    const at = toCanvasPoint(input, canvas);
    const outlet = freeOutletAt(at, canvas);
    const cord = outlet === null ? dropCordAt(at, canvas) : null;
    const before = store.getState();
    if (cord !== before.dropCord) store.setState({ dropCord: cord });
    if (outlet?.widget !== before.dropOutlet?.widget || outlet?.outlet !== before.dropOutlet?.outlet)
      store.setState({ dropOutlet: outlet });
    return undefined;
  },
  finish({ widgetType }, input, { store, readCanvas }) {
    const canvas = readCanvas();
    const at = toCanvasPoint(input, canvas);
    const id = dropCordAt(at, canvas);
    const cord = id === null ? undefined : canvas.scene.cords.get(id);
    store.setState({ dropCord: null, dropOutlet: null });
    if (widgetType === null) return;
    const onCord = cord === undefined ? null : { widget: cord.from, outlet: cord.outlet };
    const target = freeOutletAt(at, canvas) ?? onCord;
    canvas.props.editing?.onDropWidget(widgetType, at, target);
  },
  cancel(_, { store }) {
    store.setState({ dropCord: null, dropOutlet: null });
  },
};

/** The free outlet whose cell or jack is under the pointer. */
function freeOutletAt(at: Point, canvas: CanvasSnapshot): OutletRef | null {
  const hit = hitCanvas(at, canvas);
  return hit?.kind === 'jack' && !hit.isPlugged ? hit.outlet : null;
}

function dropCordAt(at: Point, { routes, cordIndex, viewport }: CanvasSnapshot): string | null {
  return cordAt(routes, cordIndex, at, dropTolerance / viewport.zoom);
}
