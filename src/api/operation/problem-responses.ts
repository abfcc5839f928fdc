/** Error responses of the flow API. */

import { type Static, Type } from 'typebox';
import type { Json } from '#flow/json/json.ts';
import { problemCodes } from '../problem.ts';
import { type ResponseSpec, resource, url } from './operation.ts';

/** The body of every error response; `details` is optional. */
export const problemSchema = resource('Problem', {
  code: Type.Unsafe<number>({ type: 'integer', enum: Object.values(problemCodes) }),
  message: Type.String(),
  more_info: url(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  details: Type.Optional(Type.Unsafe<Json>({ type: 'object' })),
});

export type Problem = Static<typeof problemSchema>;

const descriptions = {
  400: 'A parameter is missing or invalid; the message names it.',
  401: 'The credentials are missing or wrong.',
  403: 'The request is cross-site, or not allowed for this account.',
  404: 'The account has no such resource.',
  405: 'The method is not allowed.',
  409: 'The request conflicts with the state of the resource.',
  413: 'The body is too large.',
  415: 'The body is neither form-encoded nor JSON.',
  422: 'The answer would take too long.',
  429: 'Too many requests; Retry-After says when to retry.',
  500: 'Internal error; the server’s log has details.',
  503: 'The service is temporarily unavailable.',
} as const;

type Status = keyof typeof descriptions;

const responseFor = (status: Status): readonly [Status, ResponseSpec] => [
  status,
  { text: descriptions[status], schema: problemSchema },
];

/** Error responses for `responses`. Those of every operation are added by `openapi.ts`. */
export function problemResponses(...statuses: Status[]): { readonly [status: number]: ResponseSpec } {
  return Object.fromEntries(statuses.map(responseFor));
}
