/** The data of a card's React Flow node. The same object is kept while nothing in it changes, so that memoized cards do not render again. */

import type { Node, NodeProps } from 'reactflow';
import type { LevelOfDetail } from '../viewport/level-of-detail.ts';
import type { WidgetStatus } from './overlay.ts';
import type { SceneWidget } from './scene.ts';

export type CardData = {
  widget: SceneWidget;
  levelOfDetail: LevelOfDetail;
  isSelected: boolean;
  /** Being dragged. */
  isDragged: boolean;
  /** The cord that is being connected would be plugged in here. */
  isDropTarget: boolean;
  isEditable: boolean;
  /** Its status on the path of an execution, or in a comparison; null where neither is shown. */
  status: WidgetStatus | null;
  /** The number of the step shown, when it led to this widget; 0 otherwise. */
  stepNumber: number;
  /** Keys of the outlets that the path took, separated by line feeds. */
  takenOutlets: string;
  /** The outlet that the keyboard is on; -1 when the focus is elsewhere. */
  focusedOutlet: number;
  isTabStop: boolean;
};

export type CardNode = Node<CardData, 'card' | 'rail'>;
export type CardNodeProps = NodeProps<CardNode>;

/** Shallow equality of card data. */
export function isEqualCardData(a: CardData, b: CardData): boolean {
  return (Object.keys(a) as (keyof CardData)[]).every((key) => a[key] === b[key]);
}
