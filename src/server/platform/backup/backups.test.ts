/** Backups of the embedded database: made, kept, verified, and restored after a loss. */

import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { startObjectStore } from '../../testing/object-store.ts';
import { parseBackupPlace } from '../config.ts';
import { verifyBackup } from '../database/backup.ts';
import { findClusterSetting, setClusterSettingOnce } from '../database/cluster-settings.ts';
import { lockDataFolder } from '../database/data-folder-lock.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { removeUpgradeCopies } from '../database/upgrade-copy.ts';
import { type BackupContext, makeBackup, restoreBackup, verifyStored } from './backups.ts';

const start = Date.UTC(2026, 10, 6, 12);
const secret = 'a key of the test of backups';
let folder: string;
let dataDir: string;
let shelf: string;
let ctx: BackupContext;
let time: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-backups-'));
  [dataDir, shelf, time] = [join(folder, 'data'), join(folder, 'shelf'), start];
  mkdirSync(shelf);
  const config = {
    dataDir,
    databaseUrl: null,
    backupTarget: parseBackupPlace(shelf) ?? null,
    backupKey: null,
  };
  ctx = { config, now: () => time, random: (bytes) => Buffer.alloc(bytes, time % 251) };
  await onDatabase((database) => database.write((tx) => setClusterSettingOnce(tx, 'kept', 'as it was')));
  return () => rmSync(folder, { recursive: true, force: true });
});

async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl: null, databasePool: 2 }, 'exclusive', time);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const kept = () => onDatabase(({ read }) => findClusterSetting(read, 'kept'));
const withKey = (backupKey: string | null): BackupContext => ({
  ...ctx,
  config: { ...ctx.config, backupKey },
});
const lose = () => rmSync(dataDir, { recursive: true });

function change(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

describe('a backup', () => {
  it.each([null, secret])(
    'is made beside a server, kept by number, verified and restored (key: %s)',
    async (key) => {
      const own = withKey(key);
      const ending = key === null ? '.db' : '.db.enc';
      await onDatabase(async () => {
        for (const removed of [0, 0, 1]) {
          expect(await makeBackup(own, '', 2)).toMatchObject({ removed });
          time += 1_000;
        }
      });
      const names = ['patchbay-20261106T120001Z', 'patchbay-20261106T120002Z'].map((name) => name + ending);
      expect(readdirSync(shelf).sort()).toEqual(names);
      expect(readFileSync(join(shelf, names[0] ?? '')).includes('as it was')).toBe(key === null);
      const { rows, path, version } = await verifyStored(own, '');
      expect(path).toBe(join(shelf, names[1] ?? ''));
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(rows).toBeGreaterThan(1);
      lose();
      expect((await restoreBackup(own, names[0] ?? '')).rows).toBe(rows);
      expect(await kept()).toBe('as it was');
      expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
      expect(readdirSync(shelf).sort()).toEqual(names);
    },
  );

  it('goes to an object store and comes back', async () => {
    const stand = await startObjectStore(ctx.now);
    const backupTarget = parseBackupPlace(stand.url('clinic/north')) ?? null;
    const own: BackupContext = { ...ctx, config: { ...ctx.config, backupTarget, backupKey: secret } };
    stand.objects.set('clinic/south/patchbay-20200101T000000Z.db', Buffer.from('of another installation'));
    for (let made = 0; made < 3; made += 1) {
      const { path } = await makeBackup(own, '', 2);
      expect(path).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/backups\/clinic\/north\/patchbay-\w+\.db\.enc$/);
      time += 1_000;
    }
    expect([...stand.objects.keys()].filter((key) => key.startsWith('clinic/north/'))).toHaveLength(2);
    expect(stand.objects.size).toBe(3);
    lose();
    const { path } = await restoreBackup(own, '');
    expect(path).toContain('120002Z');
    expect(await kept()).toBe('as it was');
    await stand.close();
  });

  it('is a file where one is named, and overwrites none', async () => {
    const file = join(shelf, 'monday.db');
    expect((await makeBackup(ctx, file, null)).path).toBe(file);
    await expect(makeBackup(ctx, file, null)).rejects.toThrow(`${file} is there already`);
    await expect(makeBackup(ctx, join(folder, 'none/x.db'), null)).rejects.toThrow('There is no folder');
    await expect(makeBackup(ctx, join(folder, 'none/'), null)).rejects.toThrow('There is no folder');
    await expect(makeBackup(ctx, 's3://host/bucket', null)).rejects.toThrow('must be a folder, or s3://');
    expect((await verifyStored(ctx, file)).path).toBe(file);
    expect(readdirSync(shelf)).toEqual(['monday.db']);
    lose();
    await expect(makeBackup(ctx, '', null)).rejects.toThrow('There is no database in the data folder');
  });

  it('removes what a killed one has left, and waits for no other', async () => {
    await makeBackup(ctx, '', null);
    time += 1_000;
    const lock = lockDataFolder(dataDir, 'backup.lock');
    await expect(makeBackup(ctx, '', null)).rejects.toThrow('Another backup is being made');
    lock?.release();
    const left = join(shelf, `.unfinished-${hash('sha256', dataDir).slice(0, 12)}`);
    mkdirSync(left);
    writeFileSync(join(left, 'copy.db'), 'personal data');
    await makeBackup(ctx, '', null);
    expect(readdirSync(shelf).sort()).toEqual([
      'patchbay-20261106T120000Z.db',
      'patchbay-20261106T120001Z.db',
    ]);
  });
});

/** With a migration that this version does not know, and as many rows as its note says. */
function ofLaterVersion(file: string): string {
  const database = new DatabaseSync(file);
  database.exec("insert into migrations (name, applied_at) values ('999-later', 1)");
  const { value } = database.prepare("select value from agreements where name = 'backup'").get() ?? {};
  const note = JSON.parse(String(value));
  note.rows.migrations += 1;
  database.prepare("update agreements set value = ? where name = 'backup'").run(JSON.stringify(note));
  database.close();
  return file;
}

describe('a restore', () => {
  it('over data, beside a server, and of what is no whole backup is refused, and changes nothing', async () => {
    const { path } = await makeBackup(ctx, '', null);
    await expect(restoreBackup(ctx, path)).rejects.toThrow('There is a database already');
    expect(await kept()).toBe('as it was');
    await onDatabase(() => expect(restoreBackup(ctx, path)).rejects.toThrow('is running on the data folder'));
    const refused = async (context: BackupContext, which: string, reason: string) => {
      rmSync(dataDir, { recursive: true, force: true });
      await expect(restoreBackup(context, which)).rejects.toThrow(reason);
      await expect(verifyStored(context, which)).rejects.toThrow(reason);
      expect(readdirSync(dataDir).filter((name) => !name.endsWith('.lock'))).toEqual([]);
    };
    const changed = (statement: string) => {
      const file = join(folder, 'changed.db');
      copyFileSync(path, file);
      change(file, statement);
      return file;
    };
    const lost = changed("delete from agreements where name = 'kept'");
    await refused(ctx, lost, 'rows in agreements, and had');
    await refused(ctx, ofLaterVersion(changed('select 1')), 'was written by a newer version of Patchbay');
    writeFileSync(join(folder, 'text'), 'Not a database at all. '.repeat(100));
    await refused(ctx, join(folder, 'text'), 'file is not a database');
    await refused(ctx, 'patchbay-20200101T000000Z.db', 'There is no backup patchbay-20200101T000000Z.db in');
    await refused({ ...ctx, config: { ...ctx.config, backupTarget: null } }, '', 'or set BACKUP_TARGET');
    await refused({ ...ctx, config: { ...ctx.config, backupTarget: null } }, 'x.db', 'There is no file x.db');
  });

  it('of an encrypted one needs its key', async () => {
    const { path } = await makeBackup(withKey(secret), '', null);
    lose();
    await expect(restoreBackup(ctx, path)).rejects.toThrow('is encrypted: set BACKUP_KEY');
    await expect(restoreBackup(withKey(`${secret}!`), path)).rejects.toThrow('the key is another one');
    await restoreBackup(withKey(secret), path);
    expect(await kept()).toBe('as it was');
  });

  it('is not for PostgreSQL', async () => {
    const own = { ...ctx, config: { ...ctx.config, databaseUrl: 'postgres://db.test/x' } };
    await expect(makeBackup(own, '', null)).rejects.toThrow('pg_dump');
    await expect(restoreBackup(own, '')).rejects.toThrow('pg_restore');
  });
});

describe('before an upgrade', () => {
  const copies = () => readdirSync(join(dataDir, 'before-upgrade'));
  const makeOlder = () =>
    change(
      join(dataDir, 'patchbay.db'),
      "delete from migrations where name = '067-email-statistics'; drop table email_stats; drop table email_categories",
    );

  it('the file is copied once, and the copy is removed in time', async () => {
    expect(existsSync(join(dataDir, 'before-upgrade'))).toBe(false);
    makeOlder();
    await onDatabase(async () => {});
    expect(copies()).toEqual(['patchbay-20261106T120000Z.db']);
    expect(verifyBackup(join(dataDir, 'before-upgrade', copies()[0] ?? '')).rows).toBeGreaterThan(1);
    removeUpgradeCopies(dataDir, start);
    expect(copies()).toHaveLength(1);
    removeUpgradeCopies(dataDir, start + 1_000);
    expect(copies()).toEqual([]);
  });
});
