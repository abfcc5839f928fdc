/** Carries out what the engine asks for, inside its turn: by rows where they suffice, otherwise by a job. */

import type { Command } from '#engine/command.ts';
import { endCall, placeCall } from '../../messaging/calls/command-handlers.ts';
import { recordCall } from '../../messaging/calls/recording-command-handler.ts';
import { takeBackCall } from '../../messaging/calls/take-back-command-handler.ts';
import { sendMessage } from '../../messaging/messages/command-handler.ts';
import { askService } from '../../services/command-handler.ts';
import { createTask } from '../../services/tasks/command-handler.ts';
import { addRequest } from '../http-requests/command-handler.ts';
import type { Carried } from '../service/command-handler.ts';
import type { Asker, Work } from '../service/work.ts';

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
