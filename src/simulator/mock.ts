/** Mocks: what other systems answer a widget in a simulation, instead of being requested. */

import {
  type HttpLimits,
  httpFailure,
  httpResult,
  timeoutReason,
  tooLargeReason,
} from '#engine/results/http-response.ts';
import { endpointResult, noEndpointResponse, readEndpointResponse } from '#engine/results/service-result.ts';
import type { Result } from '#engine/signal.ts';
import { subflowFailure } from '#engine/subflow.ts';
import { isObject, type Json } from '#flow/json/json.ts';

/** Why there is no response: none in time, the connection broke, or the host is not known. */
export const faults = ['timeout', 'connection', 'dns'] as const;

export type Fault = (typeof faults)[number];

/**
 * One response. `status` is 200 where it is left out; an object or a list as `body` is compact JSON, sent as
 * application/json, a text is text/plain, unless `content_type` says otherwise. `delay` is in milliseconds. `open`
 * leaves a task of a caller open, as the built-in service does, until a person completes it.
 */
export type Mock = {
  status?: number;
  body?: Json;
  content_type?: string;
  delay?: number;
  fault?: Fault;
  open?: boolean;
};

/** By widget name. Of a list each request gets the next one, and the last again and again. */
export type Mocks = Readonly<Record<string, Mock | readonly Mock[]>>;

/** The mock for request number `nth` of a widget, from 0; null when it has none. */
export function mockFor(mocks: Mocks, widget: string, nth: number): Mock | null {
  const given = Object.hasOwn(mocks, widget) ? mocks[widget] : undefined;
  if (given === undefined) return null;
  return 'length' in given ? (given[Math.min(nth, given.length - 1)] ?? null) : given;
}

/** A result, and after how many milliseconds it is there. */
export type TimedResult = { result: Result; after: number };

/** The result of an HTTP request. A response later than the limit of the request is none. */
export function mockHttp(mock: Mock, limits: HttpLimits): TimedResult {
  const failure = faultOf(mock, limits);
  if (failure !== null) return { result: httpFailure(failure.reason), after: failure.after };
  const result = httpResult({
    status: mock.status ?? 200,
    contentType: contentTypeOf(mock),
    body: bodyOf(mock),
  });
  return { result, after: mock.delay ?? 0 };
}

/** The result of a request to a service endpoint. */
export function mockService(mock: Mock, limits: HttpLimits): TimedResult {
  const failure = faultOf(mock, limits);
  const response =
    failure === null
      ? readEndpointResponse({ status: mock.status ?? 200, body: bodyOf(mock) })
      : noEndpointResponse(failure.reason);
  return { result: endpointResult(response), after: failure?.after ?? mock.delay ?? 0 };
}

/** The result of a subflow: the variables that it sets. A fault, or a status that is no success, is its failure. */
export function mockSubflow(mock: Mock): TimedResult {
  const after = mock.delay ?? 0;
  if (isFailure(mock)) return { result: subflowFailure('The subflow failed'), after };
  return { result: { ok: true, data: isObject(mock.body) ? mock.body : {}, steps: 0 }, after };
}

/** True for a fault and for a status that is no success. */
export function isFailure({ fault, status = 200 }: Mock): boolean {
  return fault !== undefined || status < 200 || status > 299;
}

function faultOf(mock: Mock, limits: HttpLimits): { reason: string; after: number } | null {
  const { delay = 0, fault } = mock;
  const isLate = fault === 'timeout' || (fault === undefined && delay > limits.timeout_ms);
  if (isLate) return { reason: timeoutReason(limits.timeout_ms), after: limits.timeout_ms };
  if (fault === 'connection') return { reason: 'The other side broke the connection off', after: delay };
  if (fault === 'dns') return { reason: 'The host is not known', after: delay };
  const size = new TextEncoder().encode(bodyOf(mock)).length;
  return size > limits.max_bytes ? { reason: tooLargeReason(limits.max_bytes), after: delay } : null;
}

function bodyOf({ body }: Mock): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function contentTypeOf({ body, content_type: given }: Mock): string {
  if (given !== undefined) return given;
  if (body === undefined) return '';
  return typeof body === 'string' ? 'text/plain' : 'application/json';
}
