/** The connection for notifications of a process that ends soon after it began. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { sharedTestPostgres } from '../../testing/postgres.ts';
import { openPgNotifyChannel } from './pg-notify.ts';

it('is closed also where that was asked for while it connected', async () => {
  const postgres = sharedTestPostgres();
  const url = new URL(await postgres.create());
  const port = Number(url.port);
  const seen = { accepted: 0, open: 0 };
  const proxy = createServer((here) => {
    seen.accepted += 1;
    seen.open += 1;
    const there = connect(port, '127.0.0.1');
    here.pipe(there).pipe(here);
    here.on('close', () => {
      seen.open -= 1;
      there.destroy();
    });
    for (const each of [here, there]) each.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await openPgNotifyChannel({ connectionString: url.href }, () => {}).close();
  await expect.poll(() => seen).toEqual({ accepted: 1, open: 0 });
  proxy.close();
  await postgres.stop();
});
