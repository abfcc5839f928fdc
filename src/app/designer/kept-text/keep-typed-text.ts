/**
 * When another author deletes the widget in whose settings the person at this page is typing, the field stays where it is,
 * with the caret: it goes on editing the widget as it was, which can be restored with it. The name on a card goes on in the
 * settings, as the card is gone.
 */

import type { FlowEdit } from '#api/flows/working-copy.ts';
import { identityOf, nameOf, stateOf, type WorkingCopy } from '#flow/change/working-copy.ts';
import { type EditorState, type LostEdit, widgetOf } from '#flow/commands/editor.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { uniqueName } from '#flow/edit/add-widget.ts';
import { asWidgetName, renameWidget } from '#flow/edit/rename-widget.ts';
import type { Pointer } from '#flow/json/json-pointer.ts';
import { announce } from '../../shell/announce.tsx';
import { takesText } from '../../ui/page-keys.ts';
import { wordsOf } from '../../words/use-words.ts';
import type { DocumentState, DocumentStore } from '../document/document-store.ts';
import { commandLabel } from '../document/edit-labels.ts';
import type { FindingsStore } from '../document/findings-store.ts';
import { selectWidgets, type ViewStore } from '../view-store.ts';
import { type KeptText, type TypedPlace, typedEdit } from './kept-text.ts';

type Stores = { document: DocumentStore; view: ViewStore; findings: FindingsStore };

/** Follows the document. `findPlace` says where the caret is. */
export function keepTypedText(
  { document, view, findings }: Stores,
  now: () => number,
  findPlace: () => TypedPlace | null = typedPlace,
): void {
  view.subscribe(({ selected, kept }) => {
    if (kept !== null && !(selected.size === 1 && selected.has(kept.widget))) view.setState({ kept: null });
  });
  document.subscribe((state, before) => {
    const { kept: known, selected } = view.getState();
    if (known !== null) return followKept({ document, view, findings }, state, known);
    const deleted = deletedWidget(state, before, selected);
    const place = deleted === null ? null : findPlace();
    if (deleted === null || place === null) return;
    const { copy, identity, widget } = deleted;
    const lost = document.newId();
    const kept = { lost, identity, widget, place, by: '', at: now(), findings: findings.getState().findings };
    view.setState({ kept });
    document.change((editor) => withTypedText(editor, { lost, identity, widget, place }, copy));
    if (place.kind === 'name' && place.onCard !== undefined) {
      const written = asWidgetName(place.onCard);
      typeInKept({ document }, kept, (definition) => {
        const edited = renameWidget(definition, widget, written);
        if (edited.ok || written === '') return edited.ok ? edited.definition : definition;
        // Another widget has the name.
        const free = renameWidget(definition, widget, uniqueName(definition, written));
        return free.ok ? free.definition : definition;
      });
      view.setState({ focusRequest: { pointer: pointerTo(copy, kept) } });
    }
  });
}

/** Says who it was, as soon as that is known. `isOwn` is true for the person at this page. */
export function nameDeleter({ view }: Pick<Stores, 'view'>, isOwn: (client: string) => boolean) {
  return (edits: readonly FlowEdit[]): void => {
    const { kept } = view.getState();
    if (kept === null || kept.by !== '') return;
    const edit = edits.findLast(({ operations }) =>
      operations.some((each) => each.kind === 'remove-widget' && each.widget === kept.identity),
    );
    if (edit === undefined) return;
    const by = isOwn(edit.client) ? null : edit.author_name;
    view.setState({ kept: { ...kept, by } });
    const t = wordsOf('presence');
    const { widget } = kept;
    announce(
      by === null ? t('keptOwnTitle', { widget }) : t('keptTitle', { name: by || t('someone'), widget }),
    );
  };
}

/** Goes on typing in the field that was kept. */
export function typeInKept(
  { document }: Pick<Stores, 'document'>,
  kept: KeptText,
  edit: (definition: FlowDefinition) => FlowDefinition,
): void {
  document.change((editor) => {
    const lost = lostEditOf(editor, kept);
    if (lost === undefined) return editor;
    const definition = edit(lost.shown.definition);
    return definition === lost.shown.definition
      ? editor
      : withTypedText(editor, kept, { ...lost.shown, definition });
  });
}

/** Restores the widget with the text, or lets both go, and shows what is there then. */
export function endKept({ document, view }: Stores, kept: KeptText, isRestored: boolean): void {
  if (!isRestored) {
    document.dismissLost(kept.lost);
    selectWidgets(view, new Set());
    return;
  }
  view.setState({ kept: null });
  document.restoreLost(kept.lost);
  const { present } = document.getState().history;
  const name = nameOf(present, kept.identity);
  if (name !== null) selectWidgets(view, new Set([name]));
  view.setState({ focusRequest: { pointer: pointerTo(present, kept) }, settingsOpen: true });
}

export function lostEditOf({ lost }: EditorState, kept: KeptText): LostEdit | undefined {
  return lost.find(({ id }) => id === kept.lost);
}

/** The widget that is selected alone, when another author has just deleted it. */
function deletedWidget(
  { editor, history: { present } }: DocumentState,
  before: DocumentState,
  selected: ReadonlySet<string>,
): { copy: WorkingCopy; identity: string; widget: string } | null {
  const copy = before.history.present;
  const [widget, ...more] = selected;
  // One's own deletions are in the copy before the server confirms them.
  const isOfOthers = editor.confirmed.seq !== before.editor.confirmed.seq;
  if (!isOfOthers || present.definition === copy.definition || widget === undefined || more.length > 0)
    return null;
  const identity = identityOf(copy, widget);
  return identity === null || stateOf(present, identity) !== undefined ? null : { copy, identity, widget };
}

/** Where the widget is back, by an undo of who deleted it, the text goes on in it. */
function followKept(stores: Stores, { editor, history: { present } }: DocumentState, kept: KeptText): void {
  if (lostEditOf(editor, kept) === undefined) stores.view.setState({ kept: null });
  else if (stateOf(present, kept.identity) !== undefined) endKept(stores, kept, true);
}

/** The editor with the text as the lost edit, in place of what it could not apply to the widget itself. */
function withTypedText(
  editor: EditorState,
  { lost: id, identity, widget, place }: Pick<KeptText, 'lost' | 'identity' | 'widget' | 'place'>,
  shown: WorkingCopy,
): EditorState {
  const { label, operations } = typedEdit(shown, identity, widget, place);
  const others = editor.lost.filter(
    (each) => each.id !== id && !each.operations.every((one) => widgetOf(one) === identity),
  );
  return { ...editor, lost: [...others, { id, label: commandLabel(label), operations, shown }] };
}

function pointerTo(copy: WorkingCopy, { identity, place }: KeptText): Pointer {
  const index = copy.widgets.indexOf(identity);
  return `#/states/${index}/${place.kind === 'property' ? `properties/${place.property}` : 'name'}`;
}

/** Where the caret is in the settings of a widget, or in the name on its card; null where no field takes what is typed. */
function typedPlace(): TypedPlace | null {
  const { activeElement } = document;
  const inner = activeElement?.shadowRoot?.activeElement ?? activeElement;
  const tab = activeElement?.closest('.insp [role="tabpanel"]') ?? null;
  if (!takesText(inner)) return null;
  if (inner instanceof HTMLInputElement && inner.matches('.card-name > input'))
    return { kind: 'name', onCard: inner.value };
  if (activeElement?.matches('.insp .nameinput')) return { kind: 'name' };
  if (tab === null) return null;
  const property = activeElement?.closest<HTMLElement>('[data-property]')?.dataset.property;
  if (property !== undefined) return { kind: 'property', property };
  return { kind: activeElement?.closest('.jsonview') ? 'json' : 'transitions' };
}
