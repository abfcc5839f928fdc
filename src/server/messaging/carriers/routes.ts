/** Routes of carriers: /v1/Carriers. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import * as operations from '#api/messaging/carrier-operations.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { conversationsUrlOf } from './conversation-request.ts';
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
  const present = (request: FastifyRequest, row: CarrierRow) => presentCarrier(ctx, request, row);

  serveOperation(app, operations.createCarrier, async ({ request, caller, form }) => {
    const row = await createCarrier(ctx, caller, {
      name: form.FriendlyName.trim(),
      baseUrl: form.BaseUrl,
      conversationsUrl: form.ConversationsUrl ?? '',
      carrierAccount: form.CarrierAccountSid.trim(),
      token: form.AuthToken.trim(),
      checksSignatures: form.CheckSignatures ?? true,
      isDefault: form.Default ?? false,
    });
    return present(request, row);
  });

  serveOperation(app, operations.listCarriers, async ({ request, caller }) => {
    const pageRequest = readPage(request, (position) => isSid('CR', position));
    return presentPage(ctx, request, {
      key: 'carriers',
      pageRequest,
      slice: await listCarriers(ctx, caller, pageRequest),
      positionOf: (row) => row.sid,
      present: (row) => present(request, row),
    });
  });

  serveOperation(app, operations.fetchCarrier, async ({ request, caller, params }) =>
    present(request, await fetchCarrier(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateCarrier, async ({ request, caller, params, form }) => {
    const row = await updateCarrier(ctx, caller, params.Sid, {
      name: form.FriendlyName?.trim(),
      baseUrl: form.BaseUrl,
      conversationsUrl: form.ConversationsUrl,
      carrierAccount: form.CarrierAccountSid?.trim(),
      token: form.AuthToken?.trim(),
      checksSignatures: form.CheckSignatures,
      isDefault: form.Default,
    });
    return present(request, row);
  });

  serveOperation(app, operations.deleteCarrier, ({ caller, params }) =>
    removeCarrier(ctx, caller, params.Sid),
  );

  serveOperation(app, operations.checkCarrier, async ({ request, caller, params }) =>
    present(request, await checkCarrier(ctx, caller, params.Sid)),
  );
}

function presentCarrier(ctx: ServiceContext, request: FastifyRequest, row: CarrierRow): CarrierResource {
  const base = baseUrl(ctx, request);
  return {
    sid: row.sid,
    account_sid: row.account,
    friendly_name: row.name,
    base_url: row.base_url,
    conversations_url: conversationsUrlOf(row),
    carrier_account_sid: row.carrier_account,
    check_signatures: row.checks_signatures === 1,
    is_default: row.is_default === 1,
    connection: {
      status: row.checked_at === null ? 'unknown' : row.problem === null ? 'ok' : 'failed',
      problem: row.problem,
      date_checked: dateTimeOrNull(row.checked_at),
    },
    status_url: base + paths.carrierStatus(row.account),
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.carrier(row.sid),
  };
}
