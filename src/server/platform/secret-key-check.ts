/** Sees to it that all processes on one database seal secrets with the same key. */

import { findClusterSetting, setClusterSettingOnce } from './database/cluster-settings.ts';
import type { ServiceContext } from './service-context.ts';

/** The key is another one than the secrets in the database were sealed with; the message is one sentence. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

const settingName = 'secret-key';

/**
 * Compares the key with the one that the first secret was sealed with. While there is no secret nothing is
 * compared; the first use of the key then settles which one it is.
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
    const settle = async () => {
      const settled = await database.write((tx) =>
        setClusterSettingOnce(tx, settingName, vault.fingerprint()),
      );
      if (settled !== vault.fingerprint()) ctx.log.fatal(wrongKeyMessage(ctx));
    };
    settle().catch((error: unknown) => ctx.log.error({ err: error }, 'The key could not be noted'));
  });
}

function wrongKeyMessage({ config }: ServiceContext): string {
  return config.secretKey === null
    ? 'The secrets in this database were sealed with another key: set SECRET_KEY to that key, or put its secret.key into the data folder.'
    : 'SECRET_KEY is not the key that the secrets in this database were sealed with.';
}
