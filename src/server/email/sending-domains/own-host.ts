/** What this server is called in the DNS records of sending domains. */

import ipaddr from 'ipaddr.js';
import type { ServiceContext } from '../../platform/service-context.ts';

/** The host that mail exchangers of return paths name; null where PUBLIC_URL has none that others can find. */
export function ownMailHost(ctx: ServiceContext): string | null {
  const { hostname } = new URL(ctx.publicUrl());
  return isPublicName(hostname) ? hostname : null;
}

const isPublicName = (host: string) => host.includes('.') && !ipaddr.isValid(host.replaceAll(/[[\]]/g, ''));

/**
 * The SPF mechanisms (RFC 7208, section 5) of whatever sends the email: SENDING_SPF, or else the relay, or the host of this
 * server where the relay is on its own machine or network; null where that has no name that others can find.
 */
export function ownSpfMechanisms(ctx: ServiceContext): readonly string[] | null {
  const { sendingSpf, smtpRelay } = ctx.config;
  if (sendingSpf !== null) return sendingSpf;
  const relay = smtpRelay?.host ?? '';
  if (ipaddr.isValid(relay) && ipaddr.process(relay).range() === 'unicast')
    return [`${ipaddr.process(relay).kind().replace('v', '')}:${relay}`];
  const host = isPublicName(relay) ? relay : ownMailHost(ctx);
  return host === null ? null : [`a:${host}`];
}
