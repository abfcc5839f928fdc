import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryPage } from '#api/flows/history.ts';
import type { FlowResource, FlowSummary } from '#api/flows/schemas.ts';
import type { FlowEditPage, WorkingCopyResource } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { startTimeoutMs } from '../../testing/running-server.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { definition, form } from '../testing/flow-form.ts';

/** More than is compared where it is stored. */
const padding = { small: 'x', large: 'x'.repeat(100_000) };
type Size = keyof typeof padding;

function saying(body: string, size: Size, more: object = {}): FlowDefinition {
  const [trigger, hello] = definition.states;
  const properties = { ...hello?.properties, body };
  return {
    ...definition,
    description: padding[size],
    states: [trigger ?? {}, { ...hello, properties, ...more }],
  };
}

describe('a revision that is compared before it is stored', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  }, startTimeoutMs);
  afterAll(() => server.close());

  const create = async (flow: FlowDefinition) => {
    const fields = form({ Status: 'published', Definition: JSON.stringify(flow) });
    return (await server.send({ url: paths.flows, form: fields })).json<FlowResource>().sid;
  };
  const save = (sid: string, flow: FlowDefinition, Status = 'draft') =>
    server.send({ url: paths.flow(sid), form: { Status, Definition: JSON.stringify(flow) } });
  const edit = async (sid: string, body: string) => {
    const operation = { kind: 'set', widget: 'hello', path: ['properties', 'to'], to: body };
    const Commands = JSON.stringify([
      { id: `to-${body.slice(1)}`, label: { name: 'x' }, operations: [operation] },
    ]);
    const answer = await server.send({
      url: paths.edits(sid),
      form: { Base: '0', Client: 'page', Commands },
    });
    expect(answer.statusCode).toBe(200);
  };
  const stored = async (sid: string) => {
    const copy = (await server.send({ url: paths.workingCopy(sid) })).json<WorkingCopyResource>();
    const { edits } = (await server.send({ url: `${paths.edits(sid)}?After=0` })).json<FlowEditPage>();
    const { history } = (await server.send({ url: paths.flowHistory(sid) })).json<HistoryPage>();
    const { flow_summaries: flows } = (await server.send({ url: paths.flowSummaries })).json<{
      flow_summaries: FlowSummary[];
    }>();
    return {
      properties: copy.definition.states.map(({ properties }) => properties),
      saved: copy.saved_seq,
      edits: edits.map(({ id, operations }) => [id, operations]),
      history: history.map(({ revision, summary }) => [revision, summary]),
      unpublished: flows.find((each) => each.sid === sid)?.unpublished_changes,
    };
  };

  it('gives the same as a small one, also beside edits that are in no revision', async () => {
    const outcome = async (size: Size) => {
      const sid = await create(saying('Hello', size));
      await save(sid, saying('Good morning', size));
      await edit(sid, '+4940');
      await save(sid, saying('Good evening', size));
      const afterDrafts = await stored(sid);
      await save(sid, saying('Good evening', size), 'published');
      return [afterDrafts, await stored(sid)];
    };
    const [small, large] = [await outcome('small'), await outcome('large')];
    expect(large).toEqual(small);
    expect(large[0]).toMatchObject({
      unpublished: 1,
      properties: [{}, { body: 'Good evening', to: '+4940' }],
    });
  });

  it('is stored after another one of the same flow', async () => {
    const sid = await create(saying('Hello', 'large'));
    const words = ['one', 'two', 'three'];
    const answers = await Promise.all(words.map((word) => save(sid, saying(word, 'large'))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.json<FlowResource>().revision)).toEqual([2, 3, 4]);
    const { edits, history } = await stored(sid);
    expect(edits).toHaveLength(3);
    expect(history.every(([revision, summary]) => revision === 1 || summary !== null)).toBe(true);
  });
});
