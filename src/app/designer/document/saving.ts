/** Saving and publishing: a revision is made of the working copy as it is after one edit, which everybody sees. */

import type { FlowChangeForm, FlowForm } from '#api/flows/operations.ts';
import type { FlowResource, FlowStatus } from '#api/flows/schemas.ts';
import { problemCodes } from '#api/problem.ts';
import { isObject } from '#flow/json/json.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { RequestError } from '../../client/request.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import { type DocumentStore, draftOf, type SaveFailure } from './document-store.ts';
import type { Sync } from './sync.ts';

/** The API operations that saving uses. Each throws a RequestError when it is refused or gets no response. */
export type FlowApi = {
  fetchNewest(sid: string): Promise<FlowResource>;
  create(form: FlowForm): Promise<FlowResource>;
  update(sid: string, form: FlowChangeForm): Promise<FlowResource>;
};

export type SaveRequest = { status: FlowStatus; message?: string };

export type SaveOutcome =
  | { kind: 'saved'; flow: FlowResource }
  | { kind: 'busy' }
  | { kind: 'failed'; failure: SaveFailure };

/** Others may edit while a revision is being made: so often it is tried again on what they did. */
const maxAttempts = 5;

/**
 * Makes a revision of the working copy with all edits that were made at this page. Edits made meanwhile stay unsaved. The
 * caller validates before; findings that only the server has go to the document's `serverFindings`.
 */
export async function save(
  document: DocumentStore,
  api: FlowApi,
  sync: Pick<Sync, 'flush' | 'catchUp'>,
  request: SaveRequest,
): Promise<SaveOutcome> {
  if (document.getState().saving) return { kind: 'busy' };
  document.endGesture();
  document.setState({ saving: true, failure: null });
  const draft = document.getState().history.present;
  try {
    const flow = document.getState().base === null ? await create() : await saveRevision();
    return { kind: 'saved', flow };
  } catch (thrown) {
    return fail(document, draft, thrown);
  } finally {
    document.setState({ saving: false });
  }

  async function create(): Promise<FlowResource> {
    const { pending } = document.getState().editor;
    const flow = await api.create({
      FriendlyName: draft.name,
      Definition: JSON.stringify(draft.definition),
      ...formOf(request),
    });
    document.setCreated(flow, pending.length);
    return flow;
  }

  async function saveRevision(): Promise<FlowResource> {
    for (let attempt = 1; ; attempt += 1) {
      if (!(await sync.flush())) throw new RequestError('The server is not responding.', 0);
      const { id, editor } = document.getState();
      const { seq, copy } = editor.confirmed;
      try {
        const flow = await api.update(id, { ...formOf(request), EditSeq: String(seq) });
        const { confirmed, pending } = document.getState().editor;
        // The edit with the number of the revision is none of the content.
        const later = Math.max(0, confirmed.seq - seq - 1);
        document.setBase(flow, draftOf(flow, copy), later + pending.length);
        document.setState({ seenRevision: flow.revision });
        return flow;
      } catch (thrown) {
        if (!isStale(thrown) || attempt === maxAttempts) throw thrown;
        await sync.catchUp();
      }
    }
  }
}

/** Somebody has edited since. */
function isStale(thrown: unknown): boolean {
  return thrown instanceof RequestError && thrown.code === problemCodes.conflict;
}

function fail(document: DocumentStore, draft: Draft, thrown: unknown): SaveOutcome {
  const failure = failureOf(thrown);
  document.setState({ failure, serverFindings: { draft, findings: findingsOf(thrown) } });
  return { kind: 'failed', failure };
}

function formOf({ status, message = '' }: SaveRequest): { Status: FlowStatus; CommitMessage?: string } {
  return { Status: status, ...(message !== '' && { CommitMessage: message }) };
}

function failureOf(thrown: unknown): SaveFailure {
  if (!(thrown instanceof RequestError)) throw thrown;
  if (thrown.code === problemCodes.invalidDefinition) return { kind: 'invalid', message: thrown.message };
  return { kind: thrown.status === 0 ? 'offline' : 'refused', message: thrown.message };
}

/** The findings in the error response of an invalid definition. */
function findingsOf(thrown: unknown): Finding[] {
  if (!(thrown instanceof RequestError) || thrown.code !== problemCodes.invalidDefinition) return [];
  const errors = isObject(thrown.details) ? thrown.details.errors : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((each) => {
    if (!isObject(each) || typeof each.message !== 'string') return [];
    const path = typeof each.property_path === 'string' ? each.property_path : '#';
    return [{ severity: 'error' as const, code: 'server', message: each.message, property_path: path }];
  });
}
