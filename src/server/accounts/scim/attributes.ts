/**
 * What is kept of a user, and how a body or a change sets it. One table of attributes serves POST, PUT and PATCH; what is not in
 * it is accepted and not kept, as each provider sends some.
 */

import { personEmail } from '#api/people/schemas.ts';
import { maxScimMembers, type ScimPatch } from '#api/scim/schemas.ts';
import { isObject } from '#flow/json/json.ts';
import { matchesPattern } from '../../platform/http/operation-fields.ts';
import { immutable, invalidPath, invalidSyntax, invalidValue, tooMany } from './errors.ts';
import { parsePath } from './filter.ts';

export type Names = {
  displayName?: string;
  formatted?: string;
  givenName?: string;
  familyName?: string;
};

export type UserAttributes = {
  userName: string;
  externalId: string | null;
  email: string | null;
  active: boolean;
  names: Names;
};

const maxNameLength = 100;
const maxEmailLength = 254;
export const maxExternalIdLength = 255;

export const blankUser: UserAttributes = {
  userName: '',
  externalId: null,
  email: null,
  active: true,
  names: {},
};

type Setter = (user: UserAttributes, value: unknown) => UserAttributes;

const nameSetter =
  (name: keyof Names): Setter =>
  (user, value) => {
    const { [name]: _, ...others } = user.names;
    const text = textOf(name, value);
    return { ...user, names: text === null ? others : { ...others, [name]: text } };
  };

/** By their names in lower case (RFC 7643, 2.1). */
const setters = new Map<string, Setter>([
  ['username', (user, value) => ({ ...user, userName: userNameOf(value) })],
  [
    'externalid',
    (user, value) => ({ ...user, externalId: textOf('externalId', value, maxExternalIdLength) }),
  ],
  ['active', (user, value) => ({ ...user, active: activeOf(value) })],
  ['displayname', nameSetter('displayName')],
  ['name.formatted', nameSetter('formatted')],
  ['name.givenname', nameSetter('givenName')],
  ['name.familyname', nameSetter('familyName')],
  ['emails.value', (user, value) => ({ ...user, email: textOf('emails', value, maxEmailLength) })],
]);

const required = new Set(['username', 'active']);
const readOnly = new Set(['id', 'meta', 'groups']);
const coreUrn = /^urn:ietf:params:scim:schemas:core:2\.0:User:/i;

/** A user as a body describes it. @throws Refusal invalidValue */
export function userOfBody(body: object): UserAttributes {
  const user = setAll(blankUser, body);
  if (user.userName === '') throw invalidValue('userName', 'is missing');
  return user;
}

/**
 * The user after the operations, one after the other.
 *
 * @throws Refusal invalidValue, invalidPath, invalidSyntax; mutability for what the service alone sets
 */
export function patchUser(user: UserAttributes, { Operations }: ScimPatch): UserAttributes {
  return Operations.reduce((patched, { op, path, value }) => {
    const kind = kindOf(op);
    if (path === undefined) {
      if (kind === 'remove' || !isObject(value))
        throw invalidSyntax('An operation without a path has an object');
      return setAll(patched, value);
    }
    const { attribute } = parsePath(path.replace(coreUrn, ''));
    if (readOnly.has(attribute)) throw immutable(`${path} is set by the service`);
    if (kind !== 'remove') return set(patched, attribute, value);
    if (required.has(attribute)) throw immutable(`${attribute} cannot be removed`);
    return set(patched, attribute, null);
  }, user);
}

/** Some write them with a capital. */
export function kindOf(op: string): 'add' | 'replace' | 'remove' {
  const kind = op.toLowerCase();
  if (kind === 'add' || kind === 'replace' || kind === 'remove') return kind;
  throw invalidSyntax('Parameter op must be add, replace or remove');
}

function setAll(user: UserAttributes, values: object): UserAttributes {
  return Object.entries(values).reduce(
    (one, [name, value]) => set(one, name.replace(coreUrn, '').toLowerCase(), value),
    user,
  );
}

function set(user: UserAttributes, attribute: string, value: unknown): UserAttributes {
  if (attribute === 'name') {
    const parts = Object.entries(isObject(value) ? value : {});
    const { displayName } = user.names;
    const without = { ...user, names: displayName === undefined ? {} : { displayName } };
    return parts.reduce<UserAttributes>(
      (one, [part, each]) => set(one, `name.${part.toLowerCase()}`, each),
      value === null ? without : user,
    );
  }
  if (attribute === 'emails') return set(user, 'emails.value', emailOf(value));
  return setters.get(attribute)?.(user, value) ?? user;
}

/** Of a list the primary one, else the first. */
function emailOf(value: unknown): unknown {
  const list = [value].flat().filter((each) => isObject(each));
  const chosen = list.find(({ primary }) => primary === true || primary === 'True') ?? list[0];
  return chosen?.value ?? null;
}

/** `[{"value": "…"}]` is how some send a single value. */
function plainValue(value: unknown): unknown {
  const [first] = Array.isArray(value) && value.length === 1 ? value : [];
  return isObject(first) && 'value' in first ? first.value : value;
}

function textOf(attribute: string, value: unknown, maxLength = maxNameLength): string | null {
  const plain = plainValue(value);
  if (plain === null || plain === undefined || plain === '') return null;
  if (typeof plain !== 'string') throw invalidValue(attribute, 'must be a string');
  const text = plain.trim();
  if (text.length > maxLength) throw invalidValue(attribute, `must have at most ${maxLength} characters`);
  if (/\p{Cc}/u.test(text)) throw invalidValue(attribute, 'must not contain control characters');
  return text === '' ? null : text;
}

function userNameOf(value: unknown): string {
  const text = textOf('userName', value, maxEmailLength);
  if (text === null || !matchesPattern(personEmail, text))
    throw invalidValue('userName', 'must be an email address: map it to the one by which people sign in');
  return text;
}

/** A boolean; some send it as a text. */
function activeOf(value: unknown): boolean {
  const text = String(plainValue(value)).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalidValue('active', 'must be true or false');
  return text === 'true';
}

/** A new group, or all that is replaced of one. */
export type GroupAttributes = {
  displayName: string;
  externalId: string | null;
  members: ReadonlySet<string>;
};

/** What a change makes of a group: of what it does not name, nothing. */
export type GroupChange = {
  displayName?: string;
  externalId?: string | null;
  /** Whether only those stay who are named. */
  replacesMembers: boolean;
  /** Whether those who are named are members afterwards. */
  members: ReadonlyMap<string, boolean>;
};

const maxGroupNameLength = 100;
/** Members that one change names. */
const maxNamed = 2 * maxScimMembers;

/** @throws Refusal invalidValue */
export function displayNameOf(value: unknown): string {
  const text = textOf('displayName', value, maxGroupNameLength);
  if (text === null) throw invalidValue('displayName', 'must not be empty');
  return text;
}

/**
 * What the operations make of a group, one after the other. Its members are not looked at, so the work grows with those that are
 * named, which are as many as would replace a full group by another one.
 *
 * @throws Refusal invalidValue, invalidPath, invalidSyntax, tooMany; mutability for what the service alone sets
 */
export function patchGroup({ Operations }: ScimPatch): GroupChange {
  const changed: Pick<GroupChange, 'displayName' | 'externalId'> = {};
  const members = new Map<string, boolean>();
  let replacesMembers = false;
  let named = 0;
  const change = (kind: 'add' | 'replace' | 'remove', attribute: string, value: unknown) => {
    switch (attribute) {
      case 'displayname':
        changed.displayName = displayNameOf(kind === 'remove' ? null : value);
        return;
      case 'externalid':
        changed.externalId = kind === 'remove' ? null : externalIdOf(value);
        return;
      case 'members':
        if (kind === 'replace' || (kind === 'remove' && value === undefined)) {
          replacesMembers = true;
          members.clear();
        }
        named += Array.isArray(value) ? value.length : 1;
        if (named > maxNamed) throw tooMany(`A change names at most ${maxNamed} members`);
        for (const each of membersOf(value ?? [])) members.set(each, kind !== 'remove');
    }
  };
  for (const { op, path, value } of Operations) {
    const kind = kindOf(op);
    if (path === undefined) {
      if (kind === 'remove' || !isObject(value))
        throw invalidSyntax('An operation without a path has an object');
      for (const [name, each] of Object.entries(value)) change(kind, name.toLowerCase(), each);
      continue;
    }
    const { attribute, value: selected } = parsePath(path);
    if (attribute === 'id' || attribute === 'meta') throw immutable(`${path} is set by the service`);
    if (selected !== null) {
      if (attribute !== 'members' || kind !== 'remove') throw invalidPath(path);
      members.set(selected, false);
    } else change(kind, attribute, value);
  }
  return { ...changed, replacesMembers, members };
}

/** The ids of members: objects with a value, in a list or alone; some send bare ids. */
export function membersOf(value: unknown): string[] {
  return [value].flat().map((each) => {
    const id = isObject(each) ? each.value : each;
    if (typeof id !== 'string') throw invalidValue('members', 'must be a list of objects with a value');
    return id;
  });
}

export const externalIdOf = (value: unknown) => textOf('externalId', value, maxExternalIdLength);
