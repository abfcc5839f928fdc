/** The routes of revisions and test users. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevisionPage } from '#api/flows/operations.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let flow: FlowResource;
let url: string;

beforeAll(async () => {
  server = await openTestServer();
  const form = { FriendlyName: 'One', Status: 'draft', Definition: JSON.stringify(emptyDefinition()) };
  flow = (await server.send({ url: '/v2/Flows', form })).json<FlowResource>();
  url = `/v2/Flows/${flow.sid}`;
});
afterAll(() => server.close());

describe('revisions', () => {
  it('have no published revision before one is published', async () => {
    const response = await server.send({ url: `${url}/Revisions/LatestPublished` });
    expect(response.json()).toMatchObject({
      status: 404,
      code: 20404,
      message: `The requested resource /Flows/${flow.sid}/Revisions/LatestPublished was not found`,
    });
  });

  it('are immutable, and are fetched by number and by name', async () => {
    server.advanceClock(1_000);
    await server.send({ url, form: { Status: 'published', CommitMessage: 'Live' } });
    await server.send({ url, form: { Status: 'draft', FriendlyName: 'Two' } });
    const first = (await server.send({ url: `${url}/Revisions/1` })).json();
    expect(first).toEqual({
      sid: flow.sid,
      account_sid: flow.account_sid,
      author_sid: flow.author_sid,
      friendly_name: 'One',
      definition: flow.definition,
      status: 'draft',
      revision: 1,
      commit_message: null,
      valid: true,
      errors: [],
      date_created: flow.date_created,
      date_updated: null,
      url: `http://flows.test${url}/Revisions/1`,
    });
    const published = await server.send({ url: `${url}/Revisions/LatestPublished` });
    expect(published.json()).toMatchObject({ revision: 2, status: 'published', commit_message: 'Live' });
    const newest = await server.send({ url: `${url}/Revisions/LatestRevision` });
    expect(newest.json()).toMatchObject({ revision: 3, status: 'draft', friendly_name: 'Two' });
  });

  it('are listed newest first, in pages, without definitions', async () => {
    const first = (await server.send({ url: `${url}/Revisions?PageSize=2` })).json<RevisionPage>();
    expect(first.meta.key).toBe('revisions');
    expect(first.revisions.map((each) => each.revision)).toEqual([3, 2]);
    expect(first.revisions[0]).toMatchObject({ definition: null, valid: null, errors: null });
    const second = (await server.send({ url: String(first.meta.next_page_url) })).json<RevisionPage>();
    expect(second.revisions.map((each) => each.revision)).toEqual([1]);
    expect(second.meta.next_page_url).toBeNull();
  });

  it.each(['latest', '1.5', '-1', '+1', '1.0', '1e0', '0x1', 'LatestDraft', '99999999999'])(
    'refuses %s as a revision',
    async (wanted) => {
      const response = await server.send({ url: `${url}/Revisions/${wanted}` });
      expect(response.json()).toMatchObject({
        status: 400,
        code: 81021,
        message: 'Flow revision must be an integer or enum(LatestPublished, LatestRevision)',
      });
    },
  );

  it('respond with 404 beyond the newest', async () => {
    for (const number of ['4', '0']) {
      expect((await server.send({ url: `${url}/Revisions/${number}` })).statusCode).toBe(404);
    }
  });

  it.each(['01', '001', '00'])('has one address: %s is no revision', async (number) => {
    const fetched = await server.send({ url: `${url}/Revisions/${number}` });
    expect(fetched.json()).toMatchObject({ status: 404, code: 20404 });
    const compared = await server.send({ url: `${url}/Diff?From=${number}&To=1` });
    expect(compared.statusCode).toBe(404);
  });

  it('can be neither changed nor deleted', async () => {
    expect((await server.send({ method: 'DELETE', url: `${url}/Revisions/1` })).statusCode).toBe(405);
    expect((await server.send({ url: `${url}/Revisions/1`, form: { Status: 'draft' } })).statusCode).toBe(
      405,
    );
  });
});

describe('test users', () => {
  const set = (TestUsers: string | string[]) => server.send({ url: `${url}/TestUsers`, form: { TestUsers } });

  it('are empty at first', async () => {
    expect((await server.send({ url: `${url}/TestUsers` })).json()).toEqual({
      sid: flow.sid,
      test_users: [],
      url: `http://flows.test${url}/TestUsers`,
    });
  });

  it('are replaced as a whole and keep their order', async () => {
    const response = await set(['+4930123', 'client:zoe', '+4930000']);
    expect(response.statusCode).toBe(200);
    expect(response.json().test_users).toEqual(['+4930123', 'client:zoe', '+4930000']);
    expect((await set('+4930999')).json().test_users).toEqual(['+4930999']);
    expect((await server.send({ url: `${url}/TestUsers` })).json().test_users).toEqual(['+4930999']);
  });

  it('are cleared by one empty field', async () => {
    expect((await set('')).json().test_users).toEqual([]);
  });

  it('are accepted as a JSON array', async () => {
    const response = await server.send({ url: `${url}/TestUsers`, payload: { TestUsers: ['a', 'b'] } });
    expect(response.json().test_users).toEqual(['a', 'b']);
  });

  it('are required', async () => {
    const response = await server.send({ url: `${url}/TestUsers`, form: {} });
    expect(response.json()).toMatchObject({
      status: 400,
      code: 20001,
      message: 'Missing required parameter TestUsers in the post body',
    });
  });

  it('have at most 300 bytes each, and nothing is stored when one is longer', async () => {
    const longest = 'ä'.repeat(150);
    expect((await set([longest])).json().test_users).toEqual([longest]);
    const response = await set(['+4930123', `${longest}x`]);
    expect(response.json()).toMatchObject({ status: 400, code: 20001, details: { field: 'TestUsers' } });
    expect((await server.send({ url: `${url}/TestUsers` })).json().test_users).toEqual([longest]);
  });

  it.each(['+1', '+49 30', 'whatsapp:+12'])(
    'cannot be %s, which is written like a number',
    async (number) => {
      const response = await set(['client:zoe', number]);
      expect(response.json()).toMatchObject({ status: 400, code: 20001, details: { field: 'TestUsers' } });
    },
  );

  it('can be a long list', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => `+4930${String(n).padStart(5, '0')}`);
    expect((await set(many)).json().test_users).toEqual(many);
    expect((await server.send({ url: `${url}/TestUsers` })).json().test_users).toEqual(many);
  });
});

describe('a base revision', () => {
  const update = (fields: Record<string, string>) =>
    server.send({ url, form: { Status: 'draft', ...fields } });
  const newest = async () => (await server.send({ url })).json<FlowResource>().revision;

  it('that is the newest is accepted', async () => {
    const revision = await newest();
    const response = await update({ BaseRevision: String(revision) });
    expect(response.statusCode).toBe(200);
    expect(response.json<FlowResource>().revision).toBe(revision + 1);
  });

  it('that is stale or in the future is refused with the latest one, and nothing is stored', async () => {
    const revision = await newest();
    for (const base of [revision - 1, revision + 1, 0]) {
      const response = await update({ Status: 'published', BaseRevision: String(base) });
      expect(response.json()).toMatchObject({
        status: 409,
        code: 20409,
        details: { latest_revision: revision },
      });
    }
    expect(await newest()).toBe(revision);
  });

  it('lets one of two concurrent changes through', async () => {
    const base = String(await newest());
    const responses = await Promise.all([update({ BaseRevision: base }), update({ BaseRevision: base })]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('that is no number is refused', async () => {
    const response = await update({ BaseRevision: 'newest' });
    expect(response.json()).toMatchObject({ status: 400, details: { field: 'BaseRevision' } });
  });
});

describe('the diff of two revisions', () => {
  const diffOf = (from: string, to: string) =>
    server.send({ url: `/v1/Flows/${flow.sid}/Diff?From=${from}&To=${to}` });

  it('has the changes of the definition', async () => {
    const definition = { ...emptyDefinition(), description: 'Changed' };
    await server.send({ url, form: { Status: 'draft', Definition: JSON.stringify(definition) } });
    expect((await diffOf('1', 'LatestRevision')).json()).toEqual({
      behaviour: 'same',
      changes: [
        {
          kind: 'flow-changed',
          path: '#/description',
          before: 'A new flow',
          after: 'Changed',
          text: 'The description is now "Changed" instead of "A new flow".',
        },
      ],
    });
    expect((await diffOf('1', 'LatestPublished')).json()).toEqual({ behaviour: 'same', changes: [] });
  });

  it.each([
    ['x', '1', 400],
    ['1', '', 400],
    ['1', '999', 404],
  ])('from %j to %j is answered with %i', async (from, to, status) => {
    expect((await diffOf(from, to)).statusCode).toBe(status);
  });

  it('is not for other accounts', async () => {
    const response = await server.send({ url: `/v1/Flows/${flow.sid}/Diff?From=1&To=2`, by: server.other });
    expect(response.statusCode).toBe(404);
  });
});
