/**
 * Moves all secrets in the database to another key while servers run. They have both keys and encrypt with the previous one
 * until the rotation begins, which they look for; then every text is encrypted again, some at a time, each only if it is still
 * as it was read. So it may be cut off anywhere, and is called again.
 */

import {
  encryptedTexts,
  type Place,
  pageSize,
  readTexts,
  replaceText,
  type TextRow,
} from './database/encrypted-texts.ts';
import { resumable } from './database/storage-fault.ts';
import { Refusal } from './errors.ts';
import { type MaintenanceTask, runWhenDue } from './jobs/maintenance.ts';
import { renewUrl } from './outbound/url-credentials.ts';
import { checkSecretKey, type KeyState, readKeyState, writeKeyState } from './secret-key-check.ts';
import type { ServiceContext } from './service-context.ts';
import { noteReplacedKey } from './signing-keys.ts';

/** How often a server that still encrypts with the previous key looks whether the rotation has begun. */
export const followMs = 5_000;
/** By then every one has noticed: what was encrypted before is looked for once more. */
export const settleMs = 60_000;

/** `unreadable`: by neither key; they are left as they are. */
export type Rotated = { renewed: number; unreadable: number };

/** The sentence at its end, and what comes before by `report`. @throws WrongSecretKey; Refusal without a previous key */
export async function rotateSecretKey(
  ctx: ServiceContext,
  wait: (ms: number) => Promise<void>,
  report: (line: string) => void,
): Promise<string> {
  try {
    return await rotate(ctx, wait, report);
  } catch (error) {
    throw resumable(error);
  }
}

async function rotate(
  ctx: ServiceContext,
  wait: (ms: number) => Promise<void>,
  report: (line: string) => void,
): Promise<string> {
  const { used: before, left } = await checkSecretKey(ctx);
  const { new: used, previous } = ctx.secrets.fingerprints();
  if (previous === null)
    throw new Refusal(
      'conflict',
      'Set SECRET_KEY_PREVIOUS to the key before, in every process, and SECRET_KEY to the new one.',
    );
  const all: Rotated = { renewed: 0, unreadable: 0 };
  const pass = async () => {
    const { renewed, unreadable } = await renewAll(ctx);
    all.renewed += renewed;
    all.unreadable = unreadable;
    return renewed;
  };
  if (before !== used || left !== null) {
    const now = ctx.clock.now();
    const since = before === used && left !== null ? left.since : now;
    const begun: KeyState = { used, left: { fingerprint: previous, since } };
    await ctx.database.write((tx) => writeKeyState(tx, begun));
    ctx.secrets.use('new');
    report('Secrets are encrypted with SECRET_KEY from now on.');
    await pass();
    report(`${all.renewed} are encrypted again. Waiting until every server has noticed.`);
    await wait(Math.max(0, since + settleMs - ctx.clock.now()));
  }
  while ((await pass()) > 0);
  await ctx.database.write(async (tx) => {
    if ((await readKeyState(tx)).used !== used) return;
    await writeKeyState(tx, { used, left: null });
    await noteReplacedKey(tx, ctx);
  });
  if (all.unreadable > 0)
    report(`${all.unreadable} can be decrypted with neither key, and are left as they were.`);
  return `${all.renewed} were encrypted again in all. SECRET_KEY_PREVIOUS is no longer needed: remove it from every process.`;
}

async function renewAll(ctx: ServiceContext, places = encryptedTexts): Promise<Rotated> {
  const found: Rotated = { renewed: 0, unreadable: 0 };
  for (const place of places) {
    let after: TextRow | undefined;
    do {
      const rows = await readTexts(ctx.database.read, place, after);
      for (const row of rows) {
        const renewed = renewText(ctx, place, row.value);
        if (renewed === 'unreadable') found.unreadable += 1;
        else if (renewed !== null) {
          const isNew = await ctx.database.write((tx) => replaceText(tx, place, row, renewed));
          if (isNew) found.renewed += 1;
        }
      }
      after = rows.length < pageSize ? undefined : rows.at(-1);
    } while (after !== undefined);
  }
  return found;
}

const urls = encryptedTexts.filter(({ url, json }) => url === true && json === undefined);

/** Encrypts the user and the password of URLs that an earlier version has stored in clear. */
export const urlSealing: MaintenanceTask = {
  name: 'url-credentials',
  intervalMs: () => sealingMs,
  run: (ctx) =>
    runWhenDue(ctx, { name: 'url-credentials', intervalMs: sealingMs }, () => renewAll(ctx, urls)),
};

/** Null where nothing is to be changed. */
function renewText({ secrets }: ServiceContext, { json, url }: Place, value: string): string | null {
  const renew = url === true ? (text: string) => renewUrl(secrets, text) : secrets.renew;
  try {
    if (json === undefined) return renew(value);
    const content = JSON.parse(value) as Record<string, unknown>;
    const sealed = content[json.field];
    const renewed = typeof sealed === 'string' ? renew(sealed) : null;
    return renewed === null ? null : JSON.stringify({ ...content, [json.field]: renewed });
  } catch {
    return 'unreadable';
  }
}

const sealingMs = 86_400_000;
export type Rotation = { stop(): void };

/** Uses the new key as soon as the rotation has begun. Without a previous key, or once it has, it does nothing. */
export function followRotation(ctx: ServiceContext, { used, left }: KeyState): Rotation {
  const own = ctx.secrets.fingerprints();
  if (used !== own.previous) {
    if (own.previous !== null && left === null)
      ctx.log.warn('SECRET_KEY_PREVIOUS is no longer needed: remove it');
    return { stop() {} };
  }
  ctx.log.warn('Secrets are encrypted with SECRET_KEY_PREVIOUS until `npx patchbay secret-key rotate`');
  const timer = setInterval(async () => {
    // Asked again after a failure of the database.
    const state = await readKeyState(ctx.database.read).catch(() => null);
    if (state?.used !== own.new) return;
    clearInterval(timer);
    ctx.secrets.use('new');
    ctx.log.info('Secrets are encrypted with SECRET_KEY from now on');
  }, followMs);
  return { stop: () => clearInterval(timer) };
}
