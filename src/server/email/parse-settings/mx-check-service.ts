/** Looks for the mail exchanger of a host name again, so that it is told when email has no way here any more. */

import type { ServiceContext } from '../../platform/service-context.ts';
import { nextCheck } from '../sending-domains/dns-records.ts';
import { domainDns } from '../sending-domains/service.ts';
import { lookupMailExchangers } from '../smtp/probe.ts';
import { exemptionOf } from './proof-service.ts';
import * as rows from './store.ts';

/** Those to look at now. */
export const listHostsToCheck = (ctx: ServiceContext, limit: number): Promise<rows.ParseSettingRow[]> =>
  rows.listDueSettings(ctx.database.read, { now: ctx.clock.now(), limit });

/** Those without an exchanger that was there, before that time. */
export const listFailingHosts = (ctx: ServiceContext, before: number, limit: number) =>
  rows.listFailingSettings(ctx.database.read, { before, limit });

/**
 * An exchanger counts as found once one has an address: whether it forwards to this server cannot be known from here. DNS is
 * not asked where only this machine can deliver.
 */
export async function checkHostAgain(ctx: ServiceContext, row: rows.ParseSettingRow): Promise<void> {
  const isLocal = exemptionOf(ctx, row.hostname) === 'loopback';
  const exchangers = isLocal ? null : await lookupMailExchangers(row.hostname, domainDns(ctx).options);
  const now = ctx.clock.now();
  const isFound = exchangers?.some(({ addresses }) => addresses.length > 0);
  const failing_since = isFound === false && row.mx_found_at !== null ? (row.failing_since ?? now) : null;
  const change =
    isFound === undefined
      ? { check_at: nextCheck(now, { isProven: true, failing_since: row.failing_since }) }
      : {
          ...{ checked_at: now, failing_since, ...(isFound && { mx_found_at: now }) },
          check_at: nextCheck(now, { isProven: true, failing_since }),
        };
  await ctx.database.write((tx) => rows.changeParseSetting(tx, row, row.hostname, change));
}
