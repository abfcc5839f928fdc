/** A widget dragged from the library: where it may be dropped, and on which cord. */

import type { DragEvent } from 'react';
import type { Point } from '#flow/definition.ts';
import { type CanvasSnapshot, toCanvasPoint } from './canvas-snapshot.ts';
import { cordAt } from './hit-test.ts';
import type { InteractionStore } from './interaction-store.ts';

export const widgetDragType = 'application/x-patchbay-widget';

export function libraryDrop(hand: InteractionStore, now: () => CanvasSnapshot) {
  const cordUnder = ({ x, y }: Point): string | null => {
    const { routes, cordIndex: cords, viewport: view } = now();
    return cordAt(routes, cords, { x, y }, 16 / view.zoom);
  };
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (now().props.editing === undefined || !event.dataTransfer.types.includes(widgetDragType)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      const cord = cordUnder(toCanvasPoint(event, now()));
      if (cord !== hand.getState().dropCord) hand.setState({ dropCord: cord });
    },
    onDragLeave: () => hand.setState({ dropCord: null }),
    onDrop: (event: DragEvent<HTMLElement>) => {
      const type = event.dataTransfer.getData(widgetDragType);
      const { props, scene } = now();
      if (type === '' || props.editing === undefined) return;
      event.preventDefault();
      const at = toCanvasPoint(event, now());
      const cord = cordUnder(at);
      const end = cord === null ? undefined : scene.cords.get(cord);
      hand.setState({ dropCord: null });
      props.editing.onDropWidget(
        type,
        at,
        end === undefined ? null : { widget: end.from, outlet: end.outlet },
      );
    },
  };
}
