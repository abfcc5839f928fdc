/** Commands that copy, cut, paste and duplicate what is selected. */

import { groupsOf } from '#flow/annotations/groups.ts';
import { notesOf } from '#flow/annotations/notes.ts';
import { type AnnotationRef, type Selection, widgetsOfSelection } from '#flow/annotations/travelling.ts';
import {
  copyWidgets,
  cutWidgets,
  duplicateWidgets,
  isCopyable,
  type PastedWidgets,
} from '#flow/edit/copy-widgets.ts';
import { widgetIds } from '#flow/graph.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { announce } from '../../shell/announce.tsx';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import { wordsOf } from '../../words/use-words.ts';
import { widgetsLabel } from '../document/edit-labels.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { placeGroup } from '../document/place-widget.ts';
import { selectWidgets } from '../view-store.ts';
import { createNotifier } from './notifier.ts';
import { pasteCopied } from './paste-copied.ts';
import { pruneSelection } from './widget-commands.ts';

export function clipboardCommands({ document, view }: OpenFlow, canvas: () => CanvasHandle | null) {
  const t = wordsOf('designer');
  const definition = () => document.getState().history.present.definition;
  /** The selected widgets, and the note or group that has the focus. */
  const selection = (): Selection => ({
    widgets: view.getState().selected,
    annotation: canvas()?.focusedAnnotation() ?? null,
  });
  /** The widgets of the selection without the trigger, which cannot be copied. */
  const copyable = () => {
    const ids = widgetIds(definition());
    return [...widgetsOfSelection(definition(), selection())].filter(
      (id) => definition().states[ids.indexOf(id)]?.type !== 'trigger',
    );
  };
  const labelOf = (name: 'deleteWidgets' | 'duplicate' | 'paste', widgets: readonly string[]): EditLabel =>
    widgets.length > 0
      ? widgetsLabel(name, widgets)
      : { name: name === 'deleteWidgets' ? 'deleteAnnotations' : 'addAnnotations' };
  const focusAnnotation = (ref: AnnotationRef) => {
    const frame = (ref.kind === 'note' ? notesOf(definition()) : groupsOf(definition())).get(ref.id);
    if (frame === undefined) return;
    const place = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    view.setState({ reveal: { place } });
    canvas()?.focusAnnotation(ref);
  };
  /** The copies, clear of everything else, selected and in view. A copy has the focus where a note or group had it, or only such are copied. */
  const add = (name: 'duplicate' | 'paste', originals: readonly string[], copies: PastedWidgets) => {
    const chosen = selection().annotation;
    const placed = placeGroup(definition(), copies);
    document.apply(labelOf(name, originals), () => placed);
    selectWidgets(view, new Set(copies.ids));
    const sameKind = copies.annotations.find(({ kind }) => kind === chosen?.kind);
    const focused = sameKind ?? (copies.ids.length === 0 ? copies.annotations[0] : undefined);
    if (focused !== undefined) focusAnnotation(focused);
    if (copies.ids.length > 0) view.setState({ reveal: copies.ids });
  };

  return {
    duplicate() {
      if (!isCopyable(definition(), selection())) return;
      add('duplicate', copyable(), duplicateWidgets(definition(), selection()));
    },
    /** The selection as JSON text; null when nothing that can be copied is selected. */
    copied(): string | null {
      if (!isCopyable(definition(), selection())) return null;
      const count = copyable().length;
      announce(count > 0 ? t('copied', { count }) : t('annotationCopied'));
      return copyWidgets(definition(), selection());
    },
    /** Deletes what `copied` has copied. */
    removeCopied() {
      const widgets = copyable();
      const rest = cutWidgets(definition(), selection());
      document.apply(labelOf('deleteWidgets', widgets), () => rest);
      pruneSelection({ document, view });
    },
    async paste(text: string) {
      const pasted = await pasteCopied(definition, text, canvas()?.center() ?? null);
      if (!pasted.ok) return createNotifier(view).notifyFailure(t('notPasted', { reason: pasted.reason }));
      add('paste', pasted.ids, pasted);
    },
  };
}
