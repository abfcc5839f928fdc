/** Sends an email again to one of its recipients: a new email, of the same content. */

import { shardOfOutboundMail } from '../../platform/database/shard.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { OutboundMessage } from '../messages/message.ts';
import { findAttachments } from '../messages/store.ts';
import { insertMessage } from './service.ts';

/** Returns the SID of the new one, which is sent now, whenever the first one was to be. */
export async function sendAgain(
  ctx: ServiceContext,
  { row, shared: sharedBefore, personalization: before }: OutboundMessage,
): Promise<string> {
  const { send_at: _, batch_id: __, ...shared } = sharedBefore;
  const { send_at: ___, ...personalization } = before;
  const now = ctx.clock.now();
  const mail = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  const { account, region, sender, email, subject, terms } = row;
  const key = { mail, shard: shardOfOutboundMail(mail) };
  const sid = ctx.ids.sid('EM');
  const attachments = await findAttachments(ctx.database.read, row.mail);
  await ctx.database.write((tx) =>
    insertMessage(ctx, tx, [personalization], {
      rows: {
        mail: {
          id: mail,
          shard: key.shard,
          account,
          region,
          shared: JSON.stringify(shared),
          created_at: now,
        },
        personalizations: [{ ...key, number: 0, value: JSON.stringify(personalization) }],
        attachments: attachments.map((file) => ({ ...file, ...key })),
        recipients: [
          {
            ...{ sid, ...key, number: 0, personalization: 0, account, region, sender, email, subject, terms },
            ...{ status: 'waiting', in_mailbox: 0, attempts: 0, response: '' },
            ...{ send_at: now, created_at: now, updated_at: null, waits_until: null, batch_id: null },
          },
        ],
      },
      shared,
      faults: new Map(),
    }),
  );
  ctx.wake();
  return sid;
}
