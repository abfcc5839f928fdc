/**
 * A minimal HTTP client that posts forms sequentially over one keep-alive connection. It runs on the same machine as the
 * server, so its own CPU time must be small.
 */

import { once } from 'node:events';
import { connect } from 'node:net';

export type Poster = {
  /** Resolves with the body of the response; `path` is that of the URL by default. @throws when the response is neither 200 nor 201. */
  post(form: string, path?: string): Promise<string>;
  close(): void;
};

/** Connects to the server of `url`; all posts go there, with the user and password that it names. */
export async function openPoster(url: URL): Promise<Poster> {
  const socket = connect(Number(url.port), url.hostname).setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  const credentials = Buffer.from(`${url.username}:${url.password}`).toString('base64');
  const head =
    ` HTTP/1.1\r\nhost: ${url.host}\r\n` +
    (url.username === '' ? '' : `authorization: Basic ${credentials}\r\n`) +
    'content-type: application/x-www-form-urlencoded\r\ncontent-length: ';
  let response = '';
  let pending = Promise.withResolvers<string>();
  socket.on('data', (piece: string) => {
    response += piece;
    const end = response.indexOf('\r\n\r\n') + 4;
    if (end === 3) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(response.slice(0, end))?.[1];
    if (response.length < end + Number(length)) return;
    if (length !== undefined && /^HTTP\/1.1 20[01] /.test(response)) pending.resolve(response.slice(end));
    else pending.reject(new Error(response));
  });
  socket.once('close', () => pending.reject(new Error('The server closed the connection.')));
  return {
    post(form, path = url.pathname) {
      response = '';
      pending = Promise.withResolvers();
      socket.write(`POST ${path}${head}${Buffer.byteLength(form)}\r\n\r\n${form}`);
      return pending.promise;
    },
    close() {
      pending.promise.catch(() => {});
      socket.destroy();
    },
  };
}
