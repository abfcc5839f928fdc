/** Key pairs that sign webhook posts: ECDSA on P-256. */

import { generateKeyPairSync } from 'node:crypto';
import type { ServiceContext } from '../../platform/service-context.ts';

/** `public_key` is base64 of the SPKI encoding, without PEM framing; `private_key` is sealed. */
export type SigningKeys = { public_key: string; private_key: string };

export function generateSigningKeys(ctx: ServiceContext): SigningKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { public_key: publicKey.toString('base64'), private_key: ctx.secrets.encrypt(privateKey) };
}

export const noSigningKeys = { public_key: null, private_key: null } as const;
