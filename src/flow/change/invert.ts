/** The operations that undo other operations. */

import type { State, Transition } from '../definition.ts';
import { isNameTaken } from '../edit/add-widget.ts';
import type { Json } from '../json/json.ts';
import { applyOperation, sourcesOf, valueAt } from './apply.ts';
import { operationsBetween } from './derive.ts';
import type { Operation } from './operation.ts';
import { invertTextEdit } from './text-edit.ts';
import { identityOf, nameOf, stateOf, type WorkingCopy } from './working-copy.ts';

/**
 * What undoes the operations, as they are applied to that copy. Everything else in the copy may change before the undo is
 * applied: it touches only what is still as the operations left it, and of texts the characters that they wrote.
 * Grows: n in operations.
 */
export function invertOperations(copy: WorkingCopy, operations: readonly Operation[]): Operation[] {
  const steps: Operation[][] = [];
  let current = copy;
  for (const operation of operations) {
    const next = applyOperation(current, operation);
    if (next === null || next === current) continue;
    steps.unshift(invertOperation(current, next, operation));
    current = next;
  }
  return steps.flat().map((each) => withFinalState(current, each));
}

/** A removal is conditional on what the widget is after all operations, not right after it was added. */
function withFinalState(after: WorkingCopy, operation: Operation): Operation {
  if (operation.kind !== 'remove-widget') return operation;
  const state = stateOf(after, operation.widget);
  return state === undefined
    ? operation
    : { ...operation, state, sources: sourcesOf(after, operation.widget), ifUnchanged: true };
}

function invertOperation(before: WorkingCopy, after: WorkingCopy, operation: Operation): Operation[] {
  switch (operation.kind) {
    case 'set': {
      const { widget, path } = operation;
      const [from, to] = [valueAt(after, widget, path), valueAt(before, widget, path)];
      return [
        {
          kind: 'set',
          widget,
          path,
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ifUnchanged: true,
        },
      ];
    }
    case 'edit-text': {
      const { widget, path, edit } = operation;
      const text = valueAt(before, widget, path);
      if (typeof text === 'string')
        return [{ kind: 'edit-text', widget, path, edit: invertTextEdit(text, edit), ifUnchanged: true }];
      return [{ kind: 'set', widget, path, from: valueAt(after, widget, path) as Json, ifUnchanged: true }];
    }
    case 'insert':
      return [{ ...operation, kind: 'delete', ifUnchanged: true }];
    case 'delete': {
      const { widget, path, at } = operation;
      return [{ kind: 'insert', widget, path, at, value: valueAt(before, widget, [...path, at]) as Json }];
    }
    case 'reorder':
      return [{ ...operation, from: operation.to, to: operation.from }];
    case 'connect': {
      const { widget, at } = operation;
      const next = valueAt(before, widget, ['transitions', at, 'next']);
      return [
        {
          kind: 'connect',
          widget,
          at,
          from: operation.to,
          to: typeof next === 'string' ? identityOf(before, next) : null,
          ifUnchanged: true,
        },
      ];
    }
    case 'add-widget':
      return [{ kind: 'remove-widget', widget: operation.widget, ifUnchanged: true }];
    case 'remove-widget':
      return restoreWidget(before, after, operation.widget);
    case 'rename-widget':
      return renameBack(before, after, operation.widget);
    case 'order-widgets':
      return [{ kind: 'order-widgets', from: after.widgets, to: before.widgets, ifUnchanged: true }];
    case 'replace':
      return [
        {
          kind: 'replace',
          from: after.definition,
          to: before.definition,
          fromWidgets: after.widgets,
          toWidgets: before.widgets,
          ifUnchanged: true,
        },
      ];
  }
}

/** A text that named no widget before can name the renamed widget after it: such texts are set back with the name. */
function renameBack(before: WorkingCopy, after: WorkingCopy, widget: string): Operation[] {
  const nameIn = (copy: WorkingCopy) => stateOf(copy, widget)?.name ?? '';
  const names = { from: nameIn(after), to: nameIn(before) };
  const rename: Operation = { kind: 'rename-widget', widget, ...names, ifUnchanged: true };
  const renamed = applyOperation(after, rename) ?? after;
  const rest = operationsBetween(renamed, before, String);
  return [
    rename,
    ...rest.map((each) =>
      each.kind === 'set' || each.kind === 'edit-text' ? { ...each, ifUnchanged: true as const } : each,
    ),
  ];
}

/** Adds the widget again, with what led to it, unless that leads elsewhere by then. */
function restoreWidget(before: WorkingCopy, after: WorkingCopy, widget: string): Operation[] {
  const at = before.widgets.indexOf(widget);
  const state = before.definition.states[at] as State;
  const target = nameOf(before, widget);
  const cords = before.definition.states.flatMap((source, index): Operation[] => {
    const from = before.widgets[index] as string;
    if (from === widget || !Array.isArray(source.transitions)) return [];
    const now = stateOf(after, from)?.transitions as Transition[];
    return source.transitions.flatMap((each, nth): Operation[] =>
      each?.next === target && (now[nth] as Transition).next === undefined
        ? [{ kind: 'connect', widget: from, at: nth, from: null, to: widget, ifUnchanged: true }]
        : [],
    );
  });
  const [wasFirst, isFirst] = [before.definition.initial_state, after.definition.initial_state];
  const start: Operation[] =
    wasFirst === isFirst
      ? []
      : [
          {
            kind: 'set',
            widget: null,
            path: ['definition', 'initial_state'],
            from: isFirst,
            to: wasFirst,
            ifUnchanged: true,
          },
        ];
  // Where two widgets had one name, an added one would be given another.
  const name: Operation[] =
    typeof state.name === 'string' && isNameTaken(after.definition, state.name)
      ? [{ kind: 'set', widget, path: ['name'], to: state.name }]
      : [];
  return [{ kind: 'add-widget', widget, at, state }, ...name, ...cords, ...start];
}
