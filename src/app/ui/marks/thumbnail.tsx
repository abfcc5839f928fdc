/** The thumbnail of a flow: a block for each widget, at its position, in the colour of its category. */

import { categoryClass } from './category-class.ts';
import './thumbnail.css';

export type Outline = readonly { x: number; y: number; category: string }[];

const card = { width: 240, height: 120 };
/** The rail of a trigger is drawn as one more block, where its middle is. */
const railInset = (680 - card.width) / 2;
/** The outline of a flow whose widgets have no positions: its trigger. */
const triggerOnly: Outline = [{ x: 0, y: 0, category: 'trigger' }];

/** A trigger has no category. */
const classOf: Readonly<Record<string, string>> = { trigger: '', ...categoryClass };

/** `width` and `height` in px; the flow is fitted in and never drawn larger than 5 %. */
export function Thumbnail({
  outline,
  width = 56,
  height = 38,
}: {
  outline: Outline;
  width?: number;
  height?: number;
}) {
  const blocks = (outline.length === 0 ? triggerOnly : outline).map(({ x, y, category }) => ({
    x: category === 'trigger' ? x + railInset : x,
    y,
    category,
    ...card,
  }));
  const left = Math.min(...blocks.map((each) => each.x));
  const top = Math.min(...blocks.map((each) => each.y));
  const right = Math.max(...blocks.map((each) => each.x + each.width));
  const bottom = Math.max(...blocks.map((each) => each.y + each.height));
  const inset = 5;
  const scale = Math.min(0.05, (width - 2 * inset) / (right - left), (height - 2 * inset) / (bottom - top));
  const dx = (width - (right - left) * scale) / 2;
  const dy = (height - (bottom - top) * scale) / 2;
  return (
    <svg
      className="thumb"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {blocks.map((block, index) => {
        // Small blocks stay visible: a large flow is a pattern, not dust.
        const size = {
          width: Math.max(2.5, block.width * scale),
          height: Math.max(1.75, block.height * 0.66 * scale),
        };
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity and are redrawn as a whole
            key={index}
            className={classOf[block.category] ?? categoryClass.flow}
            x={dx + (block.x - left) * scale}
            y={dy + (block.y - top) * scale}
            {...size}
            rx={Math.min(1.5, size.height / 2.5)}
          />
        );
      })}
    </svg>
  );
}
