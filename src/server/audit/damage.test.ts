/**
 * Whatever is done to the rows of the audit log: verification names it at its place, or heads that were kept elsewhere tell, and
 * the log goes on and can be read.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditVerification } from '#api/audit/operations.ts';
import { paths } from '#api/paths.ts';
import { insertEvent } from '../platform/audit/event-store.ts';
import { currentHead } from '../platform/audit/heads.ts';
import type { Queries } from '../platform/database/database.ts';
import type { AuditChainRow, AuditEventRow } from '../platform/database/schema/audit.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { sealEvents } from './chain-service.ts';
import { compareHeads } from './heads-service.ts';
import { type Damage, DamagedLog, damages, keptHeads, length } from './testing/damages.ts';

const minuteMs = 60_000;

describe.each(databaseKinds)('a damaged audit log, %s', (kind) => {
  let server: RunningServer;
  let rows: AuditEventRow[];
  let chains: AuditChainRow[];
  let heads = '';

  const write = <T>(work: (tx: Queries) => Promise<T>) => server.ctx.database.write(work);
  const accounts = () => [server.account.account_sid, server.other.account_sid] as const;

  async function record(account: string, number: number): Promise<void> {
    const { ctx } = server;
    server.advanceClock(minuteMs);
    const changes = [{ field: 'Name', before: null, after: `Survey ${number}` }];
    await write((tx) =>
      insertEvent(tx, {
        ...{ sid: ctx.ids.sid('AE'), account, at: ctx.clock.now(), operation: 'CreateFlow' },
        ...{ actor_kind: 'key', actor_sid: 'SK1', actor_name: 'Booking', actor_role: 'author' },
        ...{ object_kind: 'flow', object_sid: `FW${number}`, object_name: 'Survey' },
        ...{ changes: JSON.stringify(changes), reason: 'Asked', address: '192.0.2.7', request: `r${number}` },
      }),
    );
  }

  beforeAll(async () => {
    server = await openRunningServer(kind, { worker: false });
    const { ctx } = server;
    for (const account of accounts()) {
      for (let number = 1; number <= (account === accounts()[0] ? length : 3); number += 1) {
        await record(account, number);
        await sealEvents(ctx, account);
        if (account === accounts()[0] && keptHeads.includes(number))
          heads += `${JSON.stringify({ level: 30, audit_head: await currentHead(ctx, account) })}\n`;
      }
    }
    rows = await ctx.database.read.selectFrom('audit_events').selectAll().execute();
    chains = await ctx.database.read.selectFrom('audit_chains').selectAll().execute();
  }, startTimeoutMs);
  afterAll(() => server.close());

  beforeEach(() =>
    write(async (tx) => {
      await tx.deleteFrom('audit_events').execute();
      await tx.deleteFrom('audit_chains').execute();
      await tx.insertInto('audit_events').values(rows).execute();
      await tx.insertInto('audit_chains').values(chains).execute();
    }),
  );

  const verify = async () => {
    const response = await server.send(paths.auditVerification);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<AuditVerification>();
  };
  const placeOf = ({ sequence, problem, events }: AuditVerification['breaks'][number]) => [
    ...[sequence, problem, events],
  ];
  const inFull = (named: Damage['named']) =>
    named.map(([sequence, problem, events = 1]) => [sequence, problem, events]);

  async function compare() {
    const { differences, heads: count } = await compareHeads(server.ctx, heads);
    expect(count).toBe(keptHeads.length);
    return differences.map(({ found }) =>
      typeof found === 'string' ? found : [found.sequence, found.problem, found.events],
    );
  }

  it('is whole before anything is done to it', async () => {
    expect(await verify()).toMatchObject({ breaks: [], broken: null, events: length, verified_to: length });
    expect(await compare()).toEqual([]);
  });

  // A database decides what its cells hold; what verification makes of a record is the same, so every fourth is tried on PostgreSQL.
  const isTried = ({ only }: Damage, at: number) =>
    only === undefined ? kind === 'embedded' || at % 4 === 0 : only === kind;
  it.each(damages.filter(isTried))('$title', async (damage) => {
    const [account, other] = accounts();
    await write((tx) => damage.inflict(new DamagedLog(tx, account, other, rows)));
    const verification = await verify();
    expect(verification.breaks.map(placeOf)).toEqual(inFull(damage.named));
    expect(verification.further_breaks).toBe(0);
    expect(verification.broken).toEqual(verification.breaks[0] ?? null);
    const byHeads = await compare();
    if (damage.byHeads !== undefined || damage.named.length === 0)
      expect(byHeads).toEqual(inFull(damage.byHeads ?? []));
    // It can be read, by everybody.
    const day = (at: number) => `${new Date(at).toISOString().slice(0, 10)}T00:00:00Z`;
    const now = server.ctx.clock.now();
    const reads = [
      ...[`${paths.auditEvents}?PageSize=7`, `${paths.auditEvents}?Search=Survey`, paths.auditEventsCsv],
      ...[`${paths.auditCounts}?Starts=${day(now)},${day(now + 86_400_000)}&By=key`, paths.auditEventsLines],
      ...[`${paths.auditEvents}?Below=true&Object=flow`, '/v3/access_settings/activity'],
    ];
    for (const path of reads) {
      const response = await server.send(path);
      expect(response.statusCode, `${path}: ${response.body.slice(0, 300)}`).toBe(200);
      let next = path.includes('PageSize') ? response.json().meta.next_page_url : null;
      for (let pages = 0; next !== null && pages < 9; pages += 1) {
        const page = await server.send(next);
        expect(page.statusCode, page.body).toBe(200);
        next = page.json().meta.next_page_url;
      }
      expect(next).toBeNull();
    }
    for (const { sid } of rows.filter((row) => row.account === account))
      expect((await server.send(paths.auditEvent(sid))).statusCode).toBeLessThan(500);
    // What comes next is sealed, and the damage stays.
    await record(account, 99);
    const after = await verify();
    const [sealed] = await server.ctx.database.read
      .selectFrom('audit_events')
      .select(['sequence', 'hash'])
      .where('request', '=', 'r99')
      .execute();
    expect(sealed).toMatchObject({ sequence: expect.any(Number), hash: expect.any(String) });
    const later = damage.later ?? (damage.named.length === 0 ? [] : null);
    if (later === null) expect(after.broken).not.toBeNull();
    else expect(after.breaks.map(placeOf)).toEqual(inFull(later));
  });
});
