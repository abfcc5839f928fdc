/** Looks for the records of sending domains, link domains and host names again: each day, and each hour where one is lost. */

import { type MaintenanceTask, passOver, runWhenDue } from '../../platform/jobs/maintenance.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { checkLinkAgain, linkHost, listFailingLinks, listLinksToCheck } from '../link-domains/service.ts';
import { checkHostAgain, listFailingHosts, listHostsToCheck } from '../parse-settings/mx-check-service.ts';
import { checkDomainAgain, listDomainsToCheck, listFailingDomains } from '../sending-domains/service.ts';

const intervalMs = 5 * 60_000;
/** Of each kind in one run: where DNS does not respond, each takes some seconds. */
const perRun = 20;

export const domainChecks: MaintenanceTask = {
  name: 'records of domains',
  intervalMs: () => intervalMs,
  run(ctx, pause, isStopping) {
    // The lease of the task is over then, and another process may be at it.
    const until = ctx.clock.now() + intervalMs;
    const isOver = () => isStopping() || ctx.clock.now() >= until;
    // A timer may fire a little early.
    return runWhenDue(ctx, { name: 'domain records', intervalMs: intervalMs - 500 }, () =>
      checkDueDomains(ctx, pause, isOver),
    );
  },
};

/** One run; what is left over comes first in the next. */
export async function checkDueDomains(
  ctx: ServiceContext,
  pause: () => Promise<void> = async () => {},
  isStopping: () => boolean = () => false,
): Promise<void> {
  const work = [
    ...(await listDomainsToCheck(ctx, perRun)).map((row) => () => checkDomainAgain(ctx, row)),
    ...(await listLinksToCheck(ctx, perRun)).map((row) => () => checkLinkAgain(ctx, row)),
    ...(await listHostsToCheck(ctx, perRun)).map((row) => () => checkHostAgain(ctx, row)),
  ];
  for (const check of work) {
    if (isStopping()) return;
    await check().catch((error) => passOver(ctx, domainChecks.name, error));
    await pause();
  }
}

/** `subject` names the domain among all of its account. */
export type FailingDomain = { account: string; subject: string; name: string; since: number };

/** Domains of which a record that was there was lost at `before` or earlier, the longest lost first. */
export async function failingDomains(
  ctx: ServiceContext,
  before: number,
  limit: number,
): Promise<FailingDomain[]> {
  const [domains, links, hosts] = await Promise.all([
    listFailingDomains(ctx, before, limit),
    listFailingLinks(ctx, before, limit),
    listFailingHosts(ctx, before, limit),
  ]);
  return [
    ...domains.map((row) => ({ ...row, name: row.domain, key: `sending.${row.id}` })),
    ...links.map((row) => ({ ...row, name: linkHost(row), key: `link.${row.id}` })),
    ...hosts.map((row) => ({ ...row, name: row.hostname, key: `host.${row.hostname}` })),
  ].map(({ account, region, key, name, failing_since }) => {
    return { account, subject: `${region}.${key}`, name, since: failing_since ?? before };
  });
}
