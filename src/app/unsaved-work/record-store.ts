/** A store of records in this browser's IndexedDB. */

import { type IDBPDatabase, openDB } from 'idb';

export type RecordStore<Value> = {
  /** All, in the order of their keys; only those within `range` where one is given. */
  list(range?: IDBKeyRange): Promise<Value[]>;
  read(key: string): Promise<Value | null>;
  write(value: Value): Promise<void>;
  remove(key: string): Promise<void>;
};

/**
 * The database is opened once per page, at the first call; the next one retries a failed open. Each call rejects when the
 * browser refuses storage.
 *
 * @param keyPath the property of a record that is its key
 */
export function recordStore<Value>(name: string, store: string, keyPath: string): RecordStore<Value> {
  let opened: Promise<IDBPDatabase> | null = null;
  const database = () => {
    opened ??= openDB(name, 1, {
      upgrade: (db) => {
        db.createObjectStore(store, { keyPath });
      },
      terminated: () => {
        opened = null;
      },
    }).catch((failure) => {
      opened = null;
      throw failure;
    });
    return opened;
  };
  return {
    list: async (range) => (await database()).getAll(store, range),
    read: async (key) => (await (await database()).get(store, key)) ?? null,
    write: async (value) => {
      const transaction = (await database()).transaction(store, 'readwrite');
      const written = transaction.store.put(value);
      // A page that ends gives up what it has not committed.
      transaction.commit();
      await Promise.all([written, transaction.done]);
    },
    remove: async (key) => (await database()).delete(store, key),
  };
}
