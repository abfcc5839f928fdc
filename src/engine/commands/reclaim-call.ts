/** Reclaims the live call from another application or party when a widget times out. */

import type { TemplateScope } from '../behaviour.ts';
import type { Command } from './command.ts';

/** The command; none without a live call. */
export function reclaimCall(scope: TemplateScope): Command[] {
  if (scope.call === null) return [];
  return [{ kind: 'take-back-call', effect: scope.effect('take-back'), call: scope.call }];
}
