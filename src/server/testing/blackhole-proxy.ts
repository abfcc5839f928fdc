/** For tests: a TCP proxy that can drop all traffic of its open connections without closing them. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type BlackholeProxy = {
  port: number;
  /** From now on nothing passes the open connections; none is closed, and new ones work. */
  blackhole(): void;
  close(): Promise<void>;
};

export async function openBlackholeProxy(port: number): Promise<BlackholeProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((here) => {
    const there = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      // Errors are for the two ends to handle.
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    blackhole() {
      for (const each of sockets) each.unpipe().resume();
    },
    async close() {
      for (const each of sockets) each.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
