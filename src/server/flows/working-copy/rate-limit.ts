/** How many edits a client may send: a token bucket for each, in each process. */

import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** Edits in a second, and how many may come at once after a pause: what was made offline comes in one go. */
const perSecond = 50;
const burst = 500;
const maxClients = 10_000;

type Bucket = { tokens: number; at: number };

const buckets = perServer(() => new Map<string, Bucket>());

/** @throws Refusal too-many, with the seconds to wait */
export function requireEditRate(ctx: ServiceContext, client: string, edits: number): void {
  const known = buckets(ctx);
  const now = ctx.clock.now();
  const { tokens, at } = known.get(client) ?? { tokens: burst, at: now };
  const present = Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond);
  if (present < edits) {
    throw new Refusal('too-many', `A client may send ${perSecond} edits in a second`, {
      retryAfterSeconds: Math.ceil((edits - present) / perSecond),
    });
  }
  known.delete(client);
  known.set(client, { tokens: present - edits, at: now });
  const [oldest] = known.keys();
  if (known.size > maxClients && oldest !== undefined) known.delete(oldest);
}
