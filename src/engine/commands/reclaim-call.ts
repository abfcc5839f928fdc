/** Takes the live call back from whoever has it, for a widget whose time is up. */

import type { TemplateScope } from '../behaviour.ts';
import type { Command } from './command.ts';

/** The command; none without a live call. */
export function reclaimCall(scope: TemplateScope): Command[] {
  if (scope.call === null) return [];
  return [{ kind: 'take-back-call', effect: scope.effect('take-back'), call: scope.call }];
}
