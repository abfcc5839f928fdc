/**
 * Address guard against server-side request forgery (SSRF): outbound requests reach public addresses, and what the
 * operator has allowed.
 *
 * A flow's author writes URLs, and a contact's input is rendered into them, so every address is checked: the literal in
 * the URL, each record of the DNS response, and the peer of the connected socket (DNS rebinding: a name may resolve
 * differently the second time).
 */

import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Agent, buildConnector } from 'undici';
import { InstrumentedAgent } from './instrumented-agent.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A public address that is the metadata service inside one large cloud. */
const METADATA_IN_PUBLIC_SPACE = '168.63.129.16';
/** The global unicast range of IPv6 (RFC 4291). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

export type AddressGuard = {
  /** True when `address`, an IP address in any spelling, may be connected to for host `name`. */
  permits(name: string, address: string): boolean;
};

/** The error of a connection attempt that the guard rejected. */
export class ForbiddenAddress extends Error {
  constructor(name: string) {
    super(`${name} is not a public address and is not named in OUTBOUND_ALLOW`);
    this.name = 'ForbiddenAddress';
  }
}

/**
 * Creates a guard that also permits what `allow` lists: host names (all their addresses), IP addresses, and
 * CIDR ranges.
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const ranges = allow.filter((entry) => ipaddr.isValidCIDR(entry)).map((entry) => ipaddr.parseCIDR(entry));
  const hosts = new Set(allow.filter((entry) => !ipaddr.isValidCIDR(entry)).map(canonicalHost));
  return {
    permits(name, address) {
      if (hosts.has(canonicalHost(name)) || hosts.has(canonicalHost(address))) return true;
      if (!ipaddr.isValid(withoutBrackets(address))) return false;
      const ip = ipaddr.process(withoutBrackets(address));
      return ranges.some((range) => range[0].kind() === ip.kind() && ip.match(range)) || isPublic(ip);
    },
  };
}

function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ip.range() !== 'unicast' || ip.toString() === METADATA_IN_PUBLIC_SPACE) return false;
  return ip.kind() === 'ipv4' || ip.match(GLOBAL_IPV6);
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function canonicalHost(host: string): string {
  const name = withoutBrackets(host).toLowerCase().replace(/\.$/, '');
  return ipaddr.isValid(name) ? ipaddr.process(name).toString() : name;
}

/** Creates an HTTP agent whose connections all pass `guard`. The caller closes it. */
export function createOutboundAgent(guard: AddressGuard): Agent {
  const connector = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new InstrumentedAgent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      const name = options.hostname;
      // A literal is never resolved, so it is checked here.
      if (ipaddr.isValid(withoutBrackets(name)) && !guard.permits(name, name)) {
        callback(new ForbiddenAddress(name), null);
        return;
      }
      connector({ ...options, lookup: guardedLookup(guard) } as typeof options, (error, socket) => {
        if (error !== null) {
          callback(error, null);
        } else if (socket.remoteAddress === undefined || !guard.permits(name, socket.remoteAddress)) {
          socket.destroy();
          callback(new ForbiddenAddress(name), null);
        } else {
          callback(null, socket);
        }
      });
    },
  });
}

/** One forbidden record forbids the name: a name with both kinds is suspicious. */
function guardedLookup(guard: AddressGuard): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, records) => {
      if (error !== null) return callback(error, []);
      const first = records[0];
      if (first === undefined || !records.every(({ address }) => guard.permits(name, address))) {
        return callback(new ForbiddenAddress(name), []);
      }
      if (options.all === true) callback(null, records);
      else callback(null, first.address, first.family);
    });
  };
}
