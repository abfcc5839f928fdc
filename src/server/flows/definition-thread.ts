/** Worker thread for work on large definitions, one request after the other: started by `definition-queue.ts`. */

import { parentPort } from 'node:worker_threads';
import type { Finding } from '#flow/validation/finding.ts';
import { type ValidationContext, validate } from '#flow/validation/validate.ts';
import { compareSave, type SaveComparison, type SaveRequest } from './revisions/compare-save.ts';

/** `text` is the JSON of a definition. */
export type DefinitionRequest =
  | { kind: 'validate'; text: string; context: ValidationContext }
  | { kind: 'compare'; save: SaveRequest };

export type DefinitionReply = Finding[] | SaveComparison;

function replyTo(request: DefinitionRequest): DefinitionReply {
  return request.kind === 'validate'
    ? validate(JSON.parse(request.text), request.context)
    : compareSave(request.save);
}

parentPort?.on('message', (request: DefinitionRequest) => {
  parentPort?.postMessage(replyTo(request));
});
parentPort?.postMessage('loaded');
