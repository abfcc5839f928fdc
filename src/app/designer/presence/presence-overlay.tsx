/** Where the others are on the canvas: their names at the cards that they have selected, and their pointers. */

import { MousePointer2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { offsetOf, type Point } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import './presence.css';
import { widgetLabel } from '../../words/widget-labels.ts';

/** A place in canvas units; `id` tells it from the others. */
type Mark = { id: string; colour: number; text: string; at: Point; kind: 'card' | 'pointer' };

export function PresenceOverlay({ canvas }: { canvas: RefObject<CanvasHandle | null> }) {
  const marks = useMarks();
  const area = useRef<HTMLDivElement>(null);
  useFollowed(canvas);
  useEffect(() => {
    if (marks.length === 0) return;
    let frame = 0;
    // The canvas moves without rendering: its marks follow it frame by frame, as long as somebody is there.
    const place = () => {
      const box = area.current?.getBoundingClientRect();
      for (const [index, child] of [...(area.current?.children ?? [])].entries()) {
        const mark = marks[index];
        const screen = mark && canvas.current?.screenOf(mark.at);
        if (box === undefined || !screen || !(child instanceof HTMLElement)) continue;
        child.style.translate = `${screen.x - box.x}px ${screen.y - box.y}px`;
      }
      frame = requestAnimationFrame(place);
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [marks, canvas]);
  return (
    <div className="presence-overlay" ref={area} aria-hidden="true">
      {marks.map(({ id, colour, text, kind }) => (
        <span key={id} className={`presence-${kind} person-${colour}`}>
          {kind === 'pointer' && <Icon of={MousePointer2} size={14} />}
          <span>{text}</span>
        </span>
      ))}
    </div>
  );
}

function useMarks(): readonly Mark[] {
  const t = useWords('presence');
  const { presence } = useDesigner();
  const people = useStore(presence, (state) => state.people);
  const definition = useDocument((state) => state.history.present.definition);
  if (people.size === 0) return noMarks;
  const ids = widgetIds(definition);
  return [...people.values()].flatMap(({ client, name, colour, selected, pointer, field }): Mark[] => {
    const shown = name || t('somebody');
    const [widget] = selected;
    const offset = widget === undefined ? null : offsetOf(definition.states[ids.indexOf(widget)] ?? {});
    const text =
      field !== null && field.widget === widget
        ? t('typingShort', { name: shown, field: widgetLabel(field.label) })
        : shown;
    return [
      ...(offset === null ? [] : [{ id: `${client} card`, colour, text, at: offset, kind: 'card' as const }]),
      ...(pointer === null
        ? []
        : [{ id: `${client} pointer`, colour, text: shown, at: pointer, kind: 'pointer' as const }]),
    ];
  });
}

const noMarks: readonly Mark[] = [];

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
