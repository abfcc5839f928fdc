/** What the claims of a provider say: the values that rules compare, and the name and address of a person. */

import { personEmail } from '#api/people/schemas.ts';
import { isObject } from '#flow/json/json.ts';
import type { SignInRuleRow } from '../../platform/database/schema/people.ts';
import { matchesPattern } from '../../platform/http/operation-fields.ts';
import { normalizeEmail } from '../people/members-service.ts';

type Claims = Readonly<Record<string, unknown>>;

const maxNameLength = 100;
const maxEmailLength = 254;

/** `is` compares the claim as a text; `contains` finds the value in a list, or among the words of a text. */
export function matchesRule(
  claims: Claims,
  { claim, operator, value }: Pick<SignInRuleRow, 'claim' | 'operator' | 'value'>,
): boolean {
  const found = claimAt(claims, claim);
  if (operator === 'is') return textOf(found) === value;
  if (Array.isArray(found)) return found.some((each) => textOf(each) === value);
  // Whole words alone: "admins" is not in "no-admins".
  return typeof found === 'string' && found.split(/[\s,]+/).includes(value);
}

/** The claim of that name; else, as names of claims may have dots, the one at that path. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), claims);
}

function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** The address in lower case, when the provider has verified it; else null. Some write the flag as a text. */
export function verifiedEmailOf({ email, email_verified: flag }: Claims): string | null {
  const isVerified = flag === true || flag === 'true';
  if (!isVerified || typeof email !== 'string' || email.length > maxEmailLength) return null;
  const normal = normalizeEmail(email);
  return matchesPattern(personEmail, normal) ? normal : null;
}

/** What others see; the part before the @ where the provider says no name. */
export function nameOf(claims: Claims, email: string): string {
  const given = [claims.name, claims.preferred_username].find(
    (each): each is string => typeof each === 'string' && /\S/.test(each),
  );
  const [mailbox = email] = email.split('@');
  const name = (given ?? mailbox).replaceAll(/\p{Cc}+/gu, ' ').trim();
  return (name === '' ? mailbox : name).slice(0, maxNameLength);
}
