/** The error answers of the flow API, as operations list them. */

import Type from 'typebox';
import { problemCodes } from '../problem.ts';
import { type ResponseSpec, resource, url } from './operation.ts';

/** The body of every error answer; `details` is there where there is more to say. */
export const problemSchema = resource('Problem', {
  code: Type.Unsafe<number>({ type: 'integer', enum: Object.values(problemCodes) }),
  message: Type.String(),
  more_info: url(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  details: Type.Optional(Type.Unsafe<object>({ type: 'object' })),
});

const descriptions = {
  400: 'A parameter is missing or cannot be used; the message names it.',
  401: 'The credentials are missing or wrong.',
  403: 'The request comes from the page of another site, or is not for this account.',
  404: 'There is nothing at this address for the account.',
  405: 'The address does not know this method.',
  409: 'What is asked for stands against what there is.',
  413: 'The body is too large.',
  415: 'The body is neither form-encoded nor JSON.',
  429: 'There were too many requests; Retry-After says when to ask again.',
  500: 'The server failed; its log tells more.',
  503: 'The server cannot answer at the moment.',
} as const;

type Status = keyof typeof descriptions;

const responseFor = (status: Status): readonly [Status, ResponseSpec] => [
  status,
  { text: descriptions[status], schema: problemSchema },
];

/** Error answers for `answers`. What every operation can come to is in the document without being listed. */
export function problemResponses(...statuses: Status[]): { readonly [status: number]: ResponseSpec } {
  return Object.fromEntries(statuses.map(responseFor));
}
