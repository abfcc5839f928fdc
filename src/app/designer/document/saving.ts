/** Saving and publishing: a new revision on the server, never on top of one that was not seen. */

import type { FlowChangeForm, FlowForm, FlowResource, FlowStatus } from '#api/flows.ts';
import { problemCodes } from '#api/problem.ts';
import type { Finding } from '#flow/finding.ts';
import { isObject } from '#flow/json.ts';
import { RequestError } from '../../client/request.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import type { DocumentState, DocumentStore } from './document-store.ts';

/** What saving needs of the server. Each call throws a RequestError when it is refused or not answered. */
export type FlowApi = {
  newest(sid: string): Promise<FlowResource>;
  create(form: FlowForm): Promise<FlowResource>;
  update(sid: string, form: FlowChangeForm): Promise<FlowResource>;
};

export type SaveRequest = {
  status: FlowStatus;
  message?: string;
  /** The revision of another author that the person has seen and wants to save on top of. */
  onTopOf?: number;
};

/** `overtaken` is a revision that someone stored in the very moment between looking and saving; it is kept below ours. */
export type SaveOutcome =
  | { kind: 'saved'; flow: FlowResource; overtaken: number | null }
  | { kind: 'busy' }
  | { kind: 'newer'; flow: FlowResource }
  | { kind: 'failed'; failure: NonNullable<DocumentState['failure']> };

/**
 * Stores the draft as the next revision. The server takes no base revision, so the newest one is looked at
 * first: when it is not the one that the draft stands on, nothing is sent. What is edited meanwhile stays
 * unsaved. Whether the draft is valid is for the caller to see before; what the server still finds lands in
 * the document's `told`.
 */
export async function save(
  document: DocumentStore,
  server: FlowApi,
  request: SaveRequest,
): Promise<SaveOutcome> {
  if (document.getState().saving) return { kind: 'busy' };
  document.endGesture();
  const { base, history } = document.getState();
  const draft = history.present;
  document.setState({ saving: true, failure: null });
  try {
    const newest = base === null ? null : await server.newest(base.flow.sid);
    const known = Math.max(base?.flow.revision ?? 0, request.onTopOf ?? 0);
    if (newest !== null && newest.revision > known) {
      document.setState({ newer: newest });
      return { kind: 'newer', flow: newest };
    }
    const flow =
      newest === null
        ? await server.create(formOf(draft, request))
        : await server.update(newest.sid, formOf(draft, request));
    document.setBase(flow, draft);
    const overtaken = newest !== null && flow.revision > newest.revision + 1 ? flow.revision - 1 : null;
    return { kind: 'saved', flow, overtaken };
  } catch (thrown) {
    const failure = failureOf(thrown);
    document.setState({ failure, told: { draft, findings: findingsIn(thrown) } });
    return { kind: 'failed', failure };
  } finally {
    document.setState({ saving: false });
  }
}

/**
 * Takes a look at the newest revision, as the page does when it is looked at again: an unchanged draft follows
 * it, a changed one stops saving.
 */
export function reconcile(document: DocumentStore, newest: FlowResource, isChanged: boolean): void {
  const { base, saving, newer } = document.getState();
  if (base === null || saving || newest.revision <= Math.max(base.flow.revision, newer?.revision ?? 0))
    return;
  if (isChanged) document.setState({ newer: newest });
  else document.setBase(newest);
}

function formOf(draft: Draft, { status, message = '' }: SaveRequest): FlowForm {
  return {
    FriendlyName: draft.name,
    Status: status,
    Definition: JSON.stringify(draft.definition),
    ...(message !== '' && { CommitMessage: message }),
  };
}

function failureOf(thrown: unknown): NonNullable<DocumentState['failure']> {
  if (!(thrown instanceof RequestError)) throw thrown;
  if (thrown.code === problemCodes.invalidDefinition) return { kind: 'invalid', message: thrown.message };
  return { kind: thrown.status === 0 ? 'offline' : 'refused', message: thrown.message };
}

/** What the server's answer says is wrong, at its places. */
function findingsIn(thrown: unknown): Finding[] {
  if (!(thrown instanceof RequestError) || thrown.code !== problemCodes.invalidDefinition) return [];
  const errors = isObject(thrown.details) ? thrown.details.errors : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((each) => {
    if (!isObject(each) || typeof each.message !== 'string') return [];
    const place = typeof each.property_path === 'string' ? each.property_path : '#';
    return [{ severity: 'error' as const, code: 'server', message: each.message, property_path: place }];
  });
}
