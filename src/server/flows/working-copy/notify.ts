/** Tells those who have a flow open that its log has grown, and what the others are at. */

import { changesChannelOf } from '../../platform/change-notifier.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** Wakes everybody who has the flow open, in this process and in all others. Call it after the commit. */
export function notifyEditors(ctx: ServiceContext, flow: string): void {
  ctx.changes.notify([flow]);
  ctx.database.notify(changesChannelOf(flow), flow);
}

/** What a client says about the person who uses it: JSON, of which the server only knows whose it is. */
export type Presence = { client: string; state: object };

const channelOf = (flow: string) => `presence_${flow.slice(2, 4).toLowerCase()}`;

/** Sends it to everybody who has the flow open. It is kept nowhere, and may get lost. */
export function publishPresence(ctx: ServiceContext, flow: string, presence: Presence): void {
  ctx.database.notify(channelOf(flow), JSON.stringify({ flow, ...presence }));
}

/** Calls `hear` with what is published about the flow, until the returned function is called. */
export function subscribeToPresence(
  ctx: ServiceContext,
  flow: string,
  hear: (presence: Presence) => void,
): () => void {
  const channel = channelOf(flow);
  const ends = [
    ctx.database.listen(channel),
    ctx.database.onNotification((notification) => {
      if (notification.channel !== channel) return;
      const { flow: about, client, state } = JSON.parse(notification.text) as Presence & { flow: string };
      if (about === flow) hear({ client, state });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
