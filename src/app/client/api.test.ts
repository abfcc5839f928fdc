/** A request names its operation; what that does not have, does not compile. */

import { afterEach, expect, it, vi } from 'vitest';
import { callApi, type FormAt } from './api.ts';

afterEach(() => void vi.unstubAllGlobals());

function answering(body: unknown) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const recovery = 'POST /v1/Mail/Deliveries/Webhooks/{WebhookId}/Recover';
const recoveryOptions = { params: { WebhookId: 'a/b' }, form: { Since: '2026-11-25' } };

it('fills in the path and sends the fields as a form', async () => {
  const fetched = answering({ webhook_id: 'a/b', events: 2 });
  expect((await callApi(recovery, recoveryOptions)).events).toBe(2);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect({ url, method: init?.method, body: String(init?.body) }).toEqual({
    url: '/v1/Mail/Deliveries/Webhooks/a%2Fb/Recover',
    method: 'POST',
    body: 'Since=2026-11-25',
  });
});

it('refuses a response that is not as the operation says', async () => {
  answering({ webhook_id: 'a/b', events: -1 });
  await expect(callApi(recovery, recoveryOptions)).rejects.toThrow(
    `${recovery}: the response is not as the operation says: /events must be >= 0`,
  );
  answering({ webhook_id: 'a/b', events: 2, more: true });
  await expect(callApi(recovery, recoveryOptions)).rejects.toThrow('/more');
});

it('knows routes, parameters, fields and responses at compile time', () => {
  const form: FormAt<'POST /v1/Sinks'> = { Destination: 'https://hooks.test/', Kinds: ['flow.step.ended'] };
  const notCompiling = [
    // @ts-expect-error no such field of the response
    async () => (await callApi('POST /v1/Sinks', { form })).destinaton,
    // @ts-expect-error no such field of the form
    () => callApi('POST /v1/Sinks', { form: { ...form, Secrets: 'x' } }),
    // @ts-expect-error a required field is missing
    () => callApi('POST /v1/Sinks', { form: { Destination: 'https://hooks.test/' } }),
    // @ts-expect-error no such kind
    () => callApi('POST /v1/Sinks', { form: { ...form, Kinds: ['flow.step.begun'] } }),
    // @ts-expect-error the parameter of the path is missing
    () => callApi('GET /v1/Sinks/{Sid}'),
    // @ts-expect-error no such route
    () => callApi('PUT /v1/Sinks', {}),
  ];
  expect(notCompiling).toHaveLength(6);
});
