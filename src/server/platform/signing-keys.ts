/**
 * The keys that have signed for this installation: those that follow from the keys of the settings, and those before them. When
 * SECRET_KEY is replaced, the new key signs the public key of the one before, so that the database alone cannot add one.
 */

import { createPublicKey, verify } from 'node:crypto';
import { findClusterSetting, setClusterSetting } from './database/cluster-settings.ts';
import type { Queries } from './database/database.ts';
import type { ServiceContext } from './service-context.ts';

const settingName = 'signing-keys';
const maxKeys = 100;

/** Base64, as `SecretCipher` has them; in the database there may be anything. */
type ReplacedKey = { public_key: string; by: string; signature: string } | null;

const statement = (publicKey: string) => `patchbay replaced the signing key ${publicKey}`;

/** In the transaction that ends a rotation. */
export async function noteReplacedKey(tx: Queries, { secrets }: ServiceContext): Promise<void> {
  const [by = '', ...before] = secrets.publicKeys();
  const known = await readReplaced(tx);
  const added = before
    .filter((key) => !known.some((each) => each?.public_key === key && each.by === by))
    .map((public_key) => ({ public_key, by, signature: secrets.sign(statement(public_key)).signature }));
  await setClusterSetting(tx, settingName, JSON.stringify([...added, ...known].slice(0, maxKeys)));
}

export async function signingKeys({ database, secrets }: ServiceContext): Promise<ReadonlySet<string>> {
  const keys = new Set(secrets.publicKeys());
  // The newest stands first, so each is known before those that it replaced.
  for (const key of await readReplaced(database.read))
    if (key && keys.has(key.by) && isSignedBy(key.by, statement(key.public_key), key.signature))
      keys.add(key.public_key);
  return keys;
}

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

async function readReplaced(db: Queries): Promise<ReplacedKey[]> {
  try {
    return [JSON.parse((await findClusterSetting(db, settingName)) ?? '[]') as ReplacedKey[]].flat();
  } catch {
    return [];
  }
}
