/** Working copies that cannot be opened, and commands that would make one: why they are refused. */

import type { Operation } from '#flow/change/operation.ts';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { CommandLabel } from '#flow/commands/command.ts';
import type { Numbered } from '#flow/commands/log.ts';
import {
  type Damage,
  damageOf,
  type Expected,
  exceededLimit,
  maxCopyStates,
  maxDefinitionBytes,
} from '#flow/commands/sound-copy.ts';
import type { WorkBudget } from '#flow/work-budget/work-budget.ts';
import { Refusal } from '../../platform/errors.ts';

/** Why a copy cannot be opened: its shape, or null where what is stored cannot be read at all. */
export type CopyDamage = Damage | null;

const nouns: Record<Expected, string> = {
  text: 'a text',
  object: 'an object',
  list: 'a list',
  texts: 'a list of texts',
  widgets: 'a list of widgets',
  identities: 'as many widgets as identities, each of which is another',
  shallow: 'nested at most 100 levels deep',
};

/** The working copy of a flow cannot be opened. Every request that needs it is refused, and says how to go on. */
export class DamagedCopy extends Refusal {
  readonly damage: CopyDamage;

  constructor(seq: number, damage: CopyDamage, cause?: unknown) {
    const why = damage === null ? 'what is stored cannot be read' : sentenceOf(damage);
    const message = `The working copy cannot be opened: ${why}. Repair it, or save a revision, which replaces it`;
    super('conflict', message, { details: { damaged_edit: seq, damage }, cause });
    this.damage = damage;
  }
}

/** The same as the copy, but null where that cannot be opened. */
export async function nullIfDamaged<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DamagedCopy) return null;
    throw error;
  }
}

/** The copy, if it can be opened. @throws DamagedCopy */
export function requireSound(head: Numbered): Numbered {
  const damage = damageOf(head.copy);
  if (damage !== null) throw new DamagedCopy(head.seq, damage);
  return head;
}

/**
 * Accepts the result of a command that can be opened and is not too large, or no larger than before. `work` is what looking
 * at the results of several commands may cost; that of one is bounded by the size of a copy.
 *
 * @throws Refusal bad-request with the place or the limit
 * @throws LimitExceeded when the work is spent
 */
export function acceptSound(
  after: WorkingCopy,
  before: WorkingCopy,
  command: string,
  work?: WorkBudget,
): void {
  const damage = damageOf(after, { copy: before, work });
  if (damage !== null) {
    const message = `Commands must leave a flow that can be opened: ${sentenceOf(damage)}`;
    throw new Refusal('bad-request', message, { details: { field: 'Commands', command, damage } });
  }
  const limit = exceededLimit(before, after);
  if (limit === null) return;
  const size =
    limit === 'bytes'
      ? `larger than ${maxDefinitionBytes / 1024 ** 2} MB`
      : `of more than ${maxCopyStates.toLocaleString('en')} widgets`;
  const message = `Commands must not make the flow ${size}: move a part of it into a subflow first`;
  throw new Refusal('bad-request', message, { details: { field: 'Commands', command, limit } });
}

function sentenceOf({ place, expected, found }: Damage): string {
  return `${place} must be ${nouns[expected]}${found === '' ? '' : `, not ${found}`}`;
}

/** Stands in the log for an edit whose row cannot be read: no command has it, and no copy can be made with it. */
const unreadable = { kind: 'unreadable' } as unknown as Operation;

/** What is given of an edit that cannot be read. */
export const unreadableCommand: { label: CommandLabel; operations: Operation[] } = {
  label: { name: 'earlierEdit' },
  operations: [unreadable],
};

export function isUnreadable({ operations }: { operations: readonly Operation[] }): boolean {
  return operations.some(({ kind }) => kind === unreadable.kind);
}
