/** The HTTP client; only `client/` uses it. */

import type { EmailError } from '#api/email/error.ts';
import type { Problem } from '#api/operation/problem-responses.ts';
import { dropFirstResponses, takeFirstResponse } from './first-requests.ts';
import { sendBesideNoRenewal } from './session-renewal.ts';

/** One entry of `errors` in a response of the email service; `field` is null where no field is at fault. */
export type ErrorItem = { message: string; field: string | null; help: string | null };

/**
 * A response that is not a success, or no response at all. `status` is 0 when the server could not be reached;
 * `code` is the flow API's error code, 0 when there is none; `details` is what the server adds to some codes;
 * `items` are the errors that the email service lists, empty elsewhere.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: number;
  readonly details: Problem['details'];
  readonly items: readonly ErrorItem[];

  constructor(
    message: string,
    status: number,
    code = 0,
    details?: Problem['details'],
    faults: readonly ErrorItem[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.items = faults;
  }
}

/** The status of the response that a request failed with; undefined for other errors. */
export function statusOf(failure: unknown): number | undefined {
  return failure instanceof RequestError ? failure.status : undefined;
}

/** Whether a request failed because what it was about is no longer there. */
export function isNotFound(failure: unknown): boolean {
  return statusOf(failure) === 404;
}

/** Form fields as the API takes them: a list is the field repeated, undefined is left out. */
export type FormFields = { readonly [name: string]: string | readonly string[] | undefined };

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  form?: FormFields;
  /** A body for the APIs that take JSON; a request has this or `form`. */
  json?: unknown;
  headers?: { readonly [name: string]: string };
  /** Called with the headers of every response, of errors too. */
  onHeaders?(headers: Headers): void;
  query?: { readonly [name: string]: string | number | undefined };
  signal?: AbortSignal;
  /** The request outlives the page: for what must still be sent when the page is being left. */
  keepalive?: boolean;
  /** The body as it is, in the place of JSON: null where there is none. */
  as?: 'bytes' | 'text';
  /** A 401 is expected here and does not end the session. */
  anonymous?: boolean;
};

let unauthorizedListener: (() => void) | null = null;

/** Calls `listener` for every 401 response. There is one listener, set by `main.tsx`. */
export function onUnauthorized(listener: (() => void) | null): void {
  unauthorizedListener = listener;
}

let account: string | null = null;
let switchedListener: (() => void) | null = null;

/** Sent with each request from now on: the server refuses it once the session is in another account. */
export function setAccount(sid: string | null): void {
  account = sid;
}

/** Calls `listener` when the session was switched to another account on another page. Set by `main.tsx`. */
export function onSwitched(listener: (() => void) | null): void {
  switchedListener = listener;
}

let confirm: (() => Promise<boolean>) | null = null;

/** Called when the server wants a confirmation first; the request is sent again when it gives true. Set by `main.tsx`. */
export function onUnconfirmed(listener: (() => Promise<boolean>) | null): void {
  confirm = listener;
}

/**
 * Sends a request and reads its JSON; `undefined` for an empty body.
 *
 * @throws RequestError for every response that is not a success, and when there is none
 * @throws DOMException `AbortError` when `signal` ended it
 */
export async function request<Body>(path: string, options: RequestOptions = {}): Promise<Body> {
  const { form, json, headers, query, signal, keepalive, anonymous } = options;
  const method = options.method ?? (form || json !== undefined ? 'POST' : 'GET');
  // What changes something on the server, a sign-in too, makes the early responses old.
  if (method !== 'GET') dropFirstResponses();
  const isPlain = method === 'GET' && query === undefined && headers === undefined && !signal?.aborted;
  let response: Response;
  try {
    response = await ((isPlain && takeFirstResponse(path)) ||
      sendBesideNoRenewal({ method, path }, () =>
        fetch(withQuery(path, query), {
          method,
          credentials: 'same-origin',
          headers: {
            accept: 'application/json',
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...(account !== null && { 'patchbay-account': account }),
            ...headers,
          },
          ...(form && { body: formBody(form) }),
          ...(json !== undefined && { body: JSON.stringify(json) }),
          ...(signal && { signal }),
          ...(keepalive && { keepalive }),
        }),
      ));
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new RequestError('The server is not responding. Check your connection and try again.', 0);
  }
  options.onHeaders?.(response.headers);
  if (response.ok && options.as === 'bytes')
    return (response.status === 204 ? null : await response.arrayBuffer()) as Body;
  const text = await response.text();
  if (!response.ok) {
    if (response.status === 401 && !anonymous) unauthorizedListener?.();
    const failure = errorOf(response, text);
    if (isSwitched(failure)) switchedListener?.();
    if (isUnconfirmed(failure) && (await confirm?.()) === true) return request(path, options);
    throw failure;
  }
  if (options.as === 'text') return text as Body;
  if (text === '') return undefined as Body;
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw new RequestError('The server sent a response that cannot be read. Try again.', response.status);
  }
}

const isSwitched = ({ status, details }: RequestError) =>
  status === 409 && (details as { switched_to?: string } | undefined)?.switched_to !== undefined;

const isUnconfirmed = ({ status, details }: RequestError) =>
  status === 403 && (details as { confirmation?: true } | undefined)?.confirmation === true;

function formBody(form: FormFields): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    for (const each of value === undefined ? [] : [value].flat()) body.append(name, each);
  }
  return body;
}

function withQuery(path: string, query: RequestOptions['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function errorOf(response: Response, text: string): RequestError {
  try {
    const problem = JSON.parse(text) as Partial<Problem & EmailError>;
    if (Array.isArray(problem.errors)) return emailErrorOf(response.status, problem.errors);
    const message = typeof problem.message === 'string' ? problem.message : response.statusText;
    return new RequestError(message, response.status, Number(problem.code ?? 0), problem.details);
  } catch {
    return new RequestError(response.statusText || `Status ${response.status}`, response.status);
  }
}

/** The message is that of the first error, with its help text. */
function emailErrorOf(status: number, items: EmailError['errors']): RequestError {
  const faults = items.map(({ message, field, help }) => ({
    message,
    field: field ?? null,
    help: help?.text ?? null,
  }));
  const [first] = faults;
  const message = first === undefined ? `Status ${status}` : `${first.message}. ${first.help ?? ''}`.trim();
  return new RequestError(message, status, 0, undefined, faults);
}
