/** Search parameters of the audit log: each filter and the chosen event is a link. Days are YYYY-MM-DD, both included. */

import { day, isTrue, matching, oneOf, searchReader, text } from '../../ui/search-params.ts';

export const actorKinds = ['session', 'token', 'key', 'rule', 'operator', 'server'] as const;

export type ActorKind = (typeof actorKinds)[number];

const id = matching(/^[\w.:@-]{1,200}$/);

export type AuditSearch = ReturnType<typeof readAuditSearch>;

export const readAuditSearch = searchReader({
  /** The search. */
  q: text(200),
  /** SID of a member, account or key. */
  who: id,
  /** What the events are about. */
  what: matching(/^[a-z_]{1,40}$/),
  by: oneOf(actorKinds),
  /** SID of what it was done to. */
  object: id,
  /** With the events of the accounts below this one. */
  below: isTrue,
  from: day,
  to: day,
  /** SID of the event that is shown. */
  event: matching(/^AE[0-9a-f]{32}$/),
});
