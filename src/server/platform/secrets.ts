/** Encrypts secrets that must be read again (carrier tokens, signing keys) with AES-256-GCM, for the database. */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { makeFilePrivateIfExists, makeFolderPrivate } from './private-files.ts';

export type SecretCipher = {
  /** Base64 of initialization vector, authentication tag and ciphertext; another text at each call. */
  encrypt(secret: string): string;
  /** @throws when the text was encrypted with another key than the two of the settings, or is damaged */
  decrypt(encrypted: string): string;
  /** The secret encrypted with the new key; null where it is already. @throws as `decrypt` */
  renew(encrypted: string): string | null;
  /** Encrypts with that key from now on; at first with the new one. */
  use(key: 'new' | 'previous'): void;
  /** A digest of each key: equal for equal keys, without revealing them. */
  fingerprints(): { new: string; previous: string | null };
  /** HMAC-SHA-256 by the key, hexadecimal. */
  digest(text: string): string;
  /** Ed25519 by a key that follows from the key; base64. */
  sign(text: string): { signature: string; publicKey: string };
  /** The public keys of `sign`, base64: first that of now, then that of the other key of the settings. */
  publicKeys(): readonly string[];
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key is SECRET_KEY; where that is not set, a file next to the embedded database, created when it is first needed. With
 * SECRET_KEY_PREVIOUS there are two, each of which decrypts. `random` gives that many random bytes.
 */
export function createSecretCipher(
  config: Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>,
  random: (bytes: number) => Buffer,
): SecretCipher {
  const { previousSecretKey } = config;
  const previous = previousSecretKey === null ? null : hash('sha256', previousSecretKey, 'buffer');
  let read: Buffer | undefined;
  const newKey = () => {
    read ??= hash('sha256', config.secretKey ?? readOrCreateKeyFile(config.dataDir, random), 'buffer');
    return read;
  };
  let used: 'new' | 'previous' = 'new';
  const usedKey = () => (used === 'previous' && previous !== null ? previous : newKey());
  const derived = (purpose: string, key = usedKey()) =>
    Buffer.from(hkdfSync('sha256', key, '', `patchbay ${purpose}`, 32));
  const signingKey = (key = usedKey()) => {
    const der = Buffer.concat([ed25519Prefix, derived('signature', key)]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  };
  const encryptWith = (key: Buffer, secret: string) => {
    const iv = random(ivBytes);
    const cipher = createCipheriv(algorithm, key, iv);
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
  };
  return {
    encrypt: (secret) => encryptWith(usedKey(), secret),
    decrypt(encrypted) {
      if (previous === null) return decryptWith(newKey(), encrypted);
      return decryptIfBy(newKey(), encrypted) ?? decryptWith(previous, encrypted);
    },
    renew(encrypted) {
      if (decryptIfBy(newKey(), encrypted) !== null) return null;
      return encryptWith(newKey(), decryptWith(previous ?? newKey(), encrypted));
    },
    use(key) {
      used = key;
    },
    digest: (text) => createHmac('sha256', derived('digest')).update(text).digest('hex'),
    sign(text) {
      const key = signingKey();
      return {
        signature: sign(null, Buffer.from(text), key).toString('base64'),
        publicKey: publicKeyOf(key),
      };
    },
    publicKeys() {
      const other = used === 'previous' ? newKey() : previous;
      return [usedKey(), ...(other === null ? [] : [other])].map((key) => publicKeyOf(signingKey(key)));
    },
    fingerprints: () => ({
      new: fingerprintOf(newKey()),
      previous: previous === null ? null : fingerprintOf(previous),
    }),
  };
}

const publicKeyOf = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

function decryptWith(key: Buffer, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

function decryptIfBy(key: Buffer, encrypted: string): string | null {
  try {
    return decryptWith(key, encrypted);
  } catch {
    return null;
  }
}

const fingerprintOf = (key: Buffer) =>
  hash('sha256', Buffer.concat([Buffer.from('patchbay fingerprint '), key])).slice(0, 32);

/** Processes that start together on one folder use the file that was created first. */
function readOrCreateKeyFile(folder: string, random: (bytes: number) => Buffer): string {
  const file = join(folder, 'secret.key');
  makeFolderPrivate(folder);
  try {
    writeFileSync(file, random(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  makeFilePrivateIfExists(file);
  return readFileSync(file, 'utf8').trim();
}
