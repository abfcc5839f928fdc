/** The search over all flows: whose flows, pages, and how much one request reads. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowResource } from '#api/flows/schemas.ts';
import type { FoundFlowPage } from '#api/flows/search.ts';
import { paths } from '#api/paths.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { form } from '../testing/flow-form.ts';
import { flowOf, send } from '../testing/flows.ts';
import { maxSearchedFlows } from './service.ts';

describe('the search over all flows', () => {
  let server: TestServer;
  const add = async (name: string, body: string, by = server.account) => {
    const Definition = JSON.stringify(flowOf(send('tell', body, null)));
    const created = await server.send({
      url: paths.flows,
      form: form({ FriendlyName: name, Definition }),
      by,
    });
    return created.json<FlowResource>().sid;
  };
  const search = async (Query: string, more = {}) =>
    (
      await server.send({ url: `${paths.flowSearch}?${new URLSearchParams({ Query, ...more })}` })
    ).json<FoundFlowPage>();
  const names = (page: FoundFlowPage) => page.found_flows.map(({ friendly_name }) => friendly_name);

  beforeAll(async () => {
    server = await openTestServer();
    await add('One', 'Open from nine to {{flow.variables.closing}}');
    await add('Two', 'Closed');
    await add('Three', 'Nine lives');
    await add('Foreign', 'nine', server.other);
  });
  afterAll(() => server.close());

  it('finds texts in the newest revisions of the account, and nothing of others', async () => {
    const page = await search('nine');
    expect(names(page)).toEqual(['Three', 'One']);
    expect(page.found_flows[1]).toMatchObject({
      revision: 1,
      widget_count: 1,
      widgets: [
        {
          name: 'tell',
          type: 'send-message',
          place_count: 1,
          places: [
            {
              property_path: '#/states/1/properties/body',
              before: 'Open from ',
              found: 'nine',
              after: ' to {{flow.variables.closing}}',
            },
          ],
        },
      ],
    });
  });

  it('knows the filters of the designer', async () => {
    expect(names(await search('uses:closing'))).toEqual(['One']);
    expect(names(await search('type:send-message'))).toEqual(['Three', 'Two', 'One']);
    expect(names(await search('is:invalid'))).toEqual(['One']);
    expect(names(await search('is:green'))).toEqual([]);
  });

  it('searches what was saved last', async () => {
    const sid = await add('Four', 'before');
    const Definition = JSON.stringify(flowOf(send('tell', 'after', null)));
    await server.send({ url: paths.flow(sid), form: { Status: 'draft', Definition } });
    expect(names(await search('before'))).toEqual([]);
    expect((await search('after')).found_flows).toMatchObject([{ flow_sid: sid, revision: 2 }]);
  });

  it('has pages, and goes on behind the last flow of each', async () => {
    const first = await search('nine', { PageSize: '1' });
    expect(names(first)).toEqual(['Three']);
    const next = (await server.send({ url: first.meta.next_page_url ?? '' })).json<FoundFlowPage>();
    expect(names(next)).toEqual(['One']);
    expect(next.meta.next_page_url).toBeNull();
  });

  it.each(['', 'x'.repeat(501)])('refuses an empty query and one that is too long', async (Query) => {
    const { statusCode } = await server.send({ url: `${paths.flowSearch}?Query=${Query}` });
    expect(statusCode).toBe(400);
  });

  it('reads a bounded number of flows for one request, and goes on from there', async () => {
    for (let n = 0; n < maxSearchedFlows; n++) await add(`Filler ${n}`, 'nothing');
    const first = await search('nine');
    expect(names(first)).toEqual([]);
    const next = (await server.send({ url: first.meta.next_page_url ?? '' })).json<FoundFlowPage>();
    expect(names(next)).toEqual(['Three', 'One']);
  });
});
