/**
 * A store of records in this browser's IndexedDB (W3C Indexed Database API 3.0). Without a library, whose 1 KB every list and
 * every flow would load before its first row or card (docs/decisions/077).
 */

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
  let opened: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opened = null;
  };
  const database = () => {
    opened ??= open(name, store, keyPath, forget).catch((failure) => {
      forget();
      throw failure;
    });
    return opened;
  };
  const ask = async <T>(question: (records: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    resultOf(question((await database()).transaction(store).objectStore(store)));
  const change = async (by: (records: IDBObjectStore) => void): Promise<void> => {
    const transaction = (await database()).transaction(store, 'readwrite');
    by(transaction.objectStore(store));
    // A page that ends gives up what it has not committed.
    transaction.commit();
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  };
  return {
    list: (range) => ask((records) => records.getAll(range)),
    read: async (key) => (await ask((records) => records.get(key))) ?? null,
    write: (value) => change((records) => void records.put(value)),
    remove: (key) => change((records) => void records.delete(key)),
  };
}

/** WebKit never opens a database whose creating page was left meanwhile; nothing may wait for that. */
const openMs = 10_000;

async function open(
  name: string,
  store: string,
  keyPath: string,
  onClosed: () => void,
): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(store, { keyPath });
  const late = new Promise<never>((_, reject) => setTimeout(reject, openMs, new Error(name)));
  const database = await Promise.race([resultOf(opening), late]);
  database.onclose = onClosed;
  return database;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
