/** The list of flows: order, pages and their tokens. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowPage } from '#api/flows/operations.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';
import { form } from './testing/flow-form.ts';

describe('the list of flows', () => {
  let listed: TestServer;
  const made: string[] = [];

  beforeAll(async () => {
    listed = await openTestServer();
    for (let n = 0; n < 5; n++) {
      made.unshift((await listed.send({ url: '/v2/Flows', form: form() })).json<FlowResource>().sid);
    }
  });
  afterAll(() => listed.close());

  const page = async (url: string) => (await listed.send({ url })).json<FlowPage>();
  const sids = (each: FlowPage) => each.flows.map((flow) => flow.sid);

  it('is newest first, without the fields of a single flow', async () => {
    const all = await page('/v2/Flows');
    expect(sids(all)).toEqual(made);
    expect(all.meta).toEqual({
      page: 0,
      page_size: 50,
      first_page_url: 'http://flows.test/v2/Flows?PageSize=50&Page=0',
      previous_page_url: null,
      url: 'http://flows.test/v2/Flows?PageSize=50&Page=0',
      next_page_url: null,
      key: 'flows',
    });
    expect(all.flows[0]).toMatchObject({
      definition: null,
      valid: null,
      errors: null,
      warnings: null,
      commit_message: null,
      status: 'draft',
      revision: 1,
      webhook_url: expect.any(String),
      links: expect.any(Object),
    });
  });

  it('pages forwards and back, stably while flows are added', async () => {
    const first = await page('/v2/Flows?PageSize=2');
    expect(sids(first)).toEqual(made.slice(0, 2));
    const added = (await listed.send({ url: '/v2/Flows', form: form() })).json<FlowResource>().sid;
    const second = await page(String(first.meta.next_page_url));
    expect(sids(second)).toEqual(made.slice(2, 4));
    expect(second.meta).toMatchObject({ page: 1, page_size: 2, url: first.meta.next_page_url });
    const third = await page(String(second.meta.next_page_url));
    expect(sids(third)).toEqual(made.slice(4));
    expect(third.meta.next_page_url).toBeNull();
    const back = await page(String(third.meta.previous_page_url));
    expect(sids(back)).toEqual(made.slice(2, 4));
    const front = await page(String(back.meta.previous_page_url));
    expect(sids(front)).toEqual(made.slice(0, 2));
    expect(sids(await page(String(front.meta.previous_page_url)))).toEqual([added]);
    made.unshift(added);
  });

  it.each([
    ['PageSize=0', 'PageSize'],
    ['PageSize=-1', 'PageSize'],
    ['PageSize=ten', 'PageSize'],
    ['PageSize=1.5', 'PageSize'],
    ['PageSize=1001', 'PageSize'],
    ['PageSize=999999999', 'PageSize'],
    ['Page=-1', 'Page'],
    ['PageToken=PAnonsense', 'PageToken'],
    ['PageToken=%00', 'PageToken'],
  ])('refuses %s and names it', async (query, field) => {
    const response = await listed.send({ url: `/v2/Flows?${query}` });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 20001, details: { field } });
  });

  it('accepts only its own page tokens', async () => {
    const { meta } = await page('/v2/Flows?PageSize=1');
    const token = new URL(String(meta.next_page_url)).searchParams.get('PageToken') ?? '';
    const changed = token.slice(0, -2) + (token.endsWith('A') ? 'BB' : 'AA');
    for (const each of [changed, `${token}0`, `${token}=`, token.toUpperCase()]) {
      expect((await listed.send({ url: `/v2/Flows?PageToken=${each}` })).statusCode).toBe(400);
    }
    const foreign = await listed.send({ url: `/v2/Flows/${made[0]}/Revisions?PageToken=${token}` });
    expect(foreign.json()).toMatchObject({ status: 400, details: { field: 'PageToken' } });
  });

  it('has at most the requested page size', async () => {
    expect((await page('/v2/Flows?PageSize=1000')).flows).toHaveLength(made.length);
    expect((await page('/v2/Flows?PageSize=1')).flows).toHaveLength(1);
  });
});
