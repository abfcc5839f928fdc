/** The body of an error answer of the email service. */

import Type, { type Static } from 'typebox';
import { nullable, type ResponseSpec } from '../operation/operation.ts';

export const errorItemSchema = Type.Object({
  message: Type.String(),
  /** The offending field; null where none is to blame. */
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

/** What the answers say that have one wording only. */
export const errorMessages = {
  unauthenticated: 'authorization required',
  forbidden: 'access forbidden',
  tooMany: 'too many requests',
  unknownWebhook: 'Invalid id provided.',
} as const;

const texts = {
  400: 'Something in the request cannot be used; `field` names it.',
  401: 'The key is missing, unknown or revoked.',
  403: 'The key lacks the scope, or may not act on behalf of that account.',
  404: 'There is nothing at this address for the account.',
  413: 'The body is too large.',
  429: 'The limit of this endpoint is reached; X-RateLimit-Reset says when it begins anew.',
  500: 'The server failed; its log tells more.',
} as const;

/** The error answers of an operation: those that any operation can come to, and `more`. */
export function errorResponses(...more: (400 | 404 | 413)[]): { readonly [status: number]: ResponseSpec } {
  const statuses = [...more, 401, 403, 429, 500] as const;
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => [status, { text: texts[status], schema: emailErrorSchema }]),
  );
}
