/**
 * Checks that all processes on one database encrypt secrets with the same key, also while it is replaced by another
 * (`secret-key-rotation.ts`).
 */

import {
  deleteClusterSetting,
  findClusterSetting,
  setClusterSetting,
  setClusterSettingOnce,
} from './database/cluster-settings.ts';
import type { Queries } from './database/database.ts';
import type { ServiceContext } from './service-context.ts';

/**
 * The key cannot be read, or differs from the one that secrets in the database were encrypted with; the message is one
 * sentence.
 */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

/** The fingerprint of the key that secrets are encrypted with. */
const keyName = 'secret-key';
/** While secrets of the key before may be left: its fingerprint, and since when it is not used. */
const leftName = 'secret-key-left';

export type KeyState = { used: string; left: { fingerprint: string; since: number } | null };

/**
 * Compares the keys with the fingerprints in the cluster settings; the first start stores one. Before any secret, so that
 * no work with the wrong key has begun when it is noticed. Where the database still has the key before, that encrypts.
 *
 * @throws WrongSecretKey
 */
export async function checkSecretKey(ctx: ServiceContext): Promise<KeyState> {
  const { database, secrets } = ctx;
  const own = fingerprintsOf(ctx);
  if ((await findClusterSetting(database.read, keyName)) === undefined)
    await database.write((tx) => setClusterSettingOnce(tx, keyName, own.new));
  const state = await readKeyState(database.read);
  const isKnown = (fingerprint: string) => fingerprint === own.new || fingerprint === own.previous;
  if (!isKnown(state.used)) throw new WrongSecretKey(wrongKeyMessage(ctx));
  if (state.left !== null && !isKnown(state.left.fingerprint)) throw new WrongSecretKey(keyLeftMessage(ctx));
  secrets.use(state.used === own.new ? 'new' : 'previous');
  return state;
}

export async function readKeyState(db: Queries): Promise<KeyState> {
  const [fingerprint = '', since = ''] = ((await findClusterSetting(db, leftName)) ?? '').split(' ');
  return {
    used: (await findClusterSetting(db, keyName)) ?? '',
    left: fingerprint === '' ? null : { fingerprint, since: Number(since) },
  };
}

export async function writeKeyState(tx: Queries, { used, left }: KeyState): Promise<void> {
  await setClusterSetting(tx, keyName, used);
  if (left === null) await deleteClusterSetting(tx, leftName);
  else await setClusterSetting(tx, leftName, `${left.fingerprint} ${left.since}`);
}

function fingerprintsOf({ config, secrets }: ServiceContext): { new: string; previous: string | null } {
  try {
    return secrets.fingerprints();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongSecretKey(
      `The key file ${config.dataDir}/secret.key cannot be used: ${reason}; correct that, or set SECRET_KEY.`,
    );
  }
}

function wrongKeyMessage({ config }: ServiceContext): string {
  const own = config.secretKey === null ? 'secret.key in the data folder' : 'SECRET_KEY';
  if (config.previousSecretKey !== null)
    return `Neither ${own} nor SECRET_KEY_PREVIOUS is the key that the secrets in this database were encrypted with.`;
  return config.secretKey === null
    ? 'The secrets in this database were encrypted with another key: set SECRET_KEY to that key, or put its secret.key into the data folder.'
    : 'SECRET_KEY is not the key that the secrets in this database were encrypted with.';
}

function keyLeftMessage({ config }: ServiceContext): string {
  const todo = 'until `npx patchbay secret-key rotate` says that it is no longer needed';
  return config.previousSecretKey === null
    ? `Some secrets in this database are still encrypted with the key before: set SECRET_KEY_PREVIOUS to it ${todo}.`
    : `SECRET_KEY_PREVIOUS is not the key that some secrets in this database are still encrypted with: set it to that one ${todo}.`;
}
