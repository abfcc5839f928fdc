/**
 * What is typed between the key that opens a note or title and its field: the field is drawn after the flow has changed and
 * its layer is loaded, which takes a moment on a slow machine. Until then a field out of sight has the focus.
 */

import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CanvasEditing } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import {
  type InteractionState,
  useInteraction,
  useInteractionStore,
} from '../interaction/interaction-store.ts';

type Draft = NonNullable<InteractionState['draft']>;

export const emptyDraft: Draft = { text: '', isDone: false };

/** Takes what is typed while a field is waited for; nothing otherwise. */
export function DraftField({ editing }: { editing: CanvasEditing | undefined }) {
  const interaction = useInteractionStore();
  const draft = useInteraction((state) => state.draft);
  const isTitle = useInteraction((state) => state.namedGroup !== null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = draft !== null;
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus({ preventScroll: true });
  }, [isOpen]);
  if (draft === null) return null;
  const write = () => {
    const { editedNote, namedGroup } = interaction.getState();
    if (draft.text !== '' && editedNote !== null) editing?.onChangeNote(editedNote, { text: draft.text });
    if (draft.text !== '' && namedGroup !== null) editing?.onChangeGroup(namedGroup, { title: draft.text });
    interaction.setState({ draft: null });
  };
  return (
    <textarea
      ref={field}
      dir="auto"
      className="draft"
      data-tool
      aria-label={isTitle ? t('groupTitle') : t('noteText')}
      value={draft.text}
      readOnly={draft.isDone}
      // Left for the field that was waited for, it is handed over; left with the page, it would be lost.
      onBlur={({ relatedTarget }) => relatedTarget === null && write()}
      onChange={(event) => interaction.setState({ draft: { ...draft, text: event.target.value } })}
      onKeyDown={(event) => {
        event.stopPropagation();
        const ends =
          event.key === 'Escape' || (event.key === 'Enter' && (isTitle || event.ctrlKey || event.metaKey));
        if (!ends) return;
        event.preventDefault();
        interaction.setState({ draft: { ...draft, isDone: true } });
      }}
    />
  );
}

/** Hands what was typed so far to the field that was waited for, when it is drawn. */
export function useDraft(onDraft: (draft: Draft) => void): void {
  const interaction = useInteractionStore();
  const take = useEffectEvent(onDraft);
  useLayoutEffect(() => {
    const { draft } = interaction.getState();
    if (draft === null) return;
    interaction.setState({ draft: null });
    take(draft);
  }, [interaction]);
}
