/**
 * Who may do what: the permissions of the operations, and which roles have them. Each operation names the one that it needs,
 * and nothing else decides: the server refuses by this table, `/openapi.json` and `GET /v1/Roles` show it.
 */

/** In ascending order of power; each may give at most itself. */
export const roles = ['viewer', 'support', 'author', 'publisher', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

export type Grant = {
  /** The heading under which it stands. */
  area: 'flows' | 'executions' | 'connections' | 'people' | 'account';
  text: string;
  roles: readonly Role[];
  /** Who may do it in one execution at a time, having said why (`contacts.reveal`). */
  withReason?: readonly Role[];
};

const everybody = roles;
const fromAuthor = ['author', 'publisher', 'admin', 'owner'] as const;
const fromPublisher = ['publisher', 'admin', 'owner'] as const;
const fromAdmin = ['admin', 'owner'] as const;
const supportAndFromAuthor = ['support', ...fromAuthor] as const;

/** In the order in which they are shown. */
export const permissions = {
  'flows.read': { area: 'flows', text: 'See flows, revisions and comments', roles: everybody },
  'flows.write': { area: 'flows', text: 'Edit, comment and test drafts', roles: fromAuthor },
  'flows.publish': { area: 'flows', text: 'Publish, restore and approve', roles: fromPublisher },
  'flows.test_users': { area: 'flows', text: 'Set test users', roles: fromPublisher },
  'flows.delete': { area: 'flows', text: 'Delete flows', roles: fromAdmin },
  'executions.read': { area: 'executions', text: 'See executions and steps', roles: everybody },
  'contacts.unmasked': {
    area: 'executions',
    text: 'See numbers, addresses and messages',
    roles: supportAndFromAuthor,
    withReason: ['viewer'],
  },
  'contacts.reveal': {
    area: 'executions',
    text: 'Show what is masked in an execution, with a reason',
    roles: everybody,
  },
  'contacts.erase': { area: 'executions', text: 'Erase a contact everywhere', roles: fromAdmin },
  'messages.write': {
    area: 'executions',
    text: 'Answer tasks, and test by message and call',
    roles: supportAndFromAuthor,
  },
  'executions.create': { area: 'executions', text: 'Start and run again', roles: fromPublisher },
  'executions.end': {
    area: 'executions',
    text: 'End executions',
    roles: ['support', ...fromPublisher],
  },
  'executions.delete': { area: 'executions', text: 'Delete executions', roles: fromAdmin },
  'numbers.read': {
    area: 'connections',
    text: 'See numbers, carriers, services and sinks',
    roles: everybody,
  },
  'numbers.write': { area: 'connections', text: 'Change numbers and carriers', roles: fromAdmin },
  'services.write': { area: 'connections', text: 'Change services and event sinks', roles: fromAdmin },
  'email.read': { area: 'connections', text: 'See email settings and statistics', roles: everybody },
  'email.write': { area: 'connections', text: 'Send email, and change its settings', roles: fromAdmin },
  'profile.write': {
    area: 'people',
    text: 'Change one’s own name, password, sessions and tokens',
    roles: everybody,
  },
  'members.read': { area: 'people', text: 'See members and roles', roles: everybody },
  'members.write': {
    area: 'people',
    text: 'Invite, change and block members up to one’s own role',
    roles: fromAdmin,
  },
  'audit.read': { area: 'people', text: 'See the audit log', roles: fromAdmin },
  'signin.write': {
    area: 'people',
    text: 'Change how people sign in: providers and rules',
    roles: ['owner'],
  },
  // Of no person: an identity provider has a token for it.
  'scim.write': { area: 'people', text: 'Push people and groups (SCIM), by a provider’s token', roles: [] },
  'keys.write': { area: 'account', text: 'See, make and revoke API keys and secrets', roles: fromAdmin },
  'alerts.read': { area: 'account', text: 'See alerts and their rules', roles: everybody },
  'alerts.write': {
    area: 'account',
    text: 'Acknowledge and silence alerts',
    roles: supportAndFromAuthor,
  },
  'alerts.rules': {
    area: 'account',
    text: 'Change the rules of alerts, and where alerts go',
    roles: fromAdmin,
  },
  'operations.read': { area: 'account', text: 'See jobs and system health', roles: supportAndFromAuthor },
  'operations.write': {
    area: 'account',
    text: 'Retry jobs, and set how long data is kept',
    roles: fromAdmin,
  },
  'accounts.read': { area: 'account', text: 'See the account and those below it', roles: everybody },
  'accounts.write': {
    area: 'account',
    text: 'Add and close accounts, and replace their tokens',
    roles: ['owner'],
  },
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof permissions;

export const permissionNames = Object.keys(permissions) as Permission[];

export function isAllowed(role: Role, permission: Permission): boolean {
  return (permissions[permission].roles as readonly Role[]).includes(role);
}

/** Whether who has `own` may give or take away `other`. */
export function mayGive(own: Role, other: Role): boolean {
  return roles.indexOf(other) <= roles.indexOf(own);
}
