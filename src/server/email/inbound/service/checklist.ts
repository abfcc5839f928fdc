/** Checklist of a parse setting: whether email to the host name reaches this server and can be posted. */

import { networkInterfaces } from 'node:os';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { fetchParseSetting } from '../../parse-settings/service.ts';
import {
  type DnsOptions,
  lookupAddresses,
  lookupMailExchangers,
  type MailExchanger,
  sendsSmtpGreeting,
  systemDns,
} from '../../smtp/probe.ts';
import { type ListedEmail, listEmails } from '../store/list.ts';
import { listenerPort, maxMessageBytes } from './receive.ts';

/** `unknown`: cannot be determined from here, or has not been tried. */
export type Check = {
  name: 'port' | 'mx' | 'url' | 'size';
  state: 'passed' | 'failed' | 'unknown';
  text: string;
};

export type Checklist = { hostname: string; checks: Check[]; recent: ListedEmail[] };

const recentCount = 5;
/** The SMTP port that other mail servers deliver to. */
const smtpPublicPort = 25;

/**
 * Queries DNS and the local SMTP port, but posts nothing: the URL is judged by the last attempt at posting to it.
 * @throws Refusal when the caller has no setting for that host name
 */
export async function checkParseSetting(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string,
  system: DnsOptions = systemDns,
): Promise<Checklist> {
  const setting = await fetchParseSetting(ctx, caller, hostname);
  const filter = { status: null, hostname: setting.hostname };
  const [port, mx, { rows }] = await Promise.all([
    checkPort(ctx),
    checkMailExchangers(ctx, setting.hostname, system),
    listEmails(ctx.database.read, caller, filter, { size: recentCount, from: null }),
  ]);
  const size: Check = {
    name: 'size',
    state: 'passed',
    text: `Mails up to ${maxMessageBytes / 2 ** 20} MB are taken; larger ones are refused with 552.`,
  };
  return { hostname: setting.hostname, checks: [port, mx, checkUrl(rows), size], recent: rows };
}

async function checkPort(ctx: ServiceContext): Promise<Check> {
  const name = 'port';
  const port = listenerPort(ctx).value;
  if (port === null) {
    return { name, state: 'failed', text: 'This process takes no mail: SMTP_PORT is off or was not free.' };
  }
  const { host: address } = ctx.config.smtp;
  const near = ['0.0.0.0', '::'].includes(address) ? '127.0.0.1' : address;
  if (!(await sendsSmtpGreeting(near, port))) {
    return { name, state: 'failed', text: `Nobody greets on ${near} port ${port}.` };
  }
  const beyond =
    port === smtpPublicPort ? '' : ` Mail servers deliver to port ${smtpPublicPort}: forward it there.`;
  const local = near.startsWith('127.') || near === '::1' || near === 'localhost';
  const reach =
    local && near === address ? ' Only this machine can reach it: SMTP_HOST says where to listen.' : '';
  return { name, state: 'passed', text: `Mail is taken on ${address} port ${port}.${beyond}${reach}` };
}

async function checkMailExchangers(
  ctx: ServiceContext,
  hostname: string,
  system: DnsOptions,
): Promise<Check> {
  const name = 'mx';
  const exchanges = await lookupMailExchangers(hostname, system);
  if (exchanges === null) {
    return { name, state: 'unknown', text: `The name system did not answer for ${hostname}.` };
  }
  const [first] = exchanges;
  if (first === undefined) return { name, state: 'failed', text: `${hostname} has no MX record.` };
  if (exchanges.every((each) => each.name === '')) {
    return { name, state: 'failed', text: `The MX of ${hostname} says that it takes no mail.` };
  }
  const here = await ownNamesAndAddresses(ctx, system);
  const leadsHere = ({ name: exchange, addresses }: MailExchanger) =>
    here.has(exchange) || addresses.some((address) => here.has(address));
  if (exchanges.some(leadsHere)) {
    return {
      name,
      state: 'passed',
      text: `The MX of ${hostname} leads here: ${formatExchangers(exchanges)}.`,
    };
  }
  const state = first.addresses.length === 0 ? 'failed' : 'unknown';
  const why =
    state === 'failed' ? 'which has no address' : 'whose address is none that this machine knows as its own';
  return { name, state, text: `The MX of ${hostname} is ${formatExchangers(exchanges)}, ${why}.` };
}

function formatExchangers(exchanges: readonly MailExchanger[]): string {
  return exchanges
    .map(({ name, addresses }) => (addresses.length === 0 ? name : `${name} (${addresses.join(', ')})`))
    .join('; ');
}

/** Names and addresses of this server, as far as it knows them. */
async function ownNamesAndAddresses(ctx: ServiceContext, system: DnsOptions): Promise<Set<string>> {
  const { hostname } = new URL(ctx.publicUrl());
  const local = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outward = local.filter(({ internal }) => !internal).map(({ address }) => address);
  return new Set([hostname, ...(await lookupAddresses(hostname, system)), ...outward]);
}

function checkUrl(mails: readonly ListedEmail[]): Check {
  const name = 'url';
  const last = mails.find((mail) => mail.last !== null)?.last ?? null;
  if (last === null) return { name, state: 'unknown', text: 'Nothing has been posted to the URL yet.' };
  if (last.problem === null) return { name, state: 'passed', text: `The receiver answered ${last.status}.` };
  return { name, state: 'failed', text: last.problem };
}
