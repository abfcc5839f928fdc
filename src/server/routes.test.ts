/** The description of the API and the routes of the server say the same. */

import { describe, expect, it } from 'vitest';
import { operations } from '#api/operations.ts';
import { openTestServer } from './testing/server.ts';

/** Addresses that are the page's or a browser's and no part of the API. */
const notOfTheApi = ['/assets/', '/*', '/v3/*', '/docs/'];

/** Where everything below it that no route knows is refused. */
const root = '/v3';

const withoutNames = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '{}');

describe('operations', () => {
  it('are each a route of the server, and each route is one of them', async () => {
    const routes: string[] = [];
    const server = await openTestServer({}, (method, address) => {
      routes.push(`${method} ${withoutNames(address)}`);
    });
    await server.close();
    const served = routes.filter(
      (route) =>
        !/^(HEAD|OPTIONS) /.test(route) &&
        !route.endsWith(` ${root}`) &&
        !notOfTheApi.some((path) => route.includes(` ${path}`)),
    );
    const described = operations.map(({ method, path }) => `${method} ${withoutNames(path)}`);
    expect({ withoutOperation: served.filter((route) => !described.includes(route)) }).toEqual({
      withoutOperation: [],
    });
    expect({ withoutRoute: described.filter((each) => !served.includes(each)) }).toEqual({
      withoutRoute: [],
    });
  });

  it('have names and addresses of their own, and describe every parameter of their address', () => {
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
