/** For tests: a way to a server that can be told to swallow what goes over the connections that it has. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type BlackholeProxy = {
  port: number;
  /** From now on nothing comes through on the connections that there are; none is closed, and new ones work. */
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
      // How a connection of this line ends is for its two ends to judge.
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
