/** What a card knows besides its widget. Kept equal object by object, so that a card renders only when it looks different. */

import type { Node, NodeProps } from 'reactflow';
import type { LevelOfDetail } from '../viewport/viewport.ts';
import type { PathStatus } from './path-overlay.ts';
import type { SceneWidget } from './scene.ts';

export type CardData = {
  widget: SceneWidget;
  levelOfDetail: LevelOfDetail;
  isSelected: boolean;
  /** Being dragged. */
  isDragged: boolean;
  /** A cord that is being drawn would be plugged in here. */
  isDropTarget: boolean;
  isEditable: boolean;
  /** Its place on the path of an execution; null where no path is shown. */
  status: PathStatus | null;
  /** The step that is looked at, when this widget is where it led. */
  stepNumber: number;
  /** Keys of the outlets that the path took, parted by spaces. */
  takenOutlets: string;
  /** The outlet that the keyboard is on; -1 when the focus is elsewhere. */
  focusedOutlet: number;
  isTabStop: boolean;
};

export type CardNode = Node<CardData, 'card' | 'rail'>;
export type CardNodeProps = NodeProps<CardNode>;

export function isEqualCardData(a: CardData, b: CardData): boolean {
  return (Object.keys(a) as (keyof CardData)[]).every((key) => a[key] === b[key]);
}
