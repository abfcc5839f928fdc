/** Where a server listens: its URL on this machine, and the sentence where it cannot listen. */

import type { Server } from 'node:http';

/** The server cannot listen on the address of the settings; the message is one sentence. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';

  constructor(host: string, port: number, cause: unknown) {
    const isUsed = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const message = cause instanceof Error ? cause.message : String(cause);
    const reason = isUsed
      ? 'another program listens there; end it, or set PORT to another port'
      : `${message}; set HOST and PORT to an address that this user can listen on`;
    super(`Patchbay cannot listen on ${host} port ${port}: ${reason}.`, { cause });
  }
}

/** The URL on this machine of a server that listens on the host; `port` is what the settings say. */
export function listeningUrl(server: Server, host: string, port: number): string {
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const everywhere = ['0.0.0.0', '::'].includes(host);
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${actual}`;
}
