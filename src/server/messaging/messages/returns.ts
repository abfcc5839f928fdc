/** Conversations that come back from another application, with what it found out. */

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
  /** The message with which the conversation was handed over; what follows answers it. */
  sid: string;
  from: string;
  to: string;
  event: 'return' | 'fail';
  /** All that was sent along, as the flow can read it. */
  fields: JsonObject;
};

/**
 * Goes on with a flow and gives back what it then says. A return that nobody waits for, such as a repeated one,
 * moves nothing and is answered with nothing. Waits up to about 12 s for HTTP requests of the flow.
 *
 * @throws Refusal when the flow has nobody in conversation with this contact
 */
export async function receiveReturn(ctx: ServiceContext, returned: ReturnedMessage): Promise<Reply[]> {
  const { account, sid } = returned;
  const { execution, before } = await inTurnTransaction(ctx, (turn) => resumeFromReturn(turn, returned), sid);
  await waitUntilIdle(ctx, execution);
  const after = await repliesTo(ctx.database.read, account, sid);
  const replies: Reply[] = after.slice(before).map((row) => toReply(row, returned));
  const next = handoverTarget(ctx, await findActing(ctx, execution));
  return next === null ? replies : [...replies, next];
}

/** The execution that holds the conversation, and how many messages had answered before. */
async function resumeFromReturn(
  turn: TurnTransaction,
  { account, flow, sid, from, to, event, fields }: ReturnedMessage,
) {
  const before = (await repliesTo(turn.tx, account, sid)).length;
  const holder = await lockListener(turn, { account, contact: from, channel: to });
  const acting = holder === undefined ? undefined : await lockActing(turn, holder);
  if (holder === undefined || acting === undefined) throw notFound();
  if (holder.flow !== flow && acting.flow !== flow) throw notFound();
  if (handoverTarget(turn.ctx, acting) === null) {
    turn.ctx.log.info({ execution: acting.sid }, 'A conversation came back that was not handed over');
    return { execution: holder.sid, before: Number.POSITIVE_INFINITY };
  }
  await takeTurn(turn, acting, { kind: 'return', event, fields });
  return { execution: holder.sid, before };
}
