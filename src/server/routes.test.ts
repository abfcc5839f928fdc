/** The described operations of the API and the routes of the server match. */

import { describe, expect, it } from 'vitest';
import { operations } from '#api/operations.ts';
import { openTestServer } from './testing/server.ts';

/** URLs of static files, which are not part of the API. */
const staticUrls = ['/assets/', '/*', '/v3/*', '/scim/v2/*', '/docs/'];

/** The catch-alls of the email API and of SCIM. */
const roots = ['/v3', '/scim/v2'];

const withoutNames = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '{}');

describe('operations', () => {
  it('have a route each, and each route has an operation', async () => {
    const routes: string[] = [];
    const server = await openTestServer({}, (method, address) => {
      routes.push(`${method} ${withoutNames(address)}`);
    });
    await server.close();
    const served = routes.filter(
      (route) =>
        !/^(HEAD|OPTIONS) /.test(route) &&
        !roots.some((root) => route.endsWith(` ${root}`)) &&
        !staticUrls.some((path) => route.includes(` ${path}`)),
    );
    const described = operations.map(({ method, path }) => `${method} ${withoutNames(path)}`);
    expect({ withoutOperation: served.filter((route) => !described.includes(route)) }).toEqual({
      withoutOperation: [],
    });
    expect({ withoutRoute: described.filter((each) => !served.includes(each)) }).toEqual({
      withoutRoute: [],
    });
  });

  it('serve each route under /v1, /v2, /v3 and /scim/v2 but the webhooks of carriers', async () => {
    const byHand: string[] = [];
    const server = await openTestServer({}, (method, address, operation) => {
      if (
        operation === undefined &&
        /^\/(v[123]|scim\/v2)\//.test(address) &&
        !/^(HEAD|OPTIONS)$/.test(method)
      ) {
        byHand.push(`${method} ${address}`);
      }
    });
    await server.close();
    expect(byHand.filter((route) => !/ \/(v3|scim\/v2)(\/\*)?$/.test(route))).toEqual([
      // Carriers post what they like, signed; the fields go to flows as they are.
      'POST /v1/Accounts/:account/Flows/:flow',
      'GET /v1/Accounts/:account/Flows/:flow',
    ]);
  });

  it('that anybody may call read 64 kB at most', async () => {
    const server = await openTestServer();
    const open = operations.filter(({ access, method }) => access === 'anybody' && method !== 'GET');
    expect(open.length).toBeGreaterThan(8);
    const statuses: Record<string, number> = {};
    for (const { id, method, path } of open) {
      const url = path.replaceAll(/\{\w+\}/g, 'x');
      const headers = { 'content-type': 'application/json' };
      const payload = JSON.stringify({ a: 'x'.repeat(64 * 1024) });
      const { statusCode } = await server.app.inject({ method, url, headers, payload });
      statuses[id] = statusCode;
    }
    await server.close();
    expect(Object.entries(statuses).filter(([, status]) => status !== 413)).toEqual([]);
  });

  it('have unique ids and paths, and describe every path parameter', () => {
    const ids = operations.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const places = operations.map(({ method, path }) => `${method} ${path}`);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    for (const { path, params = {} } of operations) {
      const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect({ path, params: Object.keys(params) }).toEqual({ path, params: braces });
    }
  });
});
