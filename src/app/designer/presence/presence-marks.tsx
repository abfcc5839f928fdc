/** Where the others are on the canvas: their names at the cards that they have selected, and their pointers. */

import { MousePointer2 } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Point } from '#flow/definition.ts';
import { cardBoxes } from '#flow/layout/clear-place.ts';
import { type Box, intersects } from '../../canvas/box.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { Avatar } from '../../people/avatar.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { placeLabel } from './label-place.ts';
import './presence.css';
import { widgetLabel } from '../../words/widget-labels.ts';

/** A person at a card, whose box is in canvas units, or where their pointer is. */
type Mark = { id: string; colour: number; sid: string | null; name: string; text: string } & (
  | { kind: 'card'; box: Box }
  | { kind: 'pointer'; at: Point }
);

export function PresenceMarks({ canvas }: { canvas: RefObject<CanvasHandle | null> }) {
  const definition = useDocument((state) => state.history.present.definition);
  const boxes = useMemo(() => cardBoxes(definition), [definition]);
  const marks = useMarks(boxes);
  const area = useRef<HTMLDivElement>(null);
  useFollowed(canvas);
  useEffect(() => {
    let frame = 0;
    const children = [...(area.current?.children ?? [])].filter((child) => child instanceof HTMLElement);
    const sizes = children.map(({ offsetWidth: width, offsetHeight: height }) => ({ width, height }));
    // The canvas moves without rendering: its marks follow it frame by frame, as long as another person is there.
    const place = () => {
      const onScreen = screenOf(area.current, canvas.current);
      if (onScreen !== null) {
        const taken = [...boxes.values()].map(onScreen);
        for (const [index, child] of children.entries()) {
          const [mark, size] = [marks[index], sizes[index]];
          if (mark === undefined || size === undefined) continue;
          if (mark.kind === 'card') {
            const label = placeLabel(onScreen(mark.box), size, taken);
            taken.push(label);
            child.style.translate = `${label.x}px ${label.y}px`;
          } else {
            const at = onScreen({ ...mark.at, width: 0, height: 0 });
            child.style.translate = `${at.x}px ${at.y}px`;
            // Over a card the arrow says enough: a name would cover its texts.
            child.toggleAttribute(
              'data-bare',
              taken.some((each) => intersects({ ...at, ...size }, each)),
            );
          }
        }
      }
      frame = requestAnimationFrame(place);
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [marks, boxes, canvas]);
  return (
    <div className="presence-overlay" ref={area} aria-hidden="true">
      {marks.map(({ id, colour, sid, name, text, kind }) => (
        <span key={id} className={`presence-${kind} person-${colour}`}>
          {kind === 'pointer' && <Icon of={MousePointer2} size={14} />}
          <span className="presence-label">
            {kind === 'card' && <Avatar sid={sid} name={name} />}
            {text}
          </span>
        </span>
      ))}
    </div>
  );
}

/** Boxes in canvas units as they are on the screen, in px from the corner of the area. */
function screenOf(area: HTMLElement | null, canvas: CanvasHandle | null): ((box: Box) => Box) | null {
  if (area === null || canvas === null) return null;
  const { x, y } = area.getBoundingClientRect();
  const [origin, unit] = [canvas.screenOf({ x: 0, y: 0 }), canvas.screenOf({ x: 1, y: 0 })];
  const scale = unit.x - origin.x;
  return (box) => ({
    x: origin.x - x + box.x * scale,
    y: origin.y - y + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  });
}

function useMarks(boxes: ReadonlyMap<string, Box>): readonly Mark[] {
  const t = useWords('presence');
  const { presence } = useDesigner();
  const people = useStore(presence, (state) => state.people);
  return useMemo(
    () =>
      [...people.values()].flatMap(({ person, sid, name, colour, selected, pointer, field }): Mark[] => {
        const shown = name || t('someone');
        const [widget] = selected;
        const box = widget === undefined ? undefined : boxes.get(widget);
        const text =
          field !== null && field.widget === widget
            ? t('typingShort', { name: shown, field: widgetLabel(field.label) })
            : shown;
        const who = { colour, sid, name: shown };
        return [
          ...(box === undefined ? [] : [{ ...who, id: `${person} card`, text, kind: 'card' as const, box }]),
          ...(pointer === null
            ? []
            : [{ ...who, id: `${person} pointer`, text: shown, kind: 'pointer' as const, at: pointer }]),
        ];
      }),
    [people, boxes, t],
  );
}

/** Brings what the followed person has selected into view. The focus and one's own selection stay. */
function useFollowed(canvas: RefObject<CanvasHandle | null>): void {
  const { presence } = useDesigner();
  const selected = useStore(presence, ({ people, followed }) =>
    (followed === null ? [] : (people.get(followed)?.selected ?? [])).join('\n'),
  );
  useEffect(() => {
    if (selected !== '') canvas.current?.reveal(selected.split('\n'));
  }, [selected, canvas]);
}
