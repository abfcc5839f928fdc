/** Working copies that cannot be opened: no command makes one, and each can be repaired; on every kind of database. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingCopyRepair } from '#api/flows/repair.ts';
import type { FlowSummary } from '#api/flows/schemas.ts';
import type { WorkingCopyResource } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { definition } from '../testing/flow-form.ts';

const label = { name: 'importJson' };
const replaceBy = (to: unknown, toWidgets: string[] = []) => ({
  ...{ kind: 'replace', from: {}, fromWidgets: [] },
  ...{ to, toWidgets },
});
const at = (path: unknown[], to: unknown, widget: string | null = 'hello') => ({
  ...{ kind: 'set', widget, path },
  to,
});
const states = (state: unknown) => ({ description: '', initial_state: 'Trigger', states: [state] });

/** Operations whose result nothing could open, with where it breaks. */
const poisons: readonly [string, unknown, string][] = [
  ['a definition without widgets', replaceBy({ description: 'x', states: 'no' }), '#/states'],
  ['a description that is a number', replaceBy({ description: 1, states: [] }), '#/description'],
  ['a widget that is a number', replaceBy(states(7)), '#/states'],
  ['a name that is an object', replaceBy(states({ name: {}, type: 'trigger' }), ['a']), '#/states/0/name'],
  ['properties that are a text', at(['properties'], 'x'), '#/states/1/properties'],
  ['transitions that are an object', at(['transitions'], {}), '#/states/1/transitions'],
  ['a transition that is null', at(['transitions'], [null]), '#/states/1/transitions/0'],
];

describe.each(databaseKinds)('a working copy, %s', (kind) => {
  let server: RunningServer;
  let flow: string;
  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close(), startTimeoutMs);
  beforeEach(async () => {
    flow = await server.addFlow(definition);
  });

  let count = 0;
  const edit = (operation: unknown, base: number) => {
    const Commands = JSON.stringify([{ id: `c-${count++}`, label, operations: [operation] }]);
    const form = { Base: String(base), Client: 'page', AuthorName: 'Ann', Commands };
    return server.send(paths.edits(flow), { form });
  };
  const good = (base: number, text: string) => edit(at(['properties', 'body'], text), base);
  const fetched = async () => (await server.send(paths.workingCopy(flow))).json() as WorkingCopyResource;
  const bodyOf = ({ definition: { states: all } }: { definition: WorkingCopyResource['definition'] }) =>
    all.find(({ name }) => name === 'hello')?.properties?.body;

  /** As a fault, or a version that did not look, would have left it: an edit in the log that breaks the copy. */
  const poison = async (operation: unknown) => {
    const { seq, flow_sid } = await fetched();
    await server.ctx.database.write(async (tx) => {
      const { account } = await tx
        .selectFrom('working_copies')
        .select('account')
        .where('flow', '=', flow_sid)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('flow_edits')
        .values({
          ...{ flow: flow_sid, seq: seq + 1, id: 'poison', account },
          ...{ author: null, author_name: 'clinic-sync', client: 'api', revision: null, at: 1 },
          command:
            typeof operation === 'string' ? operation : JSON.stringify({ label, operations: [operation] }),
        })
        .execute();
      await tx
        .updateTable('working_copies')
        .set({ seq: seq + 1 })
        .where('flow', '=', flow_sid)
        .execute();
    });
  };

  it('takes no command that nothing could open, and says where it would break', async () => {
    await good(0, 'Good');
    for (const [what, operation, place] of poisons) {
      const answer = await edit(operation, 1);
      const { message } = answer.json() as { message: string };
      const status = answer.statusCode;
      expect({ what, status, message }).toEqual({
        what,
        status: 400,
        message: expect.stringContaining(place),
      });
    }
    expect(await fetched()).toMatchObject({ seq: 1 });
  });

  it('stays within the size of a definition, and can be made smaller', async () => {
    const large = 'x'.repeat(60_000);
    let status = 200;
    let base = 0;
    for (; status === 200 && base < 30; base += 1) {
      const state = { name: `w${base}`, type: 'send-message', properties: { body: large }, transitions: [] };
      status = (await edit({ kind: 'add-widget', widget: `w${base}`, at: 2, state }, base)).statusCode;
      // Fifty edits in a second are the limit of a client.
      server.advanceClock(1_000);
    }
    expect([status, base]).toEqual([400, 18]);
    expect((await edit({ kind: 'remove-widget', widget: 'w0' }, base - 1)).statusCode).toBe(200);
  });

  it.each([
    ['has a shape that nothing opens', replaceBy({ description: 1, states: 'no' }), '#/states'],
    ['cannot be read', '{"label', null],
  ])('that %s is refused with the way on, and opened as it was before', async (_, operation, place) => {
    await good(0, 'Good');
    await poison(operation);
    const opened = await server.send(paths.workingCopy(flow));
    expect([opened.statusCode, opened.json()]).toMatchObject([409, { details: { damaged_edit: 2 } }]);
    expect((await good(2, 'More')).statusCode).toBe(409);
    const listed = (await server.send(paths.flowSummaries)).json() as { flow_summaries?: FlowSummary[] };
    expect(listed.flow_summaries).toContainEqual(
      expect.objectContaining({ sid: flow, valid: false, errors: 1, checked_edit: 2 }),
    );

    const repair = (await server.send(paths.workingCopyRepair(flow))).json() as WorkingCopyRepair;
    expect(repair).toMatchObject({
      seq: 2,
      damage: place === null ? null : { place },
      edit: { seq: 2, author_name: 'clinic-sync' },
      snapshot: { seq: 1, lost_edits: 1, widgets: 2, authors: ['Ann'] },
      revision: { number: 1, lost_edits: 2 },
    });
    expect(repair.stored?.length).toBeGreaterThan(10);

    const form = { By: 'snapshot', Seq: '2', Client: 'page', AuthorName: 'Ann' };
    const stale = await server.send(paths.workingCopyRepair(flow), { form: { ...form, Seq: '1' } });
    expect(stale.statusCode).toBe(409);
    expect((await server.send(paths.workingCopyRepair(flow), { form })).statusCode).toBe(200);
    const repaired = await fetched();
    expect([repaired.seq, bodyOf(repaired)]).toEqual([3, 'Good']);
    expect((await good(3, 'More')).statusCode).toBe(200);
    expect(bodyOf(await fetched())).toBe('More');
    // Repaired once and for all.
    expect((await server.send(paths.workingCopyRepair(flow), { form })).statusCode).toBe(409);
    expect((await server.send(paths.workingCopyRepair(flow))).statusCode).toBe(409);
  });

  it('is opened as the newest revision has it, where nothing else can be read', async () => {
    await good(0, 'Good');
    await server.ctx.database.write((tx) =>
      tx.updateTable('flow_snapshots').set({ copy: '{"seq"' }).where('flow', '=', flow).execute(),
    );
    await poison(replaceBy({ states: 'no' }));
    const repair = (await server.send(paths.workingCopyRepair(flow))).json() as WorkingCopyRepair;
    expect(repair).toMatchObject({ snapshot: null, revision: { number: 1 } });
    const form = { By: 'snapshot', Seq: '2', Client: 'page' };
    expect((await server.send(paths.workingCopyRepair(flow), { form })).statusCode).toBe(409);
    const by = { form: { ...form, By: 'revision' } };
    expect((await server.send(paths.workingCopyRepair(flow), by)).statusCode).toBe(200);
    expect(bodyOf(await fetched())).toBe('Hello');
  });

  it('that cannot be opened is replaced by a save', async () => {
    await poison(replaceBy({ states: 'no' }));
    const Definition = JSON.stringify({ ...definition, description: 'Saved' });
    const saved = await server.send(paths.flow(flow), { form: { Status: 'draft', Definition } });
    expect(saved.statusCode).toBe(200);
    expect((await fetched()).definition.description).toBe('Saved');
    expect((await good(2, 'More')).statusCode).toBe(200);
  });

  it('of another account is neither seen nor repaired', async () => {
    await poison(replaceBy({ states: 'no' }));
    const by = server.other;
    const form = { By: 'revision', Seq: '1', Client: 'page' };
    expect((await server.send(paths.workingCopyRepair(flow), { by })).statusCode).toBe(404);
    expect((await server.send(paths.workingCopyRepair(flow), { by, form })).statusCode).toBe(404);
  });
});
