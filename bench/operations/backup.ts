/** A backup of the embedded file, plain and encrypted, beside a copy of the same file by `cp`. Each is on the disk when it ends. */

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '#server/platform/backup/backups.ts';
import { median } from '../service/cost.ts';
import { prepareSqlite } from '../service/sqlite-database.ts';

/** Of the megabytes a second of `cp`. */
const leastRatio = 0.5;
/** Ended executions that are added at a time. */
const chunk = 100_000;

type BackupPlan = { folder: string; gigabytes: number; rounds: number };

export async function measureBackup({ folder: parent, gigabytes, rounds }: BackupPlan): Promise<boolean> {
  const folder = mkdtempSync(join(parent, 'patchbay-bench-backup-'));
  try {
    const database = await prepareSqlite(folder, {});
    const copy = await database.copy();
    const dataDir = copy.environment.DATA_DIR ?? '';
    const file = join(dataDir, 'patchbay.db');
    let executions = 0;
    for (; statSync(file).size < gigabytes * 2 ** 30; executions += chunk)
      await copy.fill(executions, executions + chunk);
    const megabytes = statSync(file).size / 2 ** 20;
    console.log(`${Math.round(megabytes)} MiB, ${executions.toLocaleString('en')} ended executions`);
    const target = join(folder, 'target');
    const ways: Record<string, (to: string) => Promise<unknown>> = {
      cp: async (to) => copyFile(file, to),
      backup: (to) => backup(dataDir, to, null),
      'encrypted backup': (to) => backup(dataDir, to, 'a key of the benchmark'),
    };
    const speeds: Record<string, number[]> = { cp: [], backup: [], 'encrypted backup': [] };
    for (let round = 0; round < rounds; round += 1)
      for (const [name, run] of Object.entries(ways)) {
        mkdirSync(target);
        const before = performance.now();
        await run(join(target, 'made.db'));
        const seconds = (performance.now() - before) / 1_000;
        rmSync(target, { recursive: true });
        speeds[name]?.push(megabytes / seconds);
        console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.round(megabytes / seconds)} MiB/s`);
      }
    return Object.keys(ways)
      .filter((name) => name !== 'cp')
      .map((name) => {
        const ratios = (speeds[name] ?? []).map((speed, round) => speed / (speeds.cp?.[round] ?? 0));
        console.log(`${name}: ${median(ratios).toFixed(2)} of cp, bound ${leastRatio}`);
        return median(ratios) >= leastRatio;
      })
      .every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Byte by byte, where the file system could share what both have. */
function copyFile(from: string, to: string): void {
  execFileSync('cp', ['--reflink=never', from, to]);
  const opened = openSync(to, 'r+');
  fsyncSync(opened);
  closeSync(opened);
}

function backup(dataDir: string, to: string, backupKey: string | null) {
  const config = { dataDir, databaseUrl: null, backupTarget: null, backupKey };
  return makeBackup({ config, now: Date.now, random: randomBytes }, to, null);
}
