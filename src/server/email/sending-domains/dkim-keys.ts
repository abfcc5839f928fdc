/** DKIM key pairs: RSA with 2,048 bits, which every receiver verifies (RFC 8301). */

import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { DkimKeyRow } from './store.ts';

/** Outside the event loop: it takes a tenth of a second. */
export async function generateDkimKey(
  ctx: ServiceContext,
): Promise<Pick<DkimKeyRow, 'public_key' | 'private_key' | 'created_at'>> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    public_key: publicKey.toString('base64'),
    private_key: ctx.secrets.encrypt(privateKey),
    created_at: ctx.clock.now(),
  };
}
