/** What a request to another system says, in short. */

import type { Json } from '#flow/json/json.ts';
import type { MockedCommand, RequestSummary } from './simulation.ts';

/** The summary of a request that is answered by a mock. */
export function requestSummary(command: MockedCommand): RequestSummary {
  switch (command.kind) {
    case 'http':
      return { kind: command.kind, method: command.method, target: command.url, body: command.body };
    case 'start-subflow':
      return { kind: command.kind, method: '', target: command.flow_sid, body: command.parameters };
    case 'create-task':
      return { kind: command.kind, method: '', target: command.workflow, body: command.attributes as Json };
    case 'ask-service':
      return {
        kind: command.kind,
        method: '',
        target: `${command.service} ${command.action}`,
        body: command.request,
      };
  }
}
