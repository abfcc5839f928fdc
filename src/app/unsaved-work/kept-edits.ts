/** The edits of a flow that this browser keeps: what the server has not confirmed, and what undoes the newest ones. */

import type { EditorState } from '#flow/commands/editor.ts';
import { type RecordStore, recordStore } from './record-store.ts';
import type { Base } from './unsaved-work.ts';

/** What one page has kept of one flow. It is written in one structured clone, in which the copies share their parts. */
export type KeptEdits = {
  key: string;
  flow: string;
  client: string;
  base: Base;
  /** Edits since the base. */
  unsavedEdits: number;
  editor: EditorState;
  /** Time of the last change, epoch ms. */
  at: number;
};

/** The key of what one page keeps of one flow: two pages never overwrite each other's. */
export function keptEditsKey(flow: string, client: string): string {
  return `${flow} ${client}`;
}

export type KeptEditsStorage = Omit<RecordStore<KeptEdits>, 'list'> & {
  /** What all pages of this browser have kept of a flow, newest first. */
  list(flow: string): Promise<KeptEdits[]>;
};

/** Outside the database of unsaved work: an open page of an earlier version would block its upgrade. */
const edits = recordStore<KeptEdits>('patchbay-edits', 'edits', 'key');

export const keptEditsStorage: KeptEditsStorage = {
  ...edits,
  list: async (flow) => {
    const all = await edits.list(IDBKeyRange.bound(`${flow} `, `${flow} \uffff`));
    return all.sort((a, b) => b.at - a.at);
  },
};
