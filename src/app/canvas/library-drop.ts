/** A widget dragged from the library: where it may be dropped, and on which cord. */

import type { DragEvent } from 'react';
import type { Point } from '#flow/definition.ts';
import type { HandStore } from './hand.ts';
import { cordHit } from './hit-test.ts';
import { placeOf, type Surroundings } from './surroundings.ts';

export const widgetDragType = 'application/x-patchbay-widget';

export function libraryDrop(hand: HandStore, now: () => Surroundings) {
  const cordUnder = ({ x, y }: Point): string | null => {
    const { routes, cords, view } = now();
    return cordHit(routes, cords, { x, y }, 16 / view.zoom);
  };
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (now().props.editing === undefined || !event.dataTransfer.types.includes(widgetDragType)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      const cord = cordUnder(placeOf(event, now()));
      if (cord !== hand.getState().dropOn) hand.setState({ dropOn: cord });
    },
    onDragLeave: () => hand.setState({ dropOn: null }),
    onDrop: (event: DragEvent<HTMLElement>) => {
      const type = event.dataTransfer.getData(widgetDragType);
      const { props, scene } = now();
      if (type === '' || props.editing === undefined) return;
      event.preventDefault();
      const at = placeOf(event, now());
      const cord = cordUnder(at);
      const end = cord === null ? undefined : scene.ends.get(cord);
      hand.setState({ dropOn: null });
      props.editing.onDropWidget(
        type,
        at,
        end === undefined ? null : { widget: end.from, outlet: end.outlet },
      );
    },
  };
}
