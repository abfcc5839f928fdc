/** Delivers to the mail exchangers of a recipient's domain (RFC 5321, section 5.1), over TLS where they offer it. */

import type { TLSSocket } from 'node:tls';
import type { Agent } from 'undici';
import { type AddressGuard, ForbiddenAddress } from '../../platform/outbound/address-guard.ts';
import { sendRequest } from '../../platform/outbound/client.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { toAsciiHostname } from '../validation/host-name.ts';
import { defaultTimeouts, oneLine, type RelayedMessage, type SmtpReply, sendOver } from './client.ts';
import { permitsExchanger, StsPolicies, type StsPolicy } from './mta-sts.ts';
import { type DnsOptions, findAddresses, lookupMailExchangers, type MailExchanger } from './probe.ts';
import { RecentMap } from './recent.ts';
import {
  connectToRelay,
  type ExchangerTls,
  type RelayConnection,
  RelayConnectionPool,
  TlsFailed,
} from './relay-pool.ts';

export type DirectOptions = {
  dns: DnsOptions;
  port: number;
  guard: AddressGuard;
  /** The guarded HTTP client, for policies. */
  agent: Agent;
  /** Of the MTA-STS policy of a domain. */
  policyUrl(domain: string): string;
  /** What this server calls itself; null for the host name of the machine. */
  hello: string | null;
  /** PEM of the certification authority that counts instead of those of the system. */
  ca?: string;
};

/** One address of an exchanger. */
type Target = { name: string; address: string };

/** Where the email for a domain goes, or why nowhere: a reply in the place of the one that no server gave. */
type Route = { exchangers: MailExchanger[] } | { reply: SmtpReply };

const maxRoutes = 1_000;
const routeMs = 5 * 60_000;
/** Addresses that are tried for one email: each may take as long as a connection may. */
const maxTargets = 4;
const maxAddressesOfOne = 2;
/** Exchangers with idle connections. */
const maxPools = 50;
const policyTimeoutMs = 10_000;
const maxPolicyBytes = 64 * 1024;

export class DirectDelivery {
  readonly #ctx: Pick<ServiceContext, 'clock' | 'log' | 'random'>;
  readonly options: DirectOptions;
  readonly #routes = new RecentMap<{ route: Route; until: number }>(maxRoutes);
  readonly #pools = new RecentMap<RelayConnectionPool>(maxPools, (pool) => pool.close());
  readonly #policies = new StsPolicies((domain) => this.#fetchPolicy(domain));

  constructor(ctx: Pick<ServiceContext, 'clock' | 'log' | 'random'>, options: DirectOptions) {
    this.#ctx = ctx;
    this.options = options;
  }

  /** Rejects only where composing for seven bits does. A reply without a code is transient, and says why there was none. */
  async send(message: RelayedMessage): Promise<SmtpReply> {
    const domain = toAsciiHostname(message.recipient.slice(message.recipient.lastIndexOf('@') + 1));
    // The name becomes a part of URLs. An address in brackets is none.
    if (!/^[a-z0-9.-]{1,253}$/.test(domain))
      return refused('553 5.1.3 The domain of the address is no host name');
    const route = await this.#findRoute(domain);
    if ('reply' in route) return route.reply;
    const policy = await this.#policies.find(domain, this.options.dns, this.#ctx.clock.now());
    const permitted = this.#permitted(domain, route.exchangers, policy);
    if (permitted.length === 0) {
      const names = route.exchangers.map(({ name }) => name).join(', ');
      return failed(`The MTA-STS policy of ${domain} permits none of its mail exchangers (${names})`);
    }
    const { targets, problem } = this.#targetsOf(permitted);
    let last = problem;
    for (const target of targets) {
      const connection = await this.#connect(domain, target, policy);
      if (typeof connection !== 'string') return this.#sendOver(connection, target, { message, policy });
      last = connection;
    }
    return failed(last ?? `The mail exchangers of ${domain} have no address`);
  }

  /** Closes idle connections. */
  close(): void {
    this.#pools.clear();
    void this.options.agent.destroy();
  }

  async #findRoute(domain: string): Promise<Route> {
    const now = this.#ctx.clock.now();
    const known = this.#routes.get(domain);
    if (known !== undefined && now < known.until) return known.route;
    const route = await this.#lookUpRoute(domain);
    // Where DNS did not respond, it is asked again for the next email.
    if ('exchangers' in route || route.reply.code !== null)
      this.#routes.set(domain, { route, until: now + routeMs });
    return route;
  }

  async #lookUpRoute(domain: string): Promise<Route> {
    const { dns } = this.options;
    const found = await lookupMailExchangers(domain, dns);
    if (found === null) return { reply: failed(`DNS did not respond for the mail exchangers of ${domain}`) };
    const exchangers = found.filter(({ name }) => name !== '');
    if (exchangers.length > 0) {
      // Those of the same preference share the email (RFC 5321, section 5.1).
      const drawn = exchangers.map((exchanger) => ({ exchanger, draw: this.#ctx.random() }));
      drawn.sort((a, b) => a.exchanger.priority - b.exchanger.priority || a.draw - b.draw);
      return { exchangers: drawn.map(({ exchanger }) => exchanger) };
    }
    if (found.length > 0) return { reply: refused(`556 5.1.10 ${domain} accepts no email (null MX)`) };
    // Without an exchanger the domain is its own.
    const addresses = await findAddresses(domain, dns);
    if (addresses === null) return { reply: failed(`DNS did not respond for the address of ${domain}`) };
    if (addresses.length > 0) return { exchangers: [{ name: domain, priority: 0, addresses }] };
    return { reply: refused(`550 5.1.2 ${domain} has no mail exchanger and no address`) };
  }

  #permitted(domain: string, exchangers: MailExchanger[], policy: StsPolicy | null): MailExchanger[] {
    if (policy === null) return exchangers;
    const permitted = exchangers.filter(({ name }) => permitsExchanger(policy, name));
    if (policy.mode === 'enforce') return permitted;
    if (permitted.length < exchangers.length) {
      const others = exchangers.filter((each) => !permitted.includes(each)).map(({ name }) => name);
      this.#ctx.log.warn({ domain, exchangers: others }, 'MTA-STS policy, testing: exchangers are not in it');
    }
    return exchangers;
  }

  #targetsOf(exchangers: readonly MailExchanger[]): { targets: Target[]; problem: string | null } {
    const { guard } = this.options;
    const targets: Target[] = [];
    let problem: string | null = null;
    for (const { name, addresses } of exchangers) {
      // As for HTTP: one forbidden address forbids the name.
      if (addresses.every((address) => guard.permits(name, address)))
        targets.push(...addresses.slice(0, maxAddressesOfOne).map((address) => ({ name, address })));
      else problem = new ForbiddenAddress(name).message;
    }
    return { targets: targets.slice(0, maxTargets), problem };
  }

  /** A connection, or why there is none. */
  async #connect(
    domain: string,
    target: Target,
    policy: StsPolicy | null,
  ): Promise<RelayConnection | string> {
    const idle = await this.#poolOf(target, policy).acquire();
    if (idle !== null) return idle;
    const isVerified = policy?.mode === 'enforce';
    const { name, address } = target;
    try {
      const connection = await this.#open(target, isVerified ? 'verified' : 'opportunistic');
      if (policy?.mode === 'testing' && !isAuthorized(connection))
        this.#ctx.log.warn(
          { domain, exchanger: name },
          'MTA-STS policy, testing: exchanger has no valid TLS',
        );
      return connection;
    } catch (error) {
      const reason = reasonOf(error);
      if (!(error instanceof TlsFailed)) return `${name} (${address}): ${reason}`;
      if (isVerified)
        return `${name} has no valid TLS, which the MTA-STS policy of ${domain} requires: ${reason}`;
      // Opportunistic: better without than not at all (RFC 7435).
      return this.#open(target, 'none').catch((other: unknown) => `${name} (${address}): ${reasonOf(other)}`);
    }
  }

  #open({ name, address }: Target, tls: ExchangerTls['mode']): Promise<RelayConnection> {
    const { port, hello, ca } = this.options;
    return connectToRelay(
      {
        ...{ host: address, port, secure: false, auth: null, allowsInsecureAuth: false },
        exchanger: { name, hello, mode: tls, ...(ca !== undefined && { ca }) },
      },
      defaultTimeouts,
    );
  }

  #sendOver(
    connection: RelayConnection,
    target: Target,
    { message, policy }: { message: RelayedMessage; policy: StsPolicy | null },
  ): Promise<SmtpReply> {
    return sendOver(this.#poolOf(target, policy), connection, message);
  }

  /** Connections that were verified stay apart from others. */
  #poolOf({ name, address }: Target, policy: StsPolicy | null): RelayConnectionPool {
    const key = `${policy?.mode === 'enforce'} ${name} ${address}`;
    const pool = this.#pools.get(key) ?? new RelayConnectionPool();
    this.#pools.set(key, pool);
    return pool;
  }

  async #fetchPolicy(domain: string): Promise<string | null> {
    const { agent, policyUrl } = this.options;
    const outcome = await sendRequest(agent, {
      ...{ method: 'GET', url: policyUrl(domain), headers: {}, body: null },
      // A redirect is no policy (RFC 8461, section 3.3).
      ...{ timeout_ms: policyTimeoutMs, max_bytes: maxPolicyBytes, follow: false },
    });
    const problem = !outcome.ok
      ? outcome.reason
      : outcome.response.status === 200 &&
          /^text\/plain\b/i.test(outcome.response.headers['content-type'] ?? '')
        ? null
        : `The response was ${outcome.response.status}, or no plain text`;
    if (problem === null && outcome.ok) return outcome.response.body;
    this.#ctx.log.warn({ domain, problem }, 'MTA-STS policy could not be read');
    return null;
  }
}

const failed = (text: string): SmtpReply => ({ code: null, text: oneLine(text), tls: false });

const refused = (text: string): SmtpReply => ({ code: Number(text.slice(0, 3)), text, tls: false });

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function isAuthorized({ smtp }: RelayConnection): boolean {
  return smtp.secure && (smtp as unknown as { _socket?: TLSSocket })._socket?.authorized === true;
}
