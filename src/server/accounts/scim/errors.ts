/** Refusals with the `scimType` of RFC 7644, 3.12. */

import type { ScimErrorType } from '#api/scim/schemas.ts';
import { Refusal, type RefusalKind } from '../../platform/errors.ts';

const refusal = (kind: RefusalKind, scimType: ScimErrorType, message: string) =>
  new Refusal(kind, message, { details: { scimType } });

export const invalidFilter = (reason: string) =>
  refusal('bad-request', 'invalidFilter', `Parameter filter cannot be used: ${reason}`);

export const invalidPath = (path: string) =>
  refusal('bad-request', 'invalidPath', `${path.slice(0, 100)} is no path of an attribute`);

export const invalidValue = (attribute: string, reason: string) =>
  refusal('bad-request', 'invalidValue', `Parameter ${attribute} ${reason}`);

export const invalidSyntax = (message: string) => refusal('bad-request', 'invalidSyntax', message);

export const immutable = (message: string) => refusal('bad-request', 'mutability', message);

export const tooMany = (message: string) => refusal('bad-request', 'tooMany', message);

export const notUnique = (message: string) => refusal('conflict', 'uniqueness', message);
