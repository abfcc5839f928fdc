/** The edits of the outline: each selects its widget, and the focus stays with the list where no panel takes it. */

import { type RefObject, useMemo } from 'react';
import { notesOf } from '#flow/annotations/notes.ts';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import type { DesignerContextValue } from './designer-context.tsx';
import type { OutlineEditing } from './panels/outline-row.tsx';

export function useOutlineEditing(
  { commands, document }: DesignerContextValue,
  nameInSettings: () => void,
  canvas: RefObject<CanvasHandle | null>,
  onShow: (widget: string) => void,
): OutlineEditing {
  return useMemo(() => {
    // The list is rendered in the next frame.
    const focusRow = (widget: string | undefined) =>
      requestAnimationFrame(() =>
        rows()
          .find(({ dataset }) => dataset.widget === widget)
          ?.focus(),
      );
    return {
      onShow,
      onShowNote(id) {
        const note = notesOf(document.getState().history.present.definition).get(id);
        if (note === undefined) return;
        canvas.current?.revealPlace({ x: note.x + note.width / 2, y: note.y + note.height / 2 });
        canvas.current?.focusAnnotation({ kind: 'note', id });
      },
      onAdd(widget) {
        onShow(widget);
        commands.quickAdd();
      },
      onConnect(from) {
        onShow(from.widget);
        canvas.current?.connectByName(from);
      },
      onRename(widget) {
        onShow(widget);
        nameInSettings();
      },
      onRemove(widget) {
        const ids = rows().map(({ dataset }) => dataset.widget);
        const index = ids.indexOf(widget);
        commands.remove([widget]);
        focusRow(ids[index + 1] ?? ids[index - 1]);
      },
      onReorder(widget, direction) {
        commands.reorder(widget, direction);
        focusRow(widget);
      },
    };
  }, [commands, document, nameInSettings, canvas, onShow]);
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.outline [data-widget]')];
}
