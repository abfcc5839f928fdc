/** Routes: /v3/whitelabel/domains. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/sending-domains.ts';
import type {
  DkimKey,
  DomainRecord,
  DomainRecordName,
  DomainValidation,
  SendingDomain,
  WarmUp,
} from '#api/email/sending-domains.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { dkimHost, dkimName, returnPathHost, selectorOf } from './check.ts';
import { dkimRecord, joinSpf, type RecordChecks, unchecked } from './dns-records.ts';
import { numberOfAccount } from './numbers.ts';
import { ownMailHost, ownSpfMechanisms } from './own-host.ts';
import * as service from './service.ts';
import { warmUpsOf } from './warm-up-service.ts';

export function sendingDomainRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createSendingDomain, async ({ caller, body }) =>
    presentOne(ctx, caller, await service.createDomain(ctx, caller, body)),
  );
  emailRoute(app, operations.listSendingDomains, async ({ caller, query }) =>
    presentAll(ctx, caller, await service.listDomains(ctx, caller, query)),
  );
  emailRoute(app, operations.fetchDefaultSendingDomain, async ({ caller, query }) =>
    presentOne(ctx, caller, await service.fetchDefaultDomain(ctx, caller, query.domain)),
  );
  emailRoute(app, operations.fetchSendingDomain, async ({ caller, params }) =>
    presentOne(ctx, caller, await service.fetchDomain(ctx, caller, params.domain_id)),
  );
  emailRoute(app, operations.updateSendingDomain, async ({ caller, params, body }) =>
    presentOne(ctx, caller, await service.updateDomain(ctx, caller, params.domain_id, body)),
  );
  emailRoute(app, operations.deleteSendingDomain, async ({ caller, params }) => {
    await service.deleteDomain(ctx, caller, params.domain_id);
  });
  emailRoute(app, operations.validateSendingDomain, async ({ caller, params }) =>
    presentValidation(
      await presentOne(ctx, caller, await service.validateDomain(ctx, caller, params.domain_id)),
    ),
  );
  emailRoute(app, operations.rotateSendingDomain, async ({ caller, params }) =>
    presentOne(ctx, caller, await service.rotateKey(ctx, caller, params.domain_id)),
  );
}

async function presentAll(
  ctx: ServiceContext,
  owner: Owner,
  domains: readonly service.DomainWithKeys[],
): Promise<SendingDomain[]> {
  const warmUps = await warmUpsOf(
    ctx,
    owner,
    domains.map(({ row }) => row),
  );
  return domains.map((domain) => present(ctx, domain, warmUps.get(domain.row.id) ?? null));
}

async function presentOne(ctx: ServiceContext, owner: Owner, domain: service.DomainWithKeys) {
  const warmUps = await warmUpsOf(ctx, owner, [domain.row]);
  return present(ctx, domain, warmUps.get(domain.row.id) ?? null);
}

function present(
  ctx: ServiceContext,
  { row, keys }: service.DomainWithKeys,
  warm_up: WarmUp | null,
): SendingDomain {
  const checks = JSON.parse(row.checks) as RecordChecks;
  const mechanisms = ownSpfMechanisms(ctx);
  const bounces = returnPathHost(row);
  const record = (
    name: DomainRecordName,
    { type = 'txt', host, data }: { type?: DomainRecord['type']; host: string; data: string },
  ): DomainRecord => {
    const { valid, problem, reason, found, lost_at = null } = checks[name] ?? unchecked;
    return { valid, type, host, data, problem, reason, found, lost_at: seconds(lost_at) };
  };
  const ofKey = (number: number) => {
    const { public_key = '' } = keys.find((key) => key.number === number) ?? {};
    return record(dkimName(number), { host: dkimHost(row, number), data: dkimRecord(public_key) });
  };
  const spf = (name: 'subdomain_spf' | 'domain_spf', host: string, end: string) =>
    record(name, {
      host,
      data: mechanisms === null ? '' : joinSpf(checks[name]?.found ?? [], mechanisms, end),
    });
  const dns = {
    ...{ dkim1: ofKey(1), dkim2: ofKey(2) },
    mail_server: record('mail_server', { type: 'mx', host: bounces, data: ownMailHost(ctx) ?? '' }),
    subdomain_spf: spf('subdomain_spf', bounces, '-all'),
    // Others may send for the domain too: what is not listed is not refused.
    domain_spf: spf('domain_spf', row.domain, '~all'),
    dmarc: record('dmarc', { host: `_dmarc.${row.domain}`, data: 'v=DMARC1; p=none' }),
  };
  const [signs, returns] = [row.signs === 1, row.signs === 1 && row.returns === 1];
  return {
    ...{ id: row.id, user_id: numberOfAccount(row.account), subdomain: row.subdomain, domain: row.domain },
    ...{ username: row.account, ips: [], custom_spf: row.custom_spf === 1, default: row.is_default === 1 },
    ...{ legacy: false, automatic_security: false },
    valid: returns && dns.subdomain_spf.valid,
    ...{ signs, returns, checked_at: seconds(row.checked_at), warm_up },
    keys: keys.map((key): DkimKey => {
      return {
        selector: selectorOf(row, key.number),
        state: key.number === row.signing ? 'signing' : key.retired_at === null ? 'next' : 'retired',
        created_at: Math.floor(Number(key.created_at) / 1000),
        ...{ signing_since: seconds(key.signing_since), retired_at: seconds(key.retired_at) },
      };
    }),
    dns,
  };
}

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(Number(ms) / 1000));

function presentValidation({ id, valid, dns }: SendingDomain): DomainValidation {
  const results = Object.entries(dns).map(([name, record]) => {
    return [name, { valid: record.valid, reason: record.reason }] as const;
  });
  return {
    ...{ id, valid },
    validation_results: Object.fromEntries(results) as DomainValidation['validation_results'],
  };
}
