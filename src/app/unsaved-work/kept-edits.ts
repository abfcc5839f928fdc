/** The edits of a flow that this browser keeps: what the server has not confirmed, and what undoes the newest ones. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { EditorState } from '#flow/commands/editor.ts';
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

interface KeptEditsDatabase extends DBSchema {
  edits: { key: string; value: KeptEdits };
}

let opened: Promise<IDBPDatabase<KeptEditsDatabase>> | null = null;

/** Outside the database of unsaved work: an open page of an earlier version would block its upgrade. */
function database(): Promise<IDBPDatabase<KeptEditsDatabase>> {
  opened ??= openDB<KeptEditsDatabase>('patchbay-edits', 1, {
    upgrade: (db) => {
      db.createObjectStore('edits', { keyPath: 'key' });
    },
    terminated: () => {
      opened = null;
    },
  }).catch((failure) => {
    opened = null;
    throw failure;
  });
  return opened;
}

/** The key of what one page keeps of one flow: two pages never overwrite each other's. */
export function keptEditsKey(flow: string, client: string): string {
  return `${flow} ${client}`;
}

export type KeptEditsStorage = {
  /** What all pages of this browser have kept of a flow, newest first. */
  list(flow: string): Promise<KeptEdits[]>;
  read(key: string): Promise<KeptEdits | null>;
  write(kept: KeptEdits): Promise<void>;
  remove(key: string): Promise<void>;
};

/** Each call rejects when the browser refuses storage. */
export const keptEditsStorage: KeptEditsStorage = {
  list: async (flow) => {
    const range = IDBKeyRange.bound(`${flow} `, `${flow} \uffff`);
    const all = await (await database()).getAll('edits', range);
    return all.sort((a, b) => b.at - a.at);
  },
  read: async (key) => (await (await database()).get('edits', key)) ?? null,
  write: async (kept) => {
    const transaction = (await database()).transaction('edits', 'readwrite');
    const written = transaction.store.put(kept);
    // A page that ends gives up what it has not committed.
    transaction.commit();
    await Promise.all([written, transaction.done]);
  },
  remove: async (key) => (await database()).delete('edits', key),
};
