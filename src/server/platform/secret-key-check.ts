/** Checks that all processes on one database encrypt secrets with the same key. */

import { findClusterSetting, setClusterSettingOnce } from './database/cluster-settings.ts';
import type { ServiceContext } from './service-context.ts';

/** The key differs from the one that secrets in the database were encrypted with; the message is one sentence. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

const settingName = 'secret-key';

/**
 * Compares the key with the fingerprint in the cluster settings. While there is no secret, nothing is compared; the
 * first use of the key then stores its fingerprint.
 *
 * @throws WrongSecretKey
 */
export async function checkSecretKey(ctx: ServiceContext): Promise<void> {
  const { database, secrets: vault } = ctx;
  const known = await findClusterSetting(database.read, settingName);
  if (known !== undefined) {
    if (known !== vault.fingerprint()) throw new WrongSecretKey(wrongKeyMessage(ctx));
    return;
  }
  vault.onFirstUse(() => {
    const storeFingerprint = async () => {
      const stored = await database.write((tx) =>
        setClusterSettingOnce(tx, settingName, vault.fingerprint()),
      );
      if (stored !== vault.fingerprint()) ctx.log.fatal(wrongKeyMessage(ctx));
    };
    storeFingerprint().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'The fingerprint of the key could not be stored'),
    );
  });
}

function wrongKeyMessage({ config }: ServiceContext): string {
  return config.secretKey === null
    ? 'The secrets in this database were encrypted with another key: set SECRET_KEY to that key, or put its secret.key into the data folder.'
    : 'SECRET_KEY is not the key that the secrets in this database were encrypted with.';
}
