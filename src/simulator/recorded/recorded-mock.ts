/** Responses of other systems as mocks, from the variables and notes of the step that they led to. */

import { isObject, type Json, type JsonObject, textOf } from '#flow/json/json.ts';
import { isFailureEvent } from '../event-data.ts';
import type { Fault, Mock } from '../mock.ts';
import type { MockedCommand } from '../simulation.ts';
import { type RecordedMoment, widgetVariables } from './execution-record.ts';

/** The response to a request of that kind. */
export function recordedMock(kind: MockedCommand['kind'], step: RecordedMoment): Mock {
  return kind === 'http' ? httpMock(step) : systemMock(step);
}

function httpMock(step: RecordedMoment): Mock {
  const { status_code: status, content_type: type, body } = widgetVariables(step);
  if (typeof status !== 'number' || status === 0)
    return { fault: faultOf(step.notes.map(({ message }) => message).join(' ')) };
  return mockOfResponse({ status, contentType: textOf(type), body: textOf(body) });
}

/** An HTTP response as a mock. */
export function mockOfResponse(response: { status: number; contentType: string; body: string }): Mock {
  const { status, contentType: type, body: text } = response;
  if (text === '') return { status };
  const value = type.startsWith('application/json') ? jsonOf(text) : undefined;
  const contentType = type.split(';')[0]?.trim() ?? '';
  // Another layout of the JSON is another text to a template that reads it whole.
  if (value !== undefined && JSON.stringify(value) === text) return { status, body: value };
  const isPlain = contentType === 'text/plain';
  return { status, body: text, ...(!isPlain && { content_type: contentType }) };
}

/** A service, a task or a subflow: its response is the variables. */
function systemMock(step: RecordedMoment): Mock {
  const { status_code: status, ...body } = widgetVariables(step);
  if (!isFailureEvent(step.name)) return { status: 200, body: body as JsonObject };
  return { status: typeof status === 'number' && status >= 300 ? status : 500, body };
}

/** Why there was no response, by the sentences of `#engine/results/http-response.ts` and the server's requests. */
export function faultOf(text: string): Fault {
  if (/within|timeout|timed out/i.test(text)) return 'timeout';
  return /not known|looked up|ENOTFOUND/i.test(text) ? 'dns' : 'connection';
}

/** Undefined for a text that is no JSON object or list. */
function jsonOf(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
