/** An event of the audit log as it is recorded: who, what, before and after in short, from where. */

import { isDeepStrictEqual } from 'node:util';
import { type Recorded, reasonField } from '#api/operation/audit.ts';
import type { ActorKind } from '../database/schema/audit.ts';
import { withoutUrlCredentials } from '../outbound/url-credentials.ts';
import type { Caller } from '../service-context.ts';
import type { ObjectState } from './audited-objects.ts';

/** One field that changed, or that a request had. Of a secret only that it was given. */
export type AuditChange = { field: string; before: string | null; after: string | null; is_secret?: true };

export type Actor = { kind: ActorKind; sid: string | null; name: string | null; role: string | null };

const maxValueLength = 120;
const maxReasonLength = 500;
const maxChanges = 40;

export const operatorActor: Actor = { kind: 'operator', sid: null, name: null, role: null };
export const serverActor: Actor = { kind: 'server', sid: null, name: null, role: null };
export const unknownActor: Actor = { kind: 'nobody', sid: null, name: null, role: null };

/**
 * By an identity provider, by a key of the account or of the email API, by a personal token of a person, by the session of a person
 * or of the account, or by its token.
 */
export function actorOf({ account, role, provider, key, emailKey, person, isSession }: Caller): Actor {
  if (provider !== undefined) return { kind: 'rule', sid: provider.sid, name: provider.name, role: null };
  if (emailKey !== undefined) return { kind: 'key', sid: emailKey.id, name: emailKey.name, role };
  if (key?.isPersonal === true && person !== undefined)
    return { kind: 'key', sid: person.sid, name: `${person.name} (${key.name})`, role };
  if (key !== undefined) return { kind: 'key', sid: key.sid, name: key.name, role };
  if (person !== undefined) return { kind: 'session', sid: person.sid, name: person.name, role };
  return { kind: isSession === true ? 'session' : 'token', sid: account, name: null, role };
}

/** What the request sent and the state of the object, before and after, in short. */
export function changesOf(
  { shows = [], secrets = [], counts = [] }: Recorded,
  sent: Readonly<Record<string, unknown>>,
  before: ObjectState | undefined,
  after: ObjectState | undefined,
): AuditChange[] {
  const changed = Object.keys({ ...before?.state, ...after?.state }).flatMap((field): AuditChange[] => {
    const [one, other] = [before?.state[field] ?? null, after?.state[field] ?? null];
    return isDeepStrictEqual(one, other) ? [] : [{ field, before: shortText(one), after: shortText(other) }];
  });
  const given = (fields: readonly string[]) =>
    fields.filter((field) => sent[field] !== undefined && changed.every((each) => each.field !== field));
  return [
    ...changed,
    ...given(shows).map((field) => ({ field, before: null, after: shortText(sent[field]) })),
    ...given(counts).map((field) => ({ field, before: null, after: shortText(countOf(sent[field])) })),
    ...given(secrets).map((field) => ({ field, before: null, after: null, is_secret: true as const })),
  ].slice(0, maxChanges);
}

/** Why, in the words of who asked. */
export function reasonOf(sent: Readonly<Record<string, unknown>>): string | null {
  const reason = sent[reasonField];
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim().slice(0, maxReasonLength) : null;
}

export function shortText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  const shown = withoutUrlCredentials(text);
  // Whole characters: half of one is no text that a database can hold.
  return shown.length <= maxValueLength ? shown : `${[...shown].slice(0, maxValueLength - 1).join('')}…`;
}

const countOf = (value: unknown) => (Array.isArray(value) ? value.length : 1);
