/** Saving and publishing with optimistic concurrency: a new revision is never stored over one that was not seen. */

import type { FlowChangeForm, FlowForm, FlowResource, FlowStatus } from '#api/flows/resources.ts';
import { problemCodes } from '#api/problem.ts';
import { isObject } from '#flow/json/json.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { RequestError } from '../../client/request.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import type { DocumentStore, SaveFailure } from './document-store.ts';

/** The API operations that saving uses. Each throws a RequestError when it is refused or gets no response. */
export type FlowApi = {
  fetchNewest(sid: string): Promise<FlowResource>;
  create(form: FlowForm): Promise<FlowResource>;
  update(sid: string, form: FlowChangeForm): Promise<FlowResource>;
};

export type SaveRequest = {
  status: FlowStatus;
  message?: string;
  /** The number of a newer revision that the person has seen and saves on top of. */
  acknowledgedRevision?: number;
};

export type SaveOutcome =
  | { kind: 'saved'; flow: FlowResource }
  | { kind: 'busy' }
  | { kind: 'conflict'; flow: FlowResource }
  | { kind: 'failed'; failure: SaveFailure };

/**
 * Stores the draft as the next revision of its base. When the server has a newer one it stores nothing, and that one
 * becomes the document's `newerRevision`. Edits made meanwhile stay unsaved. The caller validates before; findings
 * that only the server has go to the document's `serverFindings`.
 */
export async function save(
  document: DocumentStore,
  api: FlowApi,
  request: SaveRequest,
): Promise<SaveOutcome> {
  if (document.getState().saving) return { kind: 'busy' };
  document.endGesture();
  const { base, history } = document.getState();
  const draft = history.present;
  document.setState({ saving: true, failure: null });
  try {
    const form = formOf(draft, request);
    const flow =
      base === null
        ? await api.create(form)
        : await api.update(base.flow.sid, {
            ...form,
            BaseRevision: String(Math.max(base.flow.revision, request.acknowledgedRevision ?? 0)),
          });
    document.setBase(flow, draft);
    return { kind: 'saved', flow };
  } catch (thrown) {
    if (base !== null && isStale(thrown)) return await fetchNewer(document, api, base.flow.sid);
    return fail(document, draft, thrown);
  } finally {
    document.setState({ saving: false });
  }
}

/** A save that is not based on the newest revision. */
function isStale(thrown: unknown): boolean {
  return thrown instanceof RequestError && thrown.code === problemCodes.conflict;
}

async function fetchNewer(document: DocumentStore, api: FlowApi, sid: string): Promise<SaveOutcome> {
  try {
    const flow = await api.fetchNewest(sid);
    document.setState({ newerRevision: flow });
    return { kind: 'conflict', flow };
  } catch (thrown) {
    return fail(document, document.getState().history.present, thrown);
  }
}

function fail(document: DocumentStore, draft: Draft, thrown: unknown): SaveOutcome {
  const failure = failureOf(thrown);
  document.setState({ failure, serverFindings: { draft, findings: findingsOf(thrown) } });
  return { kind: 'failed', failure };
}

/** Compares the document with the newest revision: an unchanged draft takes it over, a changed one is in conflict. */
export function reconcile(document: DocumentStore, newest: FlowResource, isChanged: boolean): void {
  const { base, saving, newerRevision } = document.getState();
  if (base === null || saving) return;
  if (newest.revision <= Math.max(base.flow.revision, newerRevision?.revision ?? 0)) return;
  if (isChanged) document.setState({ newerRevision: newest });
  else document.adoptRevision(newest);
}

function formOf(draft: Draft, { status, message = '' }: SaveRequest): FlowForm {
  return {
    FriendlyName: draft.name,
    Status: status,
    Definition: JSON.stringify(draft.definition),
    ...(message !== '' && { CommitMessage: message }),
  };
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
