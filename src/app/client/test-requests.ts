/** Requests that the server sends for a test run. */

import type { TestRequestResource } from '#api/flows/test-requests.ts';
import { callApi, type FormAt } from './api.ts';

export type TestRequestForm = FormAt<'POST /v1/Flows/{Sid}/TestRequests'>;

/** Sends the request through the server. @throws RequestError when it is refused or gets no response */
export function sendTestRequest(sid: string, form: TestRequestForm): Promise<TestRequestResource> {
  return callApi('POST /v1/Flows/{Sid}/TestRequests', { params: { Sid: sid }, form });
}
