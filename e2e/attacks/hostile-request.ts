/** A request that is meant to hold up a server, as it is sent by `npm run test:attacks` and by the benchmark. */

import { request as sendHttp } from 'node:http';
import { text } from 'node:stream/consumers';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { RunningServer } from '../server.ts';

export type Target = Pick<RunningServer, 'url' | 'account'>;

export type HostileRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
};

export type HostileCase = {
  /** What is attempted, as a sentence fragment. */
  name: string;
  /** The limit or rule that stops it. */
  expects: string;
  /** The status of the response where it is stopped. */
  status: number;
  /** Milliseconds for which nobody else may have to wait; far more where that depends on the machine above all. */
  maxStallMs?: number;
  /** Stores what the requests need; the result makes one request after the other. */
  prepare(target: Target): Promise<() => HostileRequest>;
};

/** A case that needs nothing stored. */
export function hostile(
  { name, expects, status }: Omit<HostileCase, 'prepare'>,
  makeRequest: (target: Target) => HostileRequest,
): HostileCase {
  return {
    ...{ name, expects, status },
    async prepare(target) {
      const request = makeRequest(target);
      return () => request;
    },
  };
}

export function post(path: string, type: 'form' | 'json', body: string): HostileRequest {
  const contentType = type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { method: 'POST', path, headers: { 'content-type': contentType }, body: Buffer.from(body) };
}

/** Sends with the credentials of the account. @throws Error when there is no response */
export async function sendTo(
  { url, account }: Target,
  { method, path, headers, body }: HostileRequest,
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    body: string;
    headers: Record<string, unknown>;
  }>();
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const sent = sendHttp(
    new URL(path, url),
    { method, headers: { authorization, ...length, ...headers } },
    (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, body: read, headers: response.headers }),
        reject,
      );
    },
  );
  sent.once('error', reject).end(body);
  return promise;
}

/** Publishes a flow and returns its SID. @throws Error when it is refused */
export async function publish(target: Target, definition: FlowDefinition): Promise<string> {
  const form = new URLSearchParams({
    ...{ FriendlyName: 'Hostile', Status: 'published', Definition: JSON.stringify(definition) },
  });
  const store = () => sendTo(target, post(paths.flows, 'form', form.toString()));
  let response = await store();
  // A busy machine may not check a large one in its time.
  for (let left = 5; left > 0 && /too large to be checked/.test(response.body); left -= 1)
    response = await store();
  if (response.status !== 201) throw new Error(`The flow was not stored: ${response.body}`);
  return (JSON.parse(response.body) as { sid: string }).sid;
}
