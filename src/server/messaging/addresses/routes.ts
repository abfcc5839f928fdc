/** Routes of addresses: /v1/Carrier/Addresses. */

import type { FastifyInstance } from 'fastify';
import type { AddressResource } from '#api/messaging/operations.ts';
import * as operations from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { requireAddress } from '../../platform/http/address-field.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type AddressRow, assignAddress, listAddresses, removeAddress } from './service.ts';

export function addressRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createAddress, async ({ base, caller, form }) => {
    const { FlowSid: flow, Address: address, CarrierSid: carrier = null } = form;
    return presentAddress(
      base,
      await assignAddress(ctx, caller, {
        address: requireAddress(address, 'Address', 'sender'),
        flow,
        carrier,
      }),
    );
  });

  serveOperation(app, operations.listAddresses, ({ page, base, caller, query }) =>
    page('addresses', bySid('PN'), {
      list: (wanted) => listAddresses(ctx, caller, query.FlowSid, wanted),
      present: (row) => presentAddress(base, row),
    }),
  );

  serveOperation(app, operations.deleteAddress, ({ caller, params }) =>
    removeAddress(ctx, caller, params.Sid),
  );
}

function presentAddress(base: string, row: AddressRow): AddressResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    address: row.address,
    flow_sid: row.flow,
    carrier_sid: row.carrier,
    webhook_url: base + paths.webhook(row.account, row.flow),
    date_created: dateTime(row.created_at),
    url: base + paths.address(row.sid),
  };
}
