/** What the claims of a provider say: the values that rules compare, and the name and address of a person. */

import { personEmail } from '#api/people/schemas.ts';
import { isObject } from '#flow/json/json.ts';
import type { SignInRuleRow } from '../../platform/database/schema/people.ts';
import { matchesPattern } from '../../platform/http/operation-fields.ts';
import { normalizeEmail } from '../people/email-address.ts';

type Claims = Readonly<Record<string, unknown>>;

const maxNameLength = 100;
const maxEmailLength = 254;

/** What a flag of the same document proves, and nothing else. */
const provenBy = [
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
] as const;

/**
 * The claims of the ID token, along with those that the userinfo alone has. An address or number is there only where the document
 * that it is in says that it is verified: what nobody has verified its person can set, and rules would give by it.
 */
export function joinClaims<Own extends Claims>(own: Own, more: Claims): Own {
  const joined: Record<string, unknown> = { ...more, ...own };
  for (const [claim, flag] of provenBy) {
    const proving = [own, more].find((each) => isTrue(each[flag]) && Object.hasOwn(each, claim));
    delete joined[claim];
    delete joined[flag];
    if (proving !== undefined) Object.assign(joined, { [claim]: proving[claim], [flag]: true });
  }
  return joined as Own;
}

/** Some write the flag as a text. */
const isTrue = (flag: unknown) => flag === true || flag === 'true';

/** `is` compares the claim as a text; `contains` finds the value in a list, or among the words of a text. */
export function matchesRule(
  claims: Claims,
  { claim, operator, value }: Pick<SignInRuleRow, 'claim' | 'operator' | 'value'>,
): boolean {
  const found = claimAt(claims, claim);
  const normal = claim === 'email' ? normalizeEmail : (text: string) => text;
  const isValue = (text: string | undefined) => text !== undefined && normal(text) === normal(value);
  if (operator === 'is') return isValue(textOf(found));
  if (Array.isArray(found)) return found.some((each) => isValue(textOf(each)));
  // Whole words alone: "admins" is not in "no-admins".
  return typeof found === 'string' && found.split(/[\s,]+/).some(isValue);
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

/** The address, when the provider has verified it; else null. */
export function verifiedEmailOf({ email, email_verified: flag }: Claims): string | null {
  if (!isTrue(flag) || typeof email !== 'string' || email.length > maxEmailLength) return null;
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
