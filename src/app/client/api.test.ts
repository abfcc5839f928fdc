/** A request names its operation; what that does not have, does not compile. */

import { afterEach, expect, it, vi } from 'vitest';
import { callApi, type FormAt } from './api.ts';

afterEach(() => void vi.unstubAllGlobals());

function answering(body: unknown) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

it('fills in the path and sends the fields as a form', async () => {
  const fetched = answering({ sid: 'WT1' });
  const task = await callApi('POST /v1/Tasks/{Sid}', {
    params: { Sid: 'a/b' },
    form: { Status: 'completed' },
  });
  expect(task.sid).toBe('WT1');
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect({ url, method: init?.method, body: String(init?.body) }).toEqual({
    url: '/v1/Tasks/a%2Fb',
    method: 'POST',
    body: 'Status=completed',
  });
});

it('knows routes, parameters, fields and responses at compile time', async () => {
  answering({});
  const form: FormAt<'POST /v1/Sinks'> = { Destination: 'https://hooks.test/', Kinds: ['flow.step.ended'] };
  const sink = await callApi('POST /v1/Sinks', { form });
  // @ts-expect-error no such field of the response
  expect(sink.destinaton).toBeUndefined();
  // @ts-expect-error no such field of the form
  await callApi('POST /v1/Sinks', { form: { ...form, Secrets: 'x' } });
  // @ts-expect-error a required field is missing
  await callApi('POST /v1/Sinks', { form: { Destination: 'https://hooks.test/' } });
  // @ts-expect-error no such kind
  await callApi('POST /v1/Sinks', { form: { ...form, Kinds: ['flow.step.begun'] } });
  // @ts-expect-error the parameter of the path is missing
  await callApi('GET /v1/Sinks/{Sid}');
  // @ts-expect-error no such route
  await callApi('PUT /v1/Sinks', {});
});
