/** The kinds of services that widgets use. */

/** Each has a contract in `docs/reference/services.md`. */
export const serviceKinds = ['tasks', 'chat', 'sync', 'understand'] as const;

export type ServiceKind = (typeof serviceKinds)[number];
