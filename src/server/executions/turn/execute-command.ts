/** Carries out what the engine asks for, inside its turn: by rows where they suffice, otherwise by a job. */

import type { Command } from '#engine/command.ts';
import { endCall, placeCall } from '../../messaging/calls/command-handlers.ts';
import { recordCall } from '../../messaging/calls/recording-command-handler.ts';
import { redirectCallToFlow } from '../../messaging/calls/redirect-command-handler.ts';
import { sendMessage } from '../../messaging/messages/command-handler.ts';
import { askService } from '../../services/endpoint-command.ts';
import { createTask } from '../../services/task-command.ts';
import { requestHttp } from '../http-requests/command-handler.ts';
import type { CommandOutcome } from '../service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../service/turn-transaction.ts';

/** Writes the rows that `command` asks for. */
export function executeCommand(
  work: TurnTransaction,
  asker: CommandIssuer,
  command: Exclude<Command, { kind: 'start-subflow' }>,
): Promise<CommandOutcome> {
  switch (command.kind) {
    case 'send-message':
      return sendMessage(work, asker, command);
    case 'http':
      return requestHttp(work, asker, command);
    case 'place-call':
      return placeCall(work, asker, command);
    case 'end-call':
      return endCall(work, asker, command);
    case 'record-call':
      return recordCall(work, asker, command);
    case 'take-back-call':
      return redirectCallToFlow(work, asker, command);
    case 'create-task':
      return createTask(work, asker, command);
    case 'ask-service':
      return askService(work, asker, command);
  }
}
