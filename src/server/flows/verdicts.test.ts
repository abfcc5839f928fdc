/** The verdict on flows in lists: of the working copy, after whatever changes it or what it depends on. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowSummary } from '#api/flows/schemas.ts';
import type { WorkingCopyResource } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import type { Operation } from '#flow/change/operation.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { flowOf, send, widget } from './testing/flows.ts';

const flow = flowOf(send('first', 'Hello', 'second'), send('second', 'Bye', null));
const paying = flowOf(
  widget('capture-payments', 'charge', { payment_connector: 'Default', payment_amount: '10' }, {}),
);

const set = (state: string, property: string, to: string): Operation => ({
  ...{ kind: 'set', widget: state, path: ['properties', property], to },
});

describe.each(databaseKinds)('the verdict on a flow, %s', (kind) => {
  let server: RunningServer;
  let commands = 0;
  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const list = async (host?: string) =>
    (await server.send(paths.flowSummaries, host === undefined ? {} : { host })).json<{
      flow_summaries: FlowSummary[];
    }>().flow_summaries;
  const verdictOf = async (sid: string, host?: string) => {
    const { valid, errors, warnings, checked_edit } =
      (await list(host)).find((each) => each.sid === sid) ?? {};
    return { valid, errors, warnings, checked_edit };
  };
  const edit = async (sid: string, ...operations: Operation[]) => {
    commands += 1;
    const command = { id: `c-${commands}`, label: { name: 'changeProperty' }, operations };
    const { seq } = (await server.send(paths.workingCopy(sid))).json<WorkingCopyResource>();
    const form = { Base: `${seq}`, Client: 'page-1', Commands: JSON.stringify([command]) };
    expect((await server.send(paths.edits(sid), { form })).statusCode).toBe(200);
  };
  const addCarrier = async (sid: string, dialect: string) => {
    const form = {
      ...{ FriendlyName: 'Own PBX', Dialect: dialect, BaseUrl: 'http://127.0.0.1:1' },
      ...{ CarrierAccountSid: 'account', AuthToken: 'token', ApplicationSid: 'app' },
    };
    const response = await server.send(paths.carriers, { form });
    expect(response.body).toContain('"sid"');
    const carrier = response.json<{ sid: string }>().sid;
    const address = await server.send(paths.addresses, {
      form: { Address: server.contact(), FlowSid: sid, CarrierSid: carrier },
    });
    return { carrier, address: address.json<{ sid: string }>().sid };
  };
  const valid = { valid: true, errors: 0, warnings: 0 };

  it('is of the working copy, after an edit, its undo and a revision', async () => {
    const sid = await server.addFlow(flow, 'draft');
    expect(await verdictOf(sid)).toEqual({ ...valid, checked_edit: 0 });
    await edit(sid, set('first', 'body', ''));
    expect(await verdictOf(sid)).toMatchObject({ valid: false, errors: 1, checked_edit: 1 });
    await edit(sid, set('second', 'body', ''), set('first', 'body', ' '));
    expect(await verdictOf(sid)).toMatchObject({ valid: false, errors: 2, checked_edit: 2 });
    await edit(sid, set('second', 'body', 'Bye'), set('first', 'body', 'Hello'));
    expect(await verdictOf(sid)).toEqual({ ...valid, checked_edit: 3 });
    await edit(sid, set('first', 'body', ''));
    // A revision of elsewhere leaves the error where the page has it.
    const Definition = JSON.stringify({ ...flow, description: 'x' });
    await server.send(paths.flow(sid), { form: { Status: 'draft', Definition } });
    expect(await verdictOf(sid)).toMatchObject({ valid: false, errors: 1, checked_edit: 5 });
  });

  it('leaves the documented resource to its revision', async () => {
    const sid = await server.addFlow(flow, 'draft');
    await edit(sid, set('first', 'body', ''));
    expect(await verdictOf(sid)).toMatchObject({ valid: false });
    expect((await server.send(paths.flow(sid))).json()).toMatchObject({
      valid: true,
      errors: [],
      warnings: [],
    });
  });

  it('has no warnings that are silenced, and those of a flow that runs itself', async () => {
    const sid = await server.addFlow(flow, 'draft');
    const before = await verdictOf(sid);
    await edit(sid, {
      ...{ kind: 'add-widget', widget: 'w-again', at: 2 },
      state: {
        ...widget(
          'run-subflow',
          'again',
          { flow_sid: sid, flow_revision: 'LatestPublished' },
          { completed: null, failed: null },
        ),
      },
    } as Operation);
    const { warnings } = await verdictOf(sid);
    expect(warnings).toBeGreaterThan(before.warnings ?? 0);
    const rule = { widget: 'again', rule: 'subflow-cycle', reason: 'meant' };
    await edit(sid, {
      ...{ kind: 'set', widget: null, path: ['definition', 'ui'] },
      to: { silenced: [rule] },
    } as Operation);
    expect(await verdictOf(sid)).toMatchObject({ valid: true, warnings: (warnings ?? 0) - 1 });
  });

  it('follows the carriers of the numbers, which no edit tells of', async () => {
    const sid = await server.addFlow(paying, 'draft');
    const before = await verdictOf(sid);
    const more = { ...before, warnings: (before.warnings ?? 0) + 1 };
    const { address } = await addCarrier(sid, 'telnyx');
    expect(await verdictOf(sid)).toEqual(more);
    await server.send(paths.address(address), { method: 'DELETE' });
    expect(await verdictOf(sid)).toEqual(before);
    await addCarrier(sid, 'default');
    expect(await verdictOf(sid)).toEqual(before);
    const { address: second } = await addCarrier(sid, 'jambonz');
    const { address: third } = await addCarrier(sid, 'somleng');
    expect(await verdictOf(sid)).toEqual(more);
    await server.send(paths.address(second), { method: 'DELETE' });
    expect(await verdictOf(sid)).toEqual(more);
    await server.send(paths.address(third), { method: 'DELETE' });
    expect(await verdictOf(sid)).toEqual(before);
    const ofFlow = (await server.send(`${paths.addresses}?FlowSid=${sid}`)).json<{ addresses: unknown[] }>();
    expect(ofFlow.addresses).toHaveLength(1);
  });

  it('follows the address of the server, which its $schema names', async () => {
    const named = { ...flow, $schema: `http://flows.test${paths.definitionSchema}` };
    const sid = await server.addFlow(named, 'draft');
    expect(await verdictOf(sid)).toMatchObject(valid);
    expect(await verdictOf(sid, 'moved.test')).toMatchObject({ valid: false, errors: 1 });
  });

  it('is derived again by another version, whose rules may be others', async () => {
    const sid = await server.addFlow(flow, 'draft');
    const verdict = JSON.stringify({
      seq: 0,
      version: '0.0.1',
      errors: 7,
      warnings: 7,
      schema: '',
      needs: [],
    });
    const { database } = server.ctx;
    const store = (text: string | null) =>
      database.write((tx) => tx.updateTable('flows').set({ verdict: text }).where('sid', '=', sid).execute());
    await store(verdict);
    expect(await verdictOf(sid)).toMatchObject(valid);
    await store(null);
    expect(await verdictOf(sid)).toMatchObject(valid);
    const stored = await database.read.selectFrom('flows').select('verdict').where('sid', '=', sid).execute();
    expect(stored[0]?.verdict).toContain('"errors":0');
  });

  it('is derived for as many flows at a time as have 2 MB, and for the others by the next request', async () => {
    const large = flowOf(send('first', 'x'.repeat(60_000), null));
    for (let nth = 0; nth < 45; nth += 1) await server.addFlow(large, 'draft');
    const { database } = server.ctx;
    await database.write((tx) => tx.updateTable('flows').set({ verdict: null }).execute());
    const unchecked = async () => (await list()).filter((each) => each.valid === null);
    const left = await unchecked();
    expect(left.length).toBeGreaterThan(5);
    expect(left.length).toBeLessThan(20);
    expect(left[0]).toMatchObject({ errors: null, warnings: null, checked_edit: null });
    expect(await unchecked()).toEqual([]);
  });
});
