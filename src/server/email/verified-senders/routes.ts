/** Routes: /v3/verified_senders. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/verified-senders.ts';
import type { VerifiedSender } from '#api/email/verified-senders.ts';
import type { VerifiedSenderRow } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import * as service from './service.ts';

/** Mailbox providers whose DMARC policy lets receivers refuse, or at least suspect, email in their name from other servers. */
const providers = { soft_failures: ['gmail.com'], hard_failures: ['aol.com', 'yahoo.com'] };

export function verifiedSenderRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createVerifiedSender, async ({ caller, body }) =>
    present(await service.createSender(ctx, caller, body)),
  );
  emailRoute(app, operations.listVerifiedSenders, async ({ caller, query }) => ({
    results: (await service.listSenders(ctx, caller, query)).map(present),
  }));
  emailRoute(app, operations.updateVerifiedSender, async ({ caller, params, body }) =>
    present(await service.updateSender(ctx, caller, params.id, body)),
  );
  emailRoute(app, operations.deleteVerifiedSender, async ({ caller, params }) => {
    await service.deleteSender(ctx, caller, params.id);
  });
  emailRoute(app, operations.resendVerifiedSender, async ({ caller, params }) => {
    await service.resendLink(ctx, caller, params.id);
  });
  emailRoute(app, operations.verifySenderToken, async ({ caller, params }) => {
    await service.confirmOwnSender(ctx, caller, params.token);
  });
  emailRoute(app, operations.fetchSenderSteps, async ({ caller }) => ({
    results: await service.completedSteps(ctx, caller),
  }));
  emailRoute(app, operations.listSenderDomains, () => ({ results: providers }));
  emailRoute(app, operations.fetchSenderRule, async ({ caller }) => ({
    known_only: await service.fetchRule(ctx, caller),
  }));
  emailRoute(app, operations.updateSenderRule, async ({ caller, body }) => {
    await service.changeRule(ctx, caller, body.known_only);
    return body;
  });
}

function present(row: VerifiedSenderRow): VerifiedSender {
  const { nickname, reply_to, as_given: _, ...others } = service.profileOf(row);
  const empty = { from_name: '', reply_to_name: '', address: '', address2: '' };
  return {
    ...{ id: row.id, nickname, from_email: service.addressOf(row), reply_to },
    ...{ ...empty, state: '', city: '', zip: '', country: '', ...others },
    ...{ verified: row.verified_at !== null, locked: false, ...service.readProblem(row) },
  };
}
