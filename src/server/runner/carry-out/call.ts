/** Places and ends calls: with the built-in carrier, rows. */

import { insertCall, setCallStatus } from '../../store/calls.ts';
import type { Asker, Work } from '../work.ts';
import { type Carried, type CommandOf, later, now } from './carried.ts';

export async function placeCall(
  work: Work,
  { row }: Asker,
  command: CommandOf<'place-call'>,
): Promise<Carried> {
  if (command.to === '') {
    return now({
      ok: false,
      code: 0,
      message: 'The call has no number to ring',
      data: { CallStatus: 'failed' },
    });
  }
  await insertCall(work.tx, {
    account: row.account,
    sid: work.host.ids.sid('CA'),
    flow: row.flow,
    execution: row.sid,
    direction: 'outbound',
    sender: command.from,
    recipient: command.to,
    status: 'ringing',
    effect: command.effect,
    created_at: work.now,
    updated_at: null,
  });
  return { result: null, giveUpAt: work.now + command.timeout_s * 1000 };
}

export async function endCall(work: Work, { row }: Asker, command: CommandOf<'end-call'>): Promise<Carried> {
  await setCallStatus(work.tx, {
    account: row.account,
    sid: command.call,
    status: 'completed',
    now: work.now,
  });
  return later;
}
