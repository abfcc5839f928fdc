/** Documents for tests, without a server. */

import { workingCopyOf } from '#flow/change/working-copy.ts';
import { createEditor } from '#flow/commands/editor.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import { createDocumentStore, type DocumentStore } from '../document/document-store.ts';
import { flowResource } from './flow-resource.ts';

export const describeAs = (description: string) => (definition: FlowDefinition) => ({
  ...definition,
  description,
});

/** A flow of the server at revision 3, of which nothing has been edited since. */
export function openedDocument(client = 'me', flow = flowResource({ revision: 3 })): DocumentStore {
  const copy = workingCopyOf({
    name: flow.friendly_name,
    definition: flow.definition ?? emptyDefinition(),
  });
  const editor = createEditor({ seq: 0, copy });
  return createDocumentStore({ id: flow.sid, client, base: { flow, draft: copy }, editor });
}

/** A flow that is in this browser only. */
export function localDocument(draft: Draft = { name: 'New', definition: emptyDefinition() }): DocumentStore {
  const editor = createEditor({ seq: -1, copy: workingCopyOf(draft) });
  return createDocumentStore({ id: 'here', client: 'me', base: null, editor });
}
