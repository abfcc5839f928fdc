/** The body of an error response of the email API. */

import { type Static, Type } from 'typebox';
import { nullable, type ResponseSpec } from '../operation/operation.ts';

export const errorItemSchema = Type.Object({
  message: Type.String(),
  /** The offending field; null where there is none. */
  field: Type.Optional(nullable(Type.String())),
  /** What to do about it. */
  help: Type.Optional(Type.Object({ text: Type.String() })),
  /** The webhook that has the URL already. */
  id: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
});

export type EmailErrorItem = Static<typeof errorItemSchema>;

export const emailErrorSchema = Type.Object(
  { errors: Type.Array(errorItemSchema), id: Type.Optional(Type.String()) },
  { title: 'EmailFailure' },
);

export type EmailError = Static<typeof emailErrorSchema>;

/** The messages of errors that have a fixed text. */
export const errorMessages = {
  unauthenticated: 'authorization required',
  forbidden: 'access forbidden',
  tooMany: 'too many requests',
  unknownWebhook: 'Invalid id provided.',
} as const;

const texts = {
  400: 'The request is invalid; `field` names the reason.',
  401: 'The key is missing, unknown or revoked.',
  403: 'The key lacks the scope, or may not act on behalf of that account.',
  404: 'There is nothing at this address for the account.',
  429: 'The rate limit of this endpoint is reached (X-RateLimit-Reset says when it resets), or there were too many wrong credentials from this address (Retry-After says when to retry).',
  500: 'An internal error; details are in the log.',
} as const;

/** Error responses for `responses`. Those of every operation are added by `openapi.ts`. */
export function errorResponses(...statuses: (keyof typeof texts)[]): {
  readonly [status: number]: ResponseSpec;
} {
  return Object.fromEntries(
    statuses.map((status) => [status, { text: texts[status], schema: emailErrorSchema }]),
  );
}
