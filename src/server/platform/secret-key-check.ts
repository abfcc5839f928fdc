/** Sees to it that all processes on one database seal secrets with the same key. */

import { agreementOn, agreeOn } from './database/cluster-settings.ts';
import type { ServiceContext } from './service-context.ts';

/** The key is another one than the secrets in the database were sealed with; the message is one sentence. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

const name = 'secret-key';

/**
 * Compares the key with the one that the first secret was sealed with. While there is no secret nothing is
 * compared; the first use of the key then settles which one it is.
 *
 * @throws WrongSecretKey
 */
export async function guardSecretKey(ctx: ServiceContext): Promise<void> {
  const { database, vault } = ctx;
  const known = await agreementOn(database.read, name);
  if (known !== undefined) {
    if (known !== vault.fingerprint()) throw new WrongSecretKey(sentence(ctx));
    return;
  }
  vault.onFirstUse(() => {
    const settle = async () => {
      const settled = await database.write((tx) => agreeOn(tx, name, vault.fingerprint()));
      if (settled !== vault.fingerprint()) ctx.log.fatal(sentence(ctx));
    };
    settle().catch((error: unknown) => ctx.log.error({ err: error }, 'The key could not be noted'));
  });
}

function sentence({ config }: ServiceContext): string {
  return config.secretKey === null
    ? 'The secrets in this database were sealed with another key: set SECRET_KEY to that key, or put its secret.key into the data folder.'
    : 'SECRET_KEY is not the key that the secrets in this database were sealed with.';
}
