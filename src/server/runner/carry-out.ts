/** Carries out what the engine asks for, inside its turn: by rows where they suffice, otherwise by a job. */

import type { Command } from '#engine/command.ts';
import { endCall, placeCall } from './carry-out/call.ts';
import type { Carried } from './carry-out/carried.ts';
import { addRequest } from './carry-out/http.ts';
import { recordCall } from './carry-out/recording.ts';
import { sendMessage } from './carry-out/send-message.ts';
import { askService } from './carry-out/service.ts';
import { takeBackCall } from './carry-out/take-back.ts';
import { createTask } from './carry-out/task.ts';
import type { Asker, Work } from './work.ts';

/** Writes the rows that `command` asks for. */
export function carryOut(
  work: Work,
  asker: Asker,
  command: Exclude<Command, { kind: 'start-subflow' }>,
): Promise<Carried> {
  switch (command.kind) {
    case 'send-message':
      return sendMessage(work, asker, command);
    case 'http':
      return addRequest(work, asker, command);
    case 'place-call':
      return placeCall(work, asker, command);
    case 'end-call':
      return endCall(work, asker, command);
    case 'record-call':
      return recordCall(work, asker, command);
    case 'take-back-call':
      return takeBackCall(work, asker, command);
    case 'create-task':
      return createTask(work, asker, command);
    case 'ask-service':
      return askService(work, asker, command);
  }
}
