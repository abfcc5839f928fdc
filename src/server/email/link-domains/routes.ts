/** Routes: /v3/whitelabel/links. */

import type { FastifyInstance } from 'fastify';
import type { LinkDomain, LinkRecordName } from '#api/email/link-domains.ts';
import * as operations from '#api/email/operations/link-domains.ts';
import type { DomainRecord } from '#api/email/sending-domains.ts';
import type { LinkDomainRow } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { unchecked } from '../sending-domains/dns-records.ts';
import { numberOfAccount } from '../sending-domains/numbers.ts';
import { ownMailHost } from '../sending-domains/own-host.ts';
import { type LinkChecks, linkHost, ownerHost } from './check.ts';
import * as service from './service.ts';

export function linkDomainRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createLinkDomain, async ({ caller, body }) =>
    present(ctx, await service.createLink(ctx, caller, body)),
  );
  emailRoute(app, operations.listLinkDomains, async ({ caller, query }) =>
    (await service.listLinks(ctx, caller, query)).map((row) => present(ctx, row)),
  );
  emailRoute(app, operations.fetchDefaultLinkDomain, async ({ caller, query }) =>
    present(ctx, await service.fetchDefaultLink(ctx, caller, query.domain)),
  );
  emailRoute(app, operations.fetchLinkDomain, async ({ caller, params }) =>
    present(ctx, await service.fetchLink(ctx, caller, params.id)),
  );
  emailRoute(app, operations.updateLinkDomain, async ({ caller, params, body }) =>
    present(ctx, await service.updateLink(ctx, caller, params.id, body)),
  );
  emailRoute(app, operations.deleteLinkDomain, async ({ caller, params }) => {
    await service.deleteLink(ctx, caller, params.id);
  });
  emailRoute(app, operations.validateLinkDomain, async ({ caller, params }) => {
    const { id, valid, dns } = present(ctx, await service.validateLink(ctx, caller, params.id));
    const result = ({ valid: isValid, reason }: DomainRecord) => ({ valid: isValid, reason });
    return {
      ...{ id, valid },
      validation_results: {
        domain_cname: result(dns.domain_cname),
        owner_cname: result(dns.owner_cname),
      },
    };
  });
}

function present(ctx: ServiceContext, row: LinkDomainRow): LinkDomain {
  const checks = JSON.parse(row.checks) as LinkChecks;
  const record = (name: LinkRecordName, host: string): DomainRecord => {
    const { lost_at = null, ...check } = checks[name] ?? unchecked;
    const lost = lost_at === null ? null : Math.floor(lost_at / 1000);
    return { ...check, type: 'cname', host, data: ownMailHost(ctx) ?? '', lost_at: lost };
  };
  return {
    ...{ id: row.id, user_id: numberOfAccount(row.account), domain: row.domain, subdomain: row.subdomain },
    ...{ username: row.account, default: row.is_default === 1, legacy: false, valid: row.valid === 1 },
    checked_at: row.checked_at === null ? null : Math.floor(Number(row.checked_at) / 1000),
    dns: {
      domain_cname: record('domain_cname', linkHost(row)),
      owner_cname: record('owner_cname', ownerHost(row)),
    },
  };
}
