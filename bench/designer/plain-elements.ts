/** The page of plain elements, as a subject of the measurements. */

import type { Subject } from './measure.ts';
import { middleBox } from './plain-graph.ts';

const [x, y] = [middleBox.x + 120, middleBox.y + 60];

export const plainElements: Subject = {
  name: 'plain elements',
  path: 'plain.html',
  middle: middleBox,
  zoomTo: (page, zoom) => page.evaluate(`window.look(${720 - x * zoom}, ${450 - y * zoom}, ${zoom})`),
  hasMoved: `document.querySelector('[data-id="${middleBox.id}"]').style.transform !== 'translate(${middleBox.x}px, ${middleBox.y}px)'`,
  connecting: null,
  selected: null,
};
