/** An editor of the appointment flow, its own edits and those of another author. */

import type { Operation, Path } from '../change/operation.ts';
import { type WorkingCopy, workingCopyOf } from '../change/working-copy.ts';
import { createEditor, type EditorState, edit, type NewEdit } from '../commands/editor.ts';
import type { EntryAuthor, LogEntry, Numbered } from '../commands/log.ts';
import type { FlowDefinition } from '../definition.ts';
import { setProperty } from '../edit/set-property.ts';
import { appointmentFlow } from './test-flow.ts';

export const start: Numbered = {
  seq: 0,
  copy: workingCopyOf({ name: 'Shared', definition: appointmentFlow() }),
};
export const opened = createEditor(start);

/** The editor after an own edit, whose label is called like its id. */
export function edited(
  state: EditorState,
  id: string,
  change: (flow: FlowDefinition) => FlowDefinition,
  more: Partial<NewEdit> = {},
): EditorState {
  const content = { name: state.shown.name, definition: change(state.shown.definition) };
  return edit(state, content, { id, label: { name: id }, ...more });
}

/** The editor after a text was typed into a widget, all of it as one gesture. */
export function typed(
  state: EditorState,
  id: string,
  text: string,
  gesture: string | null = 'typing',
  widget = 'greet',
): EditorState {
  return edited(state, id, (flow) => setProperty(flow, widget, 'body', text), { gesture });
}

/** What another author wrote to the log. */
export function entry(seq: number, ...operations: Operation[]): LogEntry & EntryAuthor {
  return { seq, id: `theirs-${seq}`, operations, author_name: 'Ben', client: 'page-2' };
}

export const body: Path = ['properties', 'body'];

/** An edit of the text that a widget sends. */
export function textEdit(widget: string, ...parts: (number | string)[]): Operation {
  return { kind: 'edit-text', widget, path: body, edit: parts };
}

export function setOf(
  widget: string | null,
  path: Path,
  to: Extract<Operation, { kind: 'set' }>['to'],
): Operation {
  return { kind: 'set', widget, path, ...(to !== undefined && { to }) };
}

/** The text that a widget sends. */
export function textIn({ definition }: WorkingCopy, widget = 'greet'): unknown {
  return definition.states.find(({ name }) => name === widget)?.properties?.body;
}
