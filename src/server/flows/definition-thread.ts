/** Worker thread for work on large definitions, one request after the other: started by `definition-queue.ts`. */

import { parentPort } from 'node:worker_threads';
import type { Finding } from '#flow/validation/finding.ts';
import { type ValidationContext, validate } from '#flow/validation/validate.ts';
import { lowerThreadPriority } from '../platform/background-thread.ts';
import { compareSave, diffOfTexts, type SaveComparison, type SaveRequest } from './revisions/compare-save.ts';

/** `text` is the JSON of a definition. */
export type DefinitionRequest =
  | { kind: 'validate'; text: string; context: ValidationContext }
  | { kind: 'compare'; save: SaveRequest }
  | { kind: 'diff'; before: string; after: string };

/** A text is the JSON of a `FlowDiff`, which is only sent on: writing it takes as long as making it. */
export type DefinitionReply = Finding[] | SaveComparison | string;

function replyTo(request: DefinitionRequest): DefinitionReply {
  switch (request.kind) {
    case 'validate':
      return validate(JSON.parse(request.text), request.context);
    case 'compare':
      return compareSave(request.save);
    case 'diff':
      return JSON.stringify(diffOfTexts(request.before, request.after));
  }
}

/**
 * Characters of definitions after which garbage is collected: the heap would grow to several times what one of them takes.
 * `last-resort` gives its memory back to the system, where another collection keeps pages for later.
 */
const collectAfter = 4 * 1024 * 1024;
let sinceCollection = 0;

function lengthOf(request: DefinitionRequest): number {
  switch (request.kind) {
    case 'validate':
      return request.text.length;
    case 'compare':
      return request.save.definitions.reduce((sum, { length }) => sum + length, 0);
    case 'diff':
      return request.before.length + request.after.length;
  }
}

/** A thread without work collects no garbage: it would keep what the last large definitions have left. */
const idleMs = 1_000;
let idle: NodeJS.Timeout | undefined;

/** Without `--expose-gc` nothing is. */
function collect(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}

lowerThreadPriority();
parentPort?.on('message', (request: DefinitionRequest) => {
  clearTimeout(idle);
  parentPort?.postMessage(replyTo(request));
  sinceCollection += lengthOf(request);
  if (sinceCollection > collectAfter) {
    sinceCollection = 0;
    collect();
  }
  idle = setTimeout(collect, idleMs);
});
parentPort?.postMessage('loaded');
