/**
 * Challenges that the client brings back: sealed, so that nothing is stored for those who only ask, and noted when they are
 * answered, so that each works once. They hold in every process that has the same SECRET_KEY.
 */

import type { Queries } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { deleteOldChallenges, insertUsedChallenge } from './second-factor-store.ts';

/** What they are for, and what was known when they were made. */
type Content =
  | { kind: 'second-factor'; person: string; account: string; device: string }
  | { kind: 'passkey-sign-in'; challenge: string }
  | { kind: 'passkey'; challenge: string; person: string };

type Kind = Content['kind'];

type Of<K extends Kind> = Extract<Content, { kind: K }>;

export type SealedChallenge = { challenge: string; expiresAt: number };

const lifetimeMs = 5 * 60 * 1000;

export function sealChallenge(ctx: ServiceContext, content: Content): SealedChallenge {
  const expiresAt = ctx.clock.now() + lifetimeMs;
  return { challenge: ctx.secrets.encrypt(JSON.stringify({ ...content, expiresAt })), expiresAt };
}

/** @throws Refusal bad-request for one that is not of this kind, was not made here, or is over */
export function openChallenge<K extends Kind>(ctx: ServiceContext, kind: K, sealed: string): Of<K> {
  const content = readSealed(ctx, sealed);
  if (content?.kind !== kind || content.expiresAt <= ctx.clock.now()) throw over();
  return content as unknown as Of<K>;
}

/** Notes that it was answered. @throws Refusal bad-request when it was before */
export async function spendChallenge(ctx: ServiceContext, tx: Queries, sealed: string): Promise<void> {
  const now = ctx.clock.now();
  await deleteOldChallenges(tx, now);
  const row = { challenge_hash: hashToken(sealed), expires_at: now + lifetimeMs };
  if (!(await insertUsedChallenge(tx, row))) throw over();
}

function readSealed(ctx: ServiceContext, sealed: string): { kind: Kind; expiresAt: number } | null {
  try {
    return JSON.parse(ctx.secrets.decrypt(sealed));
  } catch {
    return null;
  }
}

const over = () =>
  new Refusal('bad-request', 'Challenge: it was used already, or is too old: begin again', {
    field: 'Challenge',
  });
