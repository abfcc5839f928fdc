/**
 * What counting transitions costs: the time of message turns, each from a new contact and of four steps, beside the time
 * of counting what they wrote to the turn log.
 */

import { addAccount } from '#server/accounts/service.ts';
import { commandHandlers } from '#server/command-handlers.ts';
import { provideCommandHandlers } from '#server/executions/service/command-handler.ts';
import { countNewTurns } from '#server/executions/traffic/service.ts';
import { createFlow } from '#server/flows/service.ts';
import { receiveMessage } from '#server/messaging/messages/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createServiceRuntime } from '#server/platform/service-runtime.ts';
import { channel, definition } from '../service/conversation.ts';

const turnsPerRound = 2_000;
const rounds = 5;
const atOnce = 20;

/** Prints the share of the counting in the time of both, of some rounds. */
export async function measureCounterCost(name: string, database: Database, folder: string): Promise<void> {
  await migrate(database, Date.now());
  const limits = { START_LIMIT_REST: '0', START_LIMIT_INBOUND: '0', INBOUND_LIMIT_ADDRESS: '0' };
  const { ctx } = createServiceRuntime(
    readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...limits }),
    database,
  );
  provideCommandHandlers(ctx, commandHandlers);
  const { account_sid: account } = await addAccount(ctx, 'Bench');
  const created = await createFlow(
    ctx,
    { account, user: null },
    {
      friendlyName: 'Counted',
      definition,
      status: 'published',
      commitMessage: null,
      author: null,
      schemaUri: null,
      source: null,
    },
  );
  const flow = created.flow.sid;
  let next = 0;
  const send = async (last: number) => {
    for (let nth = next++; nth < last; nth = next++) {
      const from = `+1${5_000_000_000 + nth}`;
      const sid = `SM${nth.toString(16).padStart(32, '0')}`;
      const fields = { MessageSid: sid, From: from, To: channel, Body: 'hi' };
      await receiveMessage(ctx, {
        account,
        flow,
        sid,
        from,
        to: channel,
        channel,
        body: 'hi',
        media: [],
        fields,
      });
    }
    next = last;
  };
  const shares: number[] = [];
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    const last = (round + 1) * turnsPerRound;
    await Promise.all(Array.from({ length: atOnce }, () => send(last)));
    const turned = performance.now();
    await countNewTurns(ctx);
    const counted = performance.now();
    shares.push((counted - turned) / (counted - before));
    perSecond.push(turnsPerRound / ((turned - before) / 1_000));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  console.log(`### ${name}: counting transitions\n`);
  console.log(
    `${(median(shares) * 100).toFixed(1)} % of the time of turns and counting together, at ${Math.round(median(perSecond))} turns a second (medians of ${rounds} rounds of ${turnsPerRound} turns, ${atOnce} at a time)\n`,
  );
}
