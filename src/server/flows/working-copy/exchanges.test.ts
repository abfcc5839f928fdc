/** What an edit costs on PostgreSQL: each exchange is a wait, and others wait for the lock meanwhile. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  type ServerInstance,
} from '../../testing/multi-server.ts';
import { recordPostgres, transactionsWith } from '../../testing/postgres-exchanges.ts';
import { startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { definition } from '../testing/flow-form.ts';

let commands = 0;

describe('an edit on PostgreSQL', () => {
  let cluster: MultiServer;
  let server: ServerInstance;

  beforeAll(async () => {
    cluster = await openMultiServer('PostgreSQL');
    server = await cluster.start();
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const edit = async (flow: string, base: number, count = 1, at = server) => {
    const list = Array.from({ length: count }, () => {
      commands += 1;
      const to = `Hello ${commands}`;
      return {
        id: `e-${commands}`,
        label: { name: 'changeProperty', widget: 'hello', field: 'Body' },
        operations: [{ kind: 'set', widget: 'hello', path: ['properties', 'body'], to }],
      };
    });
    const form = { Base: `${base}`, Client: flow, AuthorName: 'Ann', Commands: JSON.stringify(list) };
    const response = await fetch(at.url + paths.edits(flow), {
      method: 'POST',
      headers: { authorization: basicAuthorization(cluster.account), 'content-type': 'application/json' },
      body: JSON.stringify(form),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ seq: expect.any(Number) });
  };

  it('is two exchanges: one that locks and reads, one that writes and commits', async () => {
    const flow = await addFlow(server, cluster.account, definition);
    await edit(flow, 0);
    const sent = await recordPostgres(() => edit(flow, 1));
    const [transaction, ...rest] = transactionsWith('flow_edits', sent);
    expect(rest).toEqual([]);
    expect(transaction?.exchanges).toBe(2);
    expect(transaction?.statements.map((sql) => sql.split(' ').slice(0, 3).join(' '))).toEqual([
      expect.stringMatching(/^begin/),
      'select * from',
      'select "id", "seq"',
      'select * from',
      'insert into "flow_edits"',
      'update "working_copies" set',
      'commit',
    ]);
    // Nobody looks whose flow it is before: the lock is of the account's own flow.
    expect(sent.filter(({ sql }) => /"flows"/.test(sql))).toEqual([]);
  });

  it('is two exchanges where another process has edited the flow, and with many edits behind it', async () => {
    const other = await cluster.start();
    const flow = await addFlow(server, cluster.account, definition);
    await edit(flow, 0, 90);
    await edit(flow, 90, 90, other);
    await edit(flow, 180, 90, server);
    const sent = await recordPostgres(async () => {
      await edit(flow, 270, 1, other);
      await edit(flow, 270, 1, server);
    });
    expect(transactionsWith('flow_edits', sent).map(({ exchanges }) => exchanges)).toEqual([2, 2]);
  });

  it('behind a flow costs its opening one statement at most, however many there are', async () => {
    const statementsToOpen = async (flow: string) => {
      // Nothing of the flow is in its memory yet.
      const fresh = await cluster.start();
      const sent = await recordPostgres(async () => {
        const headers = { authorization: basicAuthorization(cluster.account) };
        expect((await fetch(fresh.url + paths.workingCopy(flow), { headers })).status).toBe(200);
      });
      return sent.filter(({ sql }) => /"(flows|working_copies|flow_\w+)"/.test(sql)).length;
    };
    const [untouched, long] = [
      await addFlow(server, cluster.account, definition),
      await addFlow(server, cluster.account, definition),
    ];
    await edit(untouched, 0);
    for (let base = 0; base < 450; base += 90) await edit(long, base, 90);
    expect(await statementsToOpen(long)).toBeLessThanOrEqual((await statementsToOpen(untouched)) + 1);
  });
});
