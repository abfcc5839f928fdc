/** The addresses of nodes, which the client library reads. */

import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { urlOnNode } from './citus-nodes.ts';

/** Where the client library would connect to. */
function readByClient(url: string) {
  const { host, port, database, user, password } = new pg.Client({ connectionString: url });
  return { host, port, database, user, password };
}

describe('the address of the database on a node', () => {
  const node = { node: '1', host: 'db1.internal', port: 5433 };
  const known = { database: 'patchbay', user: 'flows', password: 'p@ss' };

  it.each([
    'postgres://flows:p%40ss@db0.internal:5432/patchbay',
    'postgres://flows:p%40ss@db0.internal/patchbay?host=/var/run/postgresql&port=6432',
  ])('has the name, user and password of %s', (url) => {
    expect(readByClient(urlOnNode(url, node))).toEqual({ host: 'db1.internal', port: 5433, ...known });
  });

  it('may be one of IPv6', () => {
    const url = urlOnNode('postgres://flows@db0.internal/patchbay?application_name=a', {
      ...node,
      host: 'fd00::1',
    });
    expect(url).toBe('postgres://flows@[fd00::1]:5433/patchbay?application_name=a');
  });
});
