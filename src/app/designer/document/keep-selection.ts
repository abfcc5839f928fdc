/** The selection follows widgets that are renamed. */

import { identityOf, nameOf } from '#flow/change/working-copy.ts';
import { selectWidgets, type ViewStore } from '../view-store.ts';
import type { DocumentStore } from './document-store.ts';

export function keepSelection(document: DocumentStore, view: ViewStore): void {
  document.subscribe(({ history: { present } }, { history: { present: before } }) => {
    if (present.definition === before.definition) return;
    const { selected } = view.getState();
    const followed = [...selected].map((id) => {
      if (identityOf(present, id) !== null) return id;
      const identity = identityOf(before, id);
      return (identity === null ? null : nameOf(present, identity)) ?? id;
    });
    if (followed.some((id) => !selected.has(id))) selectWidgets(view, new Set(followed));
  });
}
