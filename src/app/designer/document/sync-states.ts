/** The states of the synchronization of one open flow, and what leads from one to another. */

export type SyncState =
  /** A copy of the server is needed: there is none yet, or the edits since are no longer kept. */
  | 'opening'
  /** Nothing of the log is missing. */
  | 'live'
  /** As live, with own edits under way. */
  | 'sending'
  /** Edits of the log are missing, or may be. */
  | 'behind'
  /** As behind, with the missing edits under way. */
  | 'catchingUp'
  /** The server does not respond. Whether edits are missing shows when it does. */
  | 'offline'
  /** The server knows another version of edits than this page, which has to be loaded again. */
  | 'refused'
  /** The flow is no longer on the server. */
  | 'deleted';

export type SyncEvent =
  /** A copy of the server was taken over. It may be older than what the stream has brought meanwhile. */
  | 'copied'
  /** Own edits were sent. */
  | 'sent'
  /** The missing edits were asked for. */
  | 'requested'
  /** The server responded to a request. */
  | 'answered'
  /** The last one of the missing edits was taken over. */
  | 'caughtUp'
  | 'missed'
  | 'expired'
  | 'failed'
  | 'otherFormat'
  | 'deleted';

const always = { failed: 'offline', otherFormat: 'refused', deleted: 'deleted' } as const;

/** An event that a state does not list leaves it as it is. */
export const transitions: Record<SyncState, Partial<Record<SyncEvent, SyncState>>> = {
  opening: { ...always, copied: 'behind' },
  live: { ...always, sent: 'sending', missed: 'behind', expired: 'opening' },
  sending: { ...always, answered: 'live', missed: 'behind', expired: 'opening' },
  behind: { ...always, requested: 'catchingUp', expired: 'opening' },
  // What is missed while edits are under way may not be among them.
  catchingUp: { ...always, caughtUp: 'live', missed: 'behind', expired: 'opening' },
  offline: { ...always, answered: 'behind' },
  // What is pending stays; nothing is taken over or sent any more.
  refused: {},
  deleted: {},
};

export const stateAfter = (state: SyncState, event: SyncEvent): SyncState =>
  transitions[state][event] ?? state;

export const isEnded = (state: SyncState): boolean => state === 'refused' || state === 'deleted';
