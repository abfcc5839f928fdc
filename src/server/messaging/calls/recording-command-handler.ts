/** Executes `record-call`, which starts and stops recordings: the test carrier at once, other carriers by a job. */

import { recordingFailure, recordingResult, runningRecording } from '#engine/results/recording.ts';
import type { JsonObject } from '#flow/json/json.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { isTerminal } from './status.ts';
import { findCall } from './store.ts';

/** The alias in the carrier's REST API for the recording in progress, for when the flow does not know its SID. */
const currentRecording = 'Twilio.CURRENT';

export const recordCallHandler: CommandHandler<'record-call'> = { execute: recordCall };

/** The test carrier records nothing; its result has the fields that a carrier's has. */
async function recordCall(
  turn: TurnTransaction,
  { row, execution }: CommandIssuer,
  command: CommandOf<'record-call'>,
): Promise<CommandOutcome> {
  const { account } = row;
  const call = await findCall(turn.tx, account, command.call);
  if (call === undefined || isTerminal(call.status))
    return completed(recordingFailure('There is no live call that could be recorded'));
  if (call.carrier !== null) {
    const recordings = `Calls/${encodeURIComponent(call.sid)}/Recordings`;
    const { effect, on, options } = command;
    await addCarrierJob(
      turn,
      'carrier-update',
      { key: `${row.sid}:${effect}`, account, execution: row.sid },
      {
        carrier: call.carrier,
        path: on
          ? `${recordings}.json`
          : `${recordings}/${encodeURIComponent(sidOf(runningRecording(execution.context, call.sid)) ?? currentRecording)}.json`,
        fields: on ? Object.entries(options) : [['Status', 'stopped']],
        effect,
      },
    );
    return deferred;
  }
  const sid = () => turn.ctx.ids.sid('RE');
  return completed(recordingResult(command, execution.context, { account, sid, now: turn.now }));
}

function sidOf(recording: JsonObject | null): string | null {
  return typeof recording?.Sid === 'string' ? recording.Sid : null;
}
