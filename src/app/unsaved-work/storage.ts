/** Storage of unsaved work in this browser: IndexedDB. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { UnsavedWork } from './unsaved-work.ts';

interface PatchbayDatabase extends DBSchema {
  unsaved: { key: string; value: UnsavedWork };
}

let opened: Promise<IDBPDatabase<PatchbayDatabase>> | null = null;

/** Opens the database once per page; the next call retries a failed open. */
function database(): Promise<IDBPDatabase<PatchbayDatabase>> {
  opened ??= openDB<PatchbayDatabase>('patchbay', 1, {
    upgrade: (db) => {
      db.createObjectStore('unsaved', { keyPath: 'id' });
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

/** Unsaved work, keyed by the id of its flow. */
export type UnsavedWorkStorage = {
  list(): Promise<UnsavedWork[]>;
  read(id: string): Promise<UnsavedWork | null>;
  write(unsaved: UnsavedWork): Promise<void>;
  remove(id: string): Promise<void>;
};

/** Each call rejects when the browser refuses storage. */
export const unsavedWorkStorage: UnsavedWorkStorage = {
  list: async () => (await database()).getAll('unsaved'),
  read: async (id) => (await (await database()).get('unsaved', id)) ?? null,
  write: async (unsaved) => {
    const transaction = (await database()).transaction('unsaved', 'readwrite');
    const written = transaction.store.put(unsaved);
    // A page that ends gives up what it has not committed.
    transaction.commit();
    await Promise.all([written, transaction.done]);
  },
  remove: async (id) => (await database()).delete('unsaved', id),
};
