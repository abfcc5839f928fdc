/**
 * Which places of the network a flow may reach: public addresses, and what the operator has named.
 *
 * A flow's author writes URLs, and a contact's words are filled into them, so every address is suspect
 * until proven public: the literal in the URL, each answer of the name server, and the peer of the
 * socket that was really opened (a name may answer differently the second time).
 */

import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Agent, buildConnector } from 'undici';
import { InstrumentedAgent } from './instrumented-agent.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Public by its number, but inside one large cloud it answers with the machine's own secrets. */
const METADATA_IN_PUBLIC_SPACE = '168.63.129.16';
/** The only part of IPv6 that is given out for the open internet. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

export type AddressGuard = {
  /** True when `address`, an IP address in any spelling, may be spoken with on behalf of host `name`. */
  permits(name: string, address: string): boolean;
};

/** Thrown into a connection attempt that the guard stopped. */
export class ForbiddenAddress extends Error {
  constructor(name: string) {
    super(`${name} is not a public address and is not named in OUTBOUND_ALLOW`);
    this.name = 'ForbiddenAddress';
  }
}

/**
 * Makes a guard that also permits what `allow` names: host names (all their addresses), IP addresses, and
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

/** Makes an HTTP agent whose connections all pass `guard`. Close it when the process ends. */
export function createOutboundAgent(guard: AddressGuard): Agent {
  const connector = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new InstrumentedAgent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      const name = options.hostname;
      // A literal is never looked up, so it is judged here.
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

/** One forbidden answer spoils the name: a name that has both kinds is trying something. */
function guardedLookup(guard: AddressGuard): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, answers) => {
      if (error !== null) return callback(error, []);
      const first = answers[0];
      if (first === undefined || !answers.every(({ address }) => guard.permits(name, address))) {
        return callback(new ForbiddenAddress(name), []);
      }
      if (options.all === true) callback(null, answers);
      else callback(null, first.address, first.family);
    });
  };
}
