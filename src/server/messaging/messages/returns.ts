/** Conversations that another application returns to their flow, with the fields that it adds. */

import type { JsonObject } from '#flow/json/json.ts';
import { handoverTarget } from '../../executions/service/handover.ts';
import { findActing, lockActing, lockListener } from '../../executions/service/lookup.ts';
import { takeTurn } from '../../executions/service/turn.ts';
import { inTurnTransaction, type TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { waitUntilIdle } from '../../executions/service/wait-until-idle.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type Reply, toReply } from './service.ts';
import { repliesTo } from './store.ts';

export type ReturnedMessage = {
  account: string;
  flow: string;
  /** SID of the message with which the conversation was handed over; what follows are replies to it. */
  sid: string;
  from: string;
  to: string;
  /** The address of the flow, as of an `InboundMessage`. */
  channel: string;
  event: 'return' | 'fail';
  /** All fields of the post, as the flow reads them. */
  fields: JsonObject;
  /** As of an `InboundMessage`. */
  repliesInResponse?: boolean;
};

/**
 * Resumes the flow and returns its replies. A return that the execution does not wait for, such as a duplicate, changes
 * nothing and has no replies. Waits up to about 12 s for HTTP requests of the flow.
 *
 * @throws Refusal when the flow has no active execution for this contact
 */
export async function receiveReturn(ctx: ServiceContext, returned: ReturnedMessage): Promise<Reply[]> {
  const { sid } = returned;
  const { root, before } = await inTurnTransaction(ctx, (turn) => resumeFromReturn(turn, returned), {
    replyTo: returned.repliesInResponse === false ? null : sid,
  });
  await waitUntilIdle(ctx, root.sid);
  const after = await repliesTo(ctx.database.read, root, sid);
  const replies: Reply[] = after.slice(before).map((row) => toReply(row, returned));
  const next = handoverTarget(ctx, await findActing(ctx, root.sid));
  return next === null ? replies : [...replies, next];
}

/** The root execution, and how many replies there were before. */
async function resumeFromReturn(
  turn: TurnTransaction,
  { account, flow, sid, from, channel, event, fields }: ReturnedMessage,
) {
  const { row: root } = await lockListener(turn, { account, contact: from, channel });
  const acting = root === undefined ? undefined : await lockActing(turn, root);
  if (root === undefined || acting === undefined) throw notFound();
  if (root.flow !== flow && acting.flow !== flow) throw notFound();
  if (handoverTarget(turn.ctx, acting) === null) {
    turn.ctx.log.info({ execution: acting.sid }, 'Return of a conversation ignored that was not handed over');
    return { root, before: Number.POSITIVE_INFINITY };
  }
  const before = (await repliesTo(turn.tx, root, sid)).length;
  await takeTurn(turn, acting, { kind: 'return', event, fields });
  return { root, before };
}
