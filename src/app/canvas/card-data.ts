/** What a card knows besides its widget. Kept equal object by object, so that a card renders only when it looks different. */

import type { Node, NodeProps } from 'reactflow';
import type { Standing } from './path-look.ts';
import type { Widget } from './projection.ts';
import type { Detail } from './visibility.ts';

export type CardData = {
  widget: Widget;
  detail: Detail;
  selected: boolean;
  /** Being dragged. */
  lifted: boolean;
  /** A cord that is being drawn would be plugged in here. */
  target: boolean;
  editable: boolean;
  /** Its place on the path of an execution; null where no path is shown. */
  standing: Standing | null;
  /** The step that is looked at, when this widget is where it led. */
  step: number;
  /** Keys of the outlets that the path took, parted by spaces. */
  taken: string;
  /** The outlet that the keyboard is on; -1 when the focus is elsewhere. */
  outlet: number;
  tabStop: boolean;
};

export type CardNode = Node<CardData, 'card' | 'rail'>;
export type CardNodeProps = NodeProps<CardNode>;

export function isSameData(a: CardData, b: CardData): boolean {
  return (Object.keys(a) as (keyof CardData)[]).every((key) => a[key] === b[key]);
}
