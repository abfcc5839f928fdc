/**
 * Requests by operation: `callApi('GET /v1/Sinks/{Sid}', { params: { Sid } })`. Paths, fields and responses are
 * typed by the operations that the server serves; they are types only, so no schema is loaded with the page.
 */

import type { Static, TSchema } from 'typebox';
import type { FieldInputs, Operation, ResponseBody } from '#api/operation/operation.ts';
import type { KnownOperation } from '#api/operations.ts';
import { type FormFields, type RequestOptions, request } from './request.ts';

type Routes = { [O in KnownOperation as `${O['method']} ${O['path']}`]: O };

/** Method and path of an operation, with its parameters in braces. */
export type Route = keyof Routes;

/** Routes of lists that are paged. */
export type PagedRoute = keyof {
  [O in KnownOperation as O extends { query: { PageToken: unknown } }
    ? `${O['method']} ${O['path']}`
    : never]: O;
};

/** What the server answers at a route; undefined without a body, which some routes have besides one with. */
export type ResponseAt<R extends Route> =
  | ResponseBody<Routes[R]>
  | (Routes[R]['responses'] extends { 204: unknown } ? undefined : never);

/** The fields of a form at a route. */
export type FormAt<R extends Route> = Routes[R] extends { form: infer Fields }
  ? FieldInputs<Fields>
  : undefined;

/** The parameters of a query at a route. */
export type QueryAt<R extends Route> = Routes[R] extends { query: infer Fields }
  ? FieldInputs<Fields>
  : undefined;

type Part<Name extends string, Fields> =
  Record<never, never> extends Fields ? { [N in Name]?: Fields | undefined } : { [N in Name]: Fields };

/** `asJson` sends the fields as a JSON object, for long values, which percent escapes would make twice as long. */
type FormPart<Fields> = Part<'form', Fields> & { asJson?: true };

type Parts<O extends Operation> = (O extends { params: infer Fields }
  ? Part<'params', FieldInputs<Fields>>
  : unknown) &
  (O extends { query: infer Fields } ? Part<'query', FieldInputs<Fields>> : unknown) &
  (O extends { form: infer Fields } ? FormPart<FieldInputs<Fields>> : unknown) &
  (O extends { json: infer Schema extends TSchema } ? { json: Static<Schema> } : unknown);

type Transport = Pick<RequestOptions, 'headers' | 'onHeaders' | 'signal' | 'keepalive' | 'anonymous'> & {
  /** Before the path, as a region of the email API has one. */
  prefix?: string;
};

export type CallOptions<R extends Route> = Parts<Routes[R]> & Transport;

/** Options may be left out where an operation needs none. */
export type CallArguments<R extends Route> =
  Record<never, never> extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

/**
 * Sends the request of an operation.
 *
 * @throws RequestError as `request`
 */
export function callApi<R extends Route>(route: R, ...[options]: CallArguments<R>): Promise<ResponseAt<R>> {
  const { params, form, asJson = false, prefix = '', ...rest } = (options ?? {}) as AnyOptions;
  const [method, template = ''] = route.split(' ');
  return checked(
    route,
    request(prefix + pathOf(template, params), {
      ...rest,
      method: method as Method,
      ...(form && (asJson ? { json: textsOf(form) } : { form: textsOf(form) })),
    }),
  );
}

/** One page of the list at `route`; `path` is null for the first, or what `nextPagePath` gave. */
export function callPage<R extends PagedRoute>(
  route: R,
  path: string | null,
  ...[options]: CallArguments<R>
): Promise<ResponseAt<R>> {
  if (path === null) return callApi(route, ...([options] as CallArguments<R>));
  const { headers, signal } = (options ?? {}) as AnyOptions;
  return checked(route, request(path, { ...(headers && { headers }), ...(signal && { signal }) }));
}

/** In development and in tests, a response that is not as its operation says is an error. A built page does not check. */
async function checked<R extends Route>(route: R, response: Promise<ResponseAt<R>>): Promise<ResponseAt<R>> {
  const body = await response;
  if (import.meta.env.DEV) (await import('./response-check.ts')).checkResponse(route, body);
  return body;
}

type Method = NonNullable<RequestOptions['method']>;

type FormValue = string | number | boolean | readonly string[] | undefined;

type AnyOptions = Transport & {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  form?: Readonly<Record<string, FormValue>>;
  asJson?: true;
  json?: unknown;
};

/** The path with its parameters, percent-encoded. */
function pathOf(template: string, params: AnyOptions['params'] = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function textsOf(form: Readonly<Record<string, FormValue>>): FormFields {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}
