/** Operations about widgets that have got other identities. */

import type { Operation } from '../change/operation.ts';

/** The operation with the identities of the map; others stay. */
export function withIdentities(operation: Operation, identities: ReadonlyMap<string, string>): Operation {
  const named = (widget: string) => identities.get(widget) ?? widget;
  const nameable = (widget: string | null) => (widget === null ? null : named(widget));
  switch (operation.kind) {
    case 'set':
    case 'edit-text':
      return { ...operation, widget: nameable(operation.widget) };
    case 'insert':
    case 'delete':
    case 'reorder':
    case 'add-widget':
    case 'rename-widget':
      return { ...operation, widget: named(operation.widget) };
    case 'connect': {
      const { widget, from, to } = operation;
      return { ...operation, widget: named(widget), from: nameable(from), to: nameable(to) };
    }
    case 'remove-widget': {
      const { widget, sources } = operation;
      return { ...operation, widget: named(widget), ...(sources && { sources: sources.map(named) }) };
    }
    case 'order-widgets':
      return { ...operation, from: operation.from.map(named), to: operation.to.map(named) };
    case 'replace': {
      const { fromWidgets, toWidgets } = operation;
      return { ...operation, fromWidgets: fromWidgets.map(named), toWidgets: toWidgets.map(named) };
    }
  }
}
