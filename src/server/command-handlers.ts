/** Composition root of the engine's commands: which feature executes which kind of command. */

import { httpHandler } from './executions/http-requests/handlers.ts';
import type { CommandHandlers } from './executions/service/command-handler.ts';
import {
  endCallHandler,
  placeCallHandler,
  recordCallHandler,
  redirectCallHandler,
} from './messaging/calls/command-handlers.ts';
import { sendMessageHandler } from './messaging/messages/command-handler.ts';
import { serviceRequestHandler } from './services/endpoint-command.ts';
import { cancelTaskHandler, createTaskHandler } from './services/task-command.ts';

export const commandHandlers: CommandHandlers = {
  'send-message': sendMessageHandler,
  http: httpHandler,
  'place-call': placeCallHandler,
  'end-call': endCallHandler,
  'record-call': recordCallHandler,
  'take-back-call': redirectCallHandler,
  'create-task': createTaskHandler,
  'cancel-task': cancelTaskHandler,
  'ask-service': serviceRequestHandler,
};
