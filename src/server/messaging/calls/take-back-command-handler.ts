/** Takes a call back from another application or a virtual agent whose time is up. */

import { paths } from '#api/paths.ts';
import { type Carried, type CommandOf, later } from '../../executions/service/command-handler.ts';
import type { Asker, Work } from '../../executions/service/work.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { isOver } from './status.ts';
import { findCall } from './store.ts';

/** Has the carrier ask the flow again. The built-in carrier cannot be told: its calls are led by their next post. */
export async function takeBackCall(
  work: Work,
  { row }: Asker,
  command: CommandOf<'take-back-call'>,
): Promise<Carried> {
  const { account } = row;
  const call = await findCall(work.tx, account, command.call);
  if (call === undefined || call.carrier === null || isOver(call.status)) return later;
  await addCarrierJob(
    work,
    'carrier-update',
    { key: `${row.sid}:${command.effect}`, account, execution: row.sid },
    {
      carrier: call.carrier,
      path: `Calls/${encodeURIComponent(call.sid)}.json`,
      fields: [
        ['Url', `${work.host.publicUrl()}${paths.webhook(account, call.flow)}`],
        ['Method', 'POST'],
      ],
      effect: null,
    },
  );
  return later;
}
