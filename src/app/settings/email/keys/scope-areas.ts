/** Scopes as a matrix: one row for each area, one column for each action. And presets of scopes. */

import {
  fullAccessScopes,
  isBillingScope,
  isRequestableScope,
  type Scope,
  scopes,
} from '#api/email/scopes.ts';

export const scopeActions = ['read', 'create', 'update', 'delete'] as const;

export type ScopeAction = (typeof scopeActions)[number];

/** What an area is called and which scopes it has; `others` are those of no common action. */
export type ScopeArea = {
  name: string;
  byAction: Partial<Record<ScopeAction, Scope>>;
  others: readonly Scope[];
};

/** The areas of what a key of that kind can be given, in the order of the list of scopes. */
export function areasOf(kind: 'custom' | 'billing'): ScopeArea[] {
  const wanted = scopes.filter(
    (scope) => isRequestableScope(scope) && isBillingScope(scope) === (kind === 'billing'),
  );
  return [...Map.groupBy(wanted, areaOf)].map(([name, all]) => ({
    name,
    byAction: Object.fromEntries(
      scopeActions.flatMap((action) =>
        all.filter((each) => actionOf(each) === action).map((each) => [action, each]),
      ),
    ),
    others: all.filter((each) => !isScopeAction(actionOf(each))),
  }));
}

/** Every scope of an area. */
export function scopesIn({ byAction, others }: ScopeArea): Scope[] {
  return [...scopeActions.flatMap((action) => byAction[action] ?? []), ...others];
}

/** The last part of a scope's name; the whole name where it has only one. */
export function actionOf(scope: Scope): string {
  return scope.slice(scope.lastIndexOf('.') + 1);
}

function areaOf(scope: Scope): string {
  const dot = scope.lastIndexOf('.');
  return dot === -1 ? scope : scope.slice(0, dot);
}

function isScopeAction(text: string): text is ScopeAction {
  return scopeActions.some((action) => action === text);
}

const startingWith = (...starts: string[]) =>
  fullAccessScopes.filter((scope) => starts.some((start) => scope.startsWith(start)));

/** Ready choices by the names that the words have for them. */
export const scopePresets = {
  send: startingWith('mail.send'),
  events: startingWith('user.webhooks.event.'),
  parse: ['user.webhooks.parse.settings.read', 'user.webhooks.parse.stats.read'],
  suppressions: startingWith('suppression.', 'asm.'),
  stats: fullAccessScopes.filter((scope) => /(^|\.)stats\./.test(scope) && scope.endsWith('.read')),
  read: fullAccessScopes.filter((scope) => scope.endsWith('.read')),
} as const satisfies Record<string, readonly Scope[]>;

export type ScopePreset = keyof typeof scopePresets;
