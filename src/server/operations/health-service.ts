/** Readiness: whether the database can be read and written, how full the disk of the embedded file is, and what else a server has to look after. */

import { X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import { pingDatabase, pingStorage } from '../platform/database/ping.ts';
import { describeFault } from '../platform/database/storage-fault.ts';
import { removeUpgradeCopies } from '../platform/database/upgrade-copy.ts';
import type { MaintenanceTask } from '../platform/jobs/maintenance.ts';
import { perServer } from '../platform/per-server.ts';
import type { ServiceContext } from '../platform/service-context.ts';

/** The share of the disk from which on it is nearly full. */
const nearlyFull = 0.9;

/** Less is full: small writes still fit into what the log of the database has, larger ones do not. */
const minAvailableBytes = 4 * 1024 * 1024;

/**
 * Why requests cannot be served; null when they can. After a fault of the disk the next request for it writes, so that the
 * server is ready again once there is room.
 */
export async function reasonNotReady(ctx: ServiceContext): Promise<string | null> {
  try {
    await pingDatabase(ctx.database.read);
    if (ctx.database.storageFault() !== null) await pingStorage(ctx.database);
  } catch (error) {
    ctx.log.warn({ err: error }, 'The database does not respond');
    const fault = ctx.database.storageFault();
    return fault === null ? 'The database does not answer' : describeFault(fault);
  }
  const disk = await diskOf(ctx);
  const isFull = disk !== null && disk.availableBytes < minAvailableBytes;
  const fault = ctx.database.storageFault() ?? (isFull ? 'full' : null);
  return fault === null ? null : describeFault(fault);
}

/** Used share of the disk that holds the embedded file, from 0 to 1; null where the database is a server. */
export async function usedShareOfDisk(ctx: ServiceContext): Promise<number | null> {
  return (await diskOf(ctx))?.usedShare ?? null;
}

async function diskOf({ database, config }: ServiceContext) {
  if (database.dialect !== 'sqlite') return null;
  const { blocks, bavail, bfree, bsize } = await fs.statfs(config.dataDir);
  const used = blocks - bfree;
  // As df counts: what is reserved for the system is neither used nor available.
  return { usedShare: used + bavail === 0 ? 1 : used / (used + bavail), availableBytes: bavail * bsize };
}

/**
 * When the certificate of inbound email ends, in epoch milliseconds; null where there is none. What the file has now, which
 * need not be what the listener read at its start.
 */
export async function endOfCertificate({ config }: ServiceContext): Promise<number | null> {
  const file = config.smtp.tls?.cert;
  if (file === undefined) return null;
  try {
    return new X509Certificate(await fs.readFile(file)).validToDate.getTime();
  } catch {
    // A start says why it cannot be read; one that is being replaced is read a minute later.
    return null;
  }
}

const warningIntervalMs = 3_600_000;
const lastWarning = perServer(() => ({ at: Number.NEGATIVE_INFINITY }));

/** Logs when the disk is nearly full, and once an hour while it is: a disk may fill up within one. */
export const diskCheck: MaintenanceTask = {
  name: 'disk check',
  intervalMs: () => 10_000,
  async run(ctx) {
    const [share, warning, now] = [await usedShareOfDisk(ctx), lastWarning(ctx), ctx.clock.now()];
    if (share === null || share < nearlyFull || now - warning.at < warningIntervalMs) return;
    warning.at = now;
    ctx.log.warn(
      { used: `${Math.round(share * 100)} %`, folder: ctx.config.dataDir },
      'The disk of the database is nearly full: when it is, nothing can be stored any more',
    );
  },
};

/** Checks the embedded file at the start and every day; what is found is an error in the log, and the server not ready. */
export const integrityCheck: MaintenanceTask = {
  name: 'integrity check',
  intervalMs: () => 86_400_000,
  async run(ctx, _pause, _isStopping, signal) {
    const problem = await ctx.database.checkIntegrity(signal);
    if (problem === null) return;
    ctx.log.error({ problem }, 'The file of the database is damaged: restore a backup');
  },
};

/** The copy is the way back for days, and holds personal data: it is kept no longer than that of an execution. */
const keptCopyMs = 7 * 86_400_000;

/** Removes the copy of the embedded file that the start of a new version has made. */
export const upgradeCopyCleanup: MaintenanceTask = {
  name: 'copy of before an upgrade',
  intervalMs: () => 3_600_000,
  async run({ config, clock, database }) {
    if (database.dialect === 'sqlite')
      removeUpgradeCopies(config.dataDir, clock.now() - Math.min(keptCopyMs, config.retentionMs));
  },
};
