/** Requests that the server sends for a test run. */

import type { TestRequestResource } from '#api/flows/test-requests.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

export type TestRequestForm = { Method: 'GET' | 'POST'; Url: string; ContentType?: string; Body?: string };

/** Sends the request through the server. @throws RequestError when it is refused or gets no response */
export function sendTestRequest(sid: string, form: TestRequestForm): Promise<TestRequestResource> {
  return request<TestRequestResource>(paths.testRequests(sid), { form });
}
