/** Dragging a widget from the library, by HTML drag and drop: on a cord it is inserted there. */

import type { Point } from '#flow/definition.ts';
import { type CanvasSnapshot, toCanvasPoint } from '../canvas-snapshot.ts';
import { cordAt } from '../hit-test.ts';
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
    const cord = dropCordAt(toCanvasPoint(input, canvas), canvas);
    if (cord !== store.getState().dropCord) store.setState({ dropCord: cord });
    return undefined;
  },
  finish({ widgetType }, input, { store, readCanvas }) {
    const canvas = readCanvas();
    const at = toCanvasPoint(input, canvas);
    const id = dropCordAt(at, canvas);
    const cord = id === null ? undefined : canvas.scene.cords.get(id);
    store.setState({ dropCord: null });
    if (widgetType === null) return;
    const target = cord === undefined ? null : { widget: cord.from, outlet: cord.outlet };
    canvas.props.editing?.onDropWidget(widgetType, at, target);
  },
  cancel(_, { store }) {
    store.setState({ dropCord: null });
  },
};

function dropCordAt(at: Point, { routes, cordIndex, viewport }: CanvasSnapshot): string | null {
  return cordAt(routes, cordIndex, at, dropTolerance / viewport.zoom);
}
