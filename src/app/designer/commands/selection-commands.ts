/** Commands on what is selected: move, align, delete, and select what is connected to it. */

import { groupsWith, groupWidgets, removeGroup } from '#flow/annotations/groups.ts';
import type { FlowDefinition, Point } from '#flow/definition.ts';
import { disconnect } from '#flow/edit/connect.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { widgetsAlong } from '#flow/graph-reach.ts';
import {
  type Alignment,
  type Axis,
  alignedPositions,
  distributedPositions,
  tidyPositions,
} from '#flow/layout/align.ts';
import { cardBoxes } from '#flow/layout/clear-place.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { randomId } from '../../ui/random-id.ts';
import { wordsOf } from '../../words/use-words.ts';
import { disconnectLabel, widgetsLabel } from '../document/edit-labels.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { selectWidgets } from '../view-store.ts';

/** One step of the arrow keys in canvas units. */
const gridStep = 20;

export function selectionCommands({ document, view }: OpenFlow, canvas: () => CanvasHandle | null) {
  const definition = () => document.getState().history.present.definition;
  const selected = () => view.getState().selected;
  const moveTo = (positionsOf: (now: FlowDefinition) => Map<string, Point>, gesture?: string) => {
    const positions = positionsOf(definition());
    document.apply(
      widgetsLabel('moveWidgets', positions.keys()),
      (now) => moveWidgets(now, positions),
      gesture === undefined ? {} : { gesture },
    );
  };

  return {
    /** Moves the selection by steps of the grid; consecutive moves are one undo step. */
    nudge(x: number, y: number) {
      const boxes = (now: FlowDefinition) =>
        [...cardBoxes(now)]
          .filter(([id]) => selected().has(id))
          .map(([id, box]) => [id, { x: box.x + x * gridStep, y: box.y + y * gridStep }] as const);
      moveTo((now) => new Map(boxes(now)), `nudge ${[...selected()].join(' ')}`);
    },
    align: (alignment: Alignment) => moveTo((now) => alignedPositions(now, selected(), alignment)),
    distribute: (axis: Axis) => moveTo((now) => distributedPositions(now, selected(), axis)),
    tidySelection: () => moveTo((now) => tidyPositions(now, selected())),
    /** Draws a titled frame around the selection, and opens its title. */
    groupSelection() {
      const id = randomId(8);
      const title = wordsOf('designer')('newGroup');
      if (groupWidgets(definition(), id, selected(), title) === definition()) return;
      document.apply({ name: 'addGroup' }, (now) => groupWidgets(now, id, selected(), title));
      canvas()?.nameGroup(id);
    },
    /** Removes the frames around the selection. */
    ungroupSelection: () =>
      document.apply({ name: 'removeGroup' }, (now) => groupsWith(now, selected()).reduce(removeGroup, now)),
    selectAlong: (direction: 'upstream' | 'downstream') =>
      selectWidgets(view, widgetsAlong(definition(), selected(), direction)),
    /** Removes the selected cord; false when none is selected. */
    removeSelectedCord(): boolean {
      const { selectedCord } = view.getState();
      if (selectedCord === null) return false;
      document.apply(disconnectLabel(definition(), selectedCord), (now) => disconnect(now, selectedCord));
      view.setState({ selectedCord: null });
      return true;
    },
    /** Clears the selection, or closes an open panel when nothing is selected. */
    clearSelection() {
      const { selectedCord } = view.getState();
      if (selectedCord !== null || selected().size > 0) selectWidgets(view, new Set());
      else view.setState({ problemsOpen: false, outlineOpen: false });
    },
  };
}
