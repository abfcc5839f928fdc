/** Routes of carriers: /v1/Carriers. */

import type { FastifyInstance } from 'fastify';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import * as operations from '#api/messaging/carrier-operations.ts';
import { paths } from '#api/paths.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { conversationsUrlOf } from '../dialects/default/conversation-request.ts';
import {
  type CarrierRow,
  checkCarrier,
  createCarrier,
  fetchCarrier,
  listCarriers,
  removeCarrier,
  updateCarrier,
} from './service.ts';

export function carriersRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createCarrier, async ({ base, caller, form }) => {
    const row = await createCarrier(ctx, caller, {
      name: form.FriendlyName.trim(),
      dialect: form.Dialect ?? 'default',
      baseUrl: form.BaseUrl,
      conversationsUrl: form.ConversationsUrl ?? '',
      carrierAccount: form.CarrierAccountSid.trim(),
      token: form.AuthToken.trim(),
      signingKey: form.SigningKey?.trim() ?? '',
      application: form.ApplicationSid?.trim() ?? '',
      checksSignatures: form.CheckSignatures ?? true,
      isDefault: form.Default ?? false,
    });
    return present(base, row);
  });

  serveOperation(app, operations.listCarriers, ({ page, base, caller }) =>
    page('carriers', bySid('CR'), {
      list: (wanted) => listCarriers(ctx, caller, wanted),
      present: (row) => present(base, row),
    }),
  );

  serveOperation(app, operations.fetchCarrier, async ({ base, caller, params }) =>
    present(base, await fetchCarrier(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateCarrier, async ({ base, caller, params, form }) => {
    const row = await updateCarrier(ctx, caller, params.Sid, {
      name: form.FriendlyName?.trim(),
      dialect: form.Dialect,
      baseUrl: form.BaseUrl,
      conversationsUrl: form.ConversationsUrl,
      carrierAccount: form.CarrierAccountSid?.trim(),
      token: form.AuthToken?.trim(),
      signingKey: form.SigningKey?.trim(),
      application: form.ApplicationSid?.trim(),
      checksSignatures: form.CheckSignatures,
      isDefault: form.Default,
    });
    return present(base, row);
  });

  serveOperation(app, operations.deleteCarrier, ({ caller, params }) =>
    removeCarrier(ctx, caller, params.Sid),
  );

  serveOperation(app, operations.checkCarrier, async ({ base, caller, params }) =>
    present(base, await checkCarrier(ctx, caller, params.Sid)),
  );
}

function present(base: string, row: CarrierRow): CarrierResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    friendly_name: row.name,
    dialect: row.dialect,
    base_url: row.base_url,
    conversations_url: conversationsUrlOf(row),
    carrier_account_sid: row.carrier_account,
    application_sid: row.application,
    has_signing_key: row.signing_key !== null,
    check_signatures: row.checks_signatures === 1,
    is_default: row.is_default === 1,
    connection: {
      status: row.checked_at === null ? 'unknown' : row.problem === null ? 'ok' : 'failed',
      failure: row.failure,
      problem: row.problem,
      date_checked: dateTimeOrNull(row.checked_at),
    },
    status_url: base + paths.carrierStatus(row.account),
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.carrier(row.sid),
  };
}
