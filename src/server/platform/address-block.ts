/** Who counts as one client: an address, or the block of addresses that one client or one network has for itself. */

import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the /64 of an IPv6 address: a client of the latter has all the addresses in it. */
export function clientBlock(address: string): string {
  return blockOf(address, 32, 64);
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address: what one customer of a hosting provider easily has. */
export function networkBlock(address: string): string {
  return blockOf(address, 24, 48);
}

function blockOf(address: string, ipv4Bits: number, ipv6Bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${ipv4Bits}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6Bits}`).toString();
}
