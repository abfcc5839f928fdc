/** Test fixture: a server with a Full Access key of its email API. */

import { expect } from 'vitest';
import type { ApiKeyWithSecret } from '#api/email/keys.ts';
import { emailPaths } from '#api/email/paths.ts';
import { basicAuthorization, openTestServer, type TestServer } from '../../testing/server.ts';

export type Call = {
  /** Null for no key; the Full Access key by default. */
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /** The region prefix before /v3. */
  prefix?: string;
};

export type EmailApiResponse = {
  status: number;
  json: unknown;
  headers: Record<string, unknown>;
  body: string;
};

export type EmailApi = {
  server: TestServer;
  key: string;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    call?: Call,
  ): Promise<EmailApiResponse>;
  makeKey(scopes?: string[], prefix?: string): Promise<ApiKeyWithSecret>;
  close(): Promise<void>;
};

export async function openEmailApi(environment: Record<string, string> = {}): Promise<EmailApi> {
  const server = await openTestServer(environment);
  let own = '';
  const call: EmailApi['call'] = async (method, url, { key = own, body, headers, prefix = '' } = {}) => {
    const answer = await server.app.inject({
      method,
      url: prefix + url,
      headers: {
        host: 'mail.test',
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json: unknown = answer.body === '' ? null : answer.json();
    return { status: answer.statusCode, json, headers: answer.headers, body: answer.body };
  };
  let made = 0;
  const makeKey: EmailApi['makeKey'] = async (scopes, prefix = '') => {
    made += 1;
    const answer = await call('POST', emailPaths.keys, {
      body: { name: `Key ${made}`, ...(scopes !== undefined && { scopes }) },
      headers: { authorization: basicAuthorization(server.account) },
      prefix,
    });
    expect(answer.body).toContain('"api_key"');
    return answer.json as ApiKeyWithSecret;
  };
  own = (await makeKey()).api_key;
  return { server, key: own, call, makeKey, close: () => server.close() };
}
