/** By which sending domain an email is signed, and where its bounces go. */

import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Owner, SendingDomainRow } from '../../platform/database/schema/email.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { DkimSigner } from '../mime/dkim.ts';
import { returnPathHost, selectorOf } from './check.ts';
import { domainsOfSender } from './sender-check.ts';
import { findSigners } from './store.ts';

/** `bounceHost` is null while its mail exchanger was not found. */
export type Signer = { dkim: DkimSigner; bounceHost: string | null; row: SendingDomainRow };

/**
 * The domain of the sender, or the closest above it, whose signature is aligned (RFC 7489, section 3.1); else the default one.
 * Null without one that is proven: the exchanger of a return path alone is no proof, as it is the same for all accounts.
 */
export async function findSigner(
  ctx: ServiceContext,
  { account, region, sender }: Owner & { sender: string },
): Promise<Signer | null> {
  const names = domainsOfSender(sender);
  const found = await findSigners(ctx.database.read, { account, region }, names);
  const close = (domain: string) => (names.includes(domain) ? domain.length : 0);
  const [row] = found.sort((a, b) => close(b.domain) - close(a.domain));
  if (row === undefined) return null;
  return {
    dkim: {
      ...{ domain: row.domain, selector: selectorOf(row, row.signing) },
      privateKey: keyOf(ctx, row.private_key),
    },
    bounceHost: row.returns === 1 ? returnPathHost(row) : null,
    row,
  };
}

const maxKeys = 200;
/** Of the domains that sent last, by the key as it is stored. */
const keysOf = perServer(() => new Map<string, KeyObject>());

function keyOf(ctx: ServiceContext, encrypted: string): KeyObject {
  const keys = keysOf(ctx);
  const key = keys.get(encrypted) ?? createPrivateKey(ctx.secrets.decrypt(encrypted));
  keys.delete(encrypted);
  keys.set(encrypted, key);
  const [oldest] = keys.keys();
  if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest);
  return key;
}
