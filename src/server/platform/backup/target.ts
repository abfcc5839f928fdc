/** Where backups are kept: a folder, or a bucket of an object store. */

import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupPlace } from '../config.ts';
import { createObjectStore } from '../outbound/object-store.ts';

export type BackupTarget = {
  /** Names of what is there, backups or not. */
  list(): Promise<string[]>;
  /** Puts the file there, which is in `workFolder`. @throws when a folder has one of that name */
  put(name: string, file: string): Promise<void>;
  /** Copies it to `file`. @throws when there is none of that name */
  get(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Where a file is made that is put there next. */
  workFolder: string;
};

/** What goes to a bucket is made in `dataDir`. */
export function openTarget(place: BackupPlace, dataDir: string, now: () => number): BackupTarget {
  return place.kind === 'folder' ? folderTarget(place.folder) : bucketTarget(place, dataDir, now);
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Files get their names when they are complete. */
function folderTarget(folder: string): BackupTarget {
  return {
    workFolder: folder,
    list: async () => (isFolder(folder) ? readdirSync(folder) : []),
    async put(name, file) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // Fails where a file of that name was made meanwhile.
      linkSync(file, join(folder, name));
    },
    get: async (name, file) => copyFileSync(join(folder, name), file),
    remove: async (name) => rmSync(join(folder, name)),
  };
}

function bucketTarget(
  place: Extract<BackupPlace, { kind: 'bucket' }>,
  dataDir: string,
  now: () => number,
): BackupTarget {
  const { list, upload, download, remove } = createObjectStore(place, now);
  return { workFolder: dataDir, list, put: upload, get: download, remove };
}
