/** Checks that all processes on one database encrypt secrets with the same key. */

import { findClusterSetting, setClusterSettingOnce } from './database/cluster-settings.ts';
import type { ServiceContext } from './service-context.ts';

/**
 * The key cannot be read, or differs from the one that secrets in the database were encrypted with; the message is one
 * sentence.
 */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

const settingName = 'secret-key';

/**
 * Compares the key with the fingerprint in the cluster settings, which the first start stores. Before any secret, so that
 * no work with the wrong key has begun when it is noticed.
 *
 * @throws WrongSecretKey
 */
export async function checkSecretKey(ctx: ServiceContext): Promise<void> {
  const { database } = ctx;
  const own = fingerprintOf(ctx);
  const known =
    (await findClusterSetting(database.read, settingName)) ??
    (await database.write((tx) => setClusterSettingOnce(tx, settingName, own)));
  if (known !== own) throw new WrongSecretKey(wrongKeyMessage(ctx));
}

function fingerprintOf({ config, secrets }: ServiceContext): string {
  try {
    return secrets.fingerprint();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongSecretKey(
      `The key file ${config.dataDir}/secret.key cannot be used: ${reason}; correct that, or set SECRET_KEY.`,
    );
  }
}

function wrongKeyMessage({ config }: ServiceContext): string {
  return config.secretKey === null
    ? 'The secrets in this database were encrypted with another key: set SECRET_KEY to that key, or put its secret.key into the data folder.'
    : 'SECRET_KEY is not the key that the secrets in this database were encrypted with.';
}
