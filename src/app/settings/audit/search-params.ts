/** Search parameters of the audit log: each filter and the chosen event is a link. Days are YYYY-MM-DD, both included. */

export const actorKinds = ['session', 'token', 'key', 'rule', 'operator', 'server'] as const;

export type ActorKind = (typeof actorKinds)[number];

export type AuditSearch = {
  /** The search. */
  q?: string | undefined;
  /** SID of a member, account or key. */
  who?: string | undefined;
  /** What the events are about. */
  what?: string | undefined;
  by?: ActorKind | undefined;
  /** SID of what it was done to. */
  object?: string | undefined;
  /** With the events of the accounts below this one. */
  below?: true | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** SID of the event that is shown. */
  event?: string | undefined;
};

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value);

const textIn = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

const day = /^\d{4}-\d\d-\d\d$/;
const id = /^[\w.:@-]{1,200}$/;

export function readAuditSearch({
  q,
  who,
  what,
  by,
  object,
  below,
  from,
  to,
  event,
}: Record<string, unknown>): AuditSearch {
  const read = {
    // A number in an address was read as one.
    q: textIn(typeof q === 'number' ? String(q) : q, /^(?=.*\S).{1,200}$/),
    who: textIn(who, id),
    what: textIn(what, /^[a-z_]{1,40}$/),
    by: oneOf(actorKinds, by),
    object: textIn(object, id),
    below: below === true ? (true as const) : undefined,
    from: textIn(from, day),
    to: textIn(to, day),
    event: textIn(event, /^AE[0-9a-f]{32}$/),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
