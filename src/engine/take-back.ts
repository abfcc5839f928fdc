/** Takes the live call back from whoever has it, for a widget whose time is up. */

import type { Scope } from './behaviour.ts';
import type { Command } from './command.ts';

/** The command; none without a live call. */
export function takeBack(scope: Scope): Command[] {
  if (scope.call === null) return [];
  return [{ kind: 'take-back-call', effect: scope.effect('take-back'), call: scope.call }];
}
