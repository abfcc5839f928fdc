/** Checklist of a parse setting: whether email to the host name reaches this server and can be posted. */

import { maxEmailBytes } from '#api/email/message.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import {
  exemptionOf,
  type ProofRecord,
  proofRecordOf,
  proveHostname,
} from '../../parse-settings/proof-service.ts';
import { fetchParseSetting, type ParseSettingRow } from '../../parse-settings/service.ts';
import { ownNamesAndAddresses } from '../../smtp/own-addresses.ts';
import {
  type DnsOptions,
  lookupMailExchangers,
  type MailExchanger,
  sendsSmtpGreeting,
  systemDns,
} from '../../smtp/probe.ts';
import { type ListedEmail, listEmails } from '../store/list.ts';
import { listenerPort } from './receive.ts';

/** `unknown`: cannot be determined from here, or has not been tried. */
export type Check = {
  name: 'proof' | 'port' | 'mx' | 'url' | 'size';
  state: 'passed' | 'failed' | 'unknown';
  text: string;
  /** The TXT record that is missing. */
  record?: ProofRecord;
};

export type Checklist = { hostname: string; checks: Check[]; recent: ListedEmail[] };

const recentCount = 5;
/** The SMTP port that other mail servers deliver to. */
const smtpPublicPort = 25;

/**
 * Queries DNS and the local SMTP port, but posts nothing: the URL is judged by the last attempt at posting to it. A proof of
 * the host name that is found is remembered.
 *
 * @throws Refusal when the caller has no setting for that host name
 */
export async function checkParseSetting(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string,
  dns: DnsOptions = systemDns,
): Promise<Checklist> {
  const setting = await fetchParseSetting(ctx, caller, hostname);
  const filter = { status: null, hostname: setting.hostname };
  const [proof, port, mx, { rows }] = await Promise.all([
    checkProof(ctx, setting, dns),
    checkPort(ctx),
    checkMailExchangers(ctx, setting.hostname, dns),
    listEmails(ctx.database.replica, caller, filter, { size: recentCount, from: null }),
  ]);
  const size: Check = {
    name: 'size',
    state: 'passed',
    text: `Emails up to ${maxEmailBytes / 2 ** 20} MB are accepted; larger ones are rejected with 552.`,
  };
  return { hostname: setting.hostname, checks: [proof, port, mx, checkUrl(rows), size], recent: rows };
}

async function checkProof(ctx: ServiceContext, setting: ParseSettingRow, dns: DnsOptions): Promise<Check> {
  const { hostname } = setting;
  const check = { name: 'proof', state: 'passed' } as const;
  const exemption = setting.proven_at === null ? exemptionOf(ctx, hostname) : null;
  if (exemption === 'loopback') {
    return { ...check, text: 'No proof is needed while only this machine can deliver email (SMTP_HOST).' };
  }
  if (exemption === 'allowed')
    return { ...check, text: 'The operator allows this host name (INBOUND_HOSTS).' };
  const state = await proveHostname(ctx, setting, dns);
  if (state === 'proven') return { ...check, text: `${hostname} is proven to be yours.` };
  const record = proofRecordOf(setting.account, hostname);
  return state === 'missing'
    ? {
        ...{ name: 'proof', state: 'failed', record },
        text: `Email to ${hostname} is rejected until this TXT record proves that it is yours.`,
      }
    : {
        ...{ name: 'proof', state: 'unknown', record },
        text: `DNS did not respond for ${record.name}. Email is rejected until this TXT record is found.`,
      };
}

async function checkPort(ctx: ServiceContext): Promise<Check> {
  const name = 'port';
  const port = listenerPort(ctx).value;
  if (port === null) {
    return {
      name,
      state: 'failed',
      text: 'This process receives no email: SMTP_PORT is off, or the port was in use.',
    };
  }
  const { host: address } = ctx.config.smtp;
  const reachable = ['0.0.0.0', '::'].includes(address) ? '127.0.0.1' : address;
  if (!(await sendsSmtpGreeting(reachable, port))) {
    return { name, state: 'failed', text: `There is no SMTP greeting on ${reachable} port ${port}.` };
  }
  const beyond =
    port === smtpPublicPort ? '' : ` Mail servers deliver to port ${smtpPublicPort}: forward it there.`;
  const local = reachable.startsWith('127.') || reachable === '::1' || reachable === 'localhost';
  const reach =
    local && reachable === address
      ? ' Only this machine can reach it: SMTP_HOST sets the address to listen on.'
      : '';
  return { name, state: 'passed', text: `Email is received on ${address} port ${port}.${beyond}${reach}` };
}

async function checkMailExchangers(ctx: ServiceContext, hostname: string, dns: DnsOptions): Promise<Check> {
  const name = 'mx';
  const exchanges = await lookupMailExchangers(hostname, dns);
  if (exchanges === null) {
    return { name, state: 'unknown', text: `DNS did not respond for ${hostname}.` };
  }
  const [first] = exchanges;
  if (first === undefined) return { name, state: 'failed', text: `${hostname} has no MX record.` };
  if (exchanges.every((each) => each.name === '')) {
    return { name, state: 'failed', text: `The MX of ${hostname} is a null MX: the host accepts no email.` };
  }
  const ownAddresses = await ownNamesAndAddresses(ctx, dns);
  const pointsHere = ({ name: exchange, addresses }: MailExchanger) =>
    ownAddresses.has(exchange) || addresses.some((address) => ownAddresses.has(address));
  if (exchanges.some(pointsHere)) {
    return {
      name,
      state: 'passed',
      text: `The MX of ${hostname} points to this server: ${formatExchangers(exchanges)}.`,
    };
  }
  const state = first.addresses.length === 0 ? 'failed' : 'unknown';
  const why = state === 'failed' ? 'which has no address' : 'which is not a known address of this server';
  return { name, state, text: `The MX of ${hostname} is ${formatExchangers(exchanges)}, ${why}.` };
}

function formatExchangers(exchanges: readonly MailExchanger[]): string {
  return exchanges
    .map(({ name, addresses }) => (addresses.length === 0 ? name : `${name} (${addresses.join(', ')})`))
    .join('; ');
}

function checkUrl(mails: readonly ListedEmail[]): Check {
  const name = 'url';
  const last = mails.find((mail) => mail.last !== null)?.last ?? null;
  if (last === null) return { name, state: 'unknown', text: 'Nothing has been posted to the URL yet.' };
  if (last.problem === null) return { name, state: 'passed', text: `The receiver answered ${last.status}.` };
  return { name, state: 'failed', text: last.problem };
}
