/** Commands that save and publish: a revision is made of the working copy as it is after one edit, which everybody sees. */

import type { FlowChangeForm, FlowForm } from '#api/flows/operations.ts';
import type { FlowResource, FlowStatus } from '#api/flows/schemas.ts';
import { problemCodes } from '#api/problem.ts';
import { isObject } from '#flow/json/json.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { RequestError } from '../../client/request.ts';
import { announce } from '../../shell/announce.tsx';
import { storeLocalDraft } from '../../unsaved-work/local-drafts.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import { wordsOf } from '../../words/use-words.ts';
import {
  countUnsavedChanges,
  type DocumentStore,
  draftOf,
  type SaveFailure,
} from '../document/document-store.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import type { Sync } from '../document/sync.ts';
import { createNotifier } from './notifier.ts';

/** The API operations that saving uses. Each throws a RequestError when it is refused or gets no response. */
export type FlowApi = {
  fetchNewest(sid: string): Promise<FlowResource>;
  create(form: FlowForm): Promise<FlowResource>;
  update(sid: string, form: FlowChangeForm): Promise<FlowResource>;
};

export type SaveContext = {
  /** Whether an earlier revision of the flow is published, as far as the page knows. */
  isPublished(): boolean;
  api: FlowApi;
  /** A revision was stored: caches and, for a former local draft, the address follow. */
  onSaved(flow: FlowResource, wasLocal: boolean): void;
  /** A deleted flow was kept as that local draft: the address follows. */
  onKept(localId: string): void;
};

export function saveCommands(flow: OpenFlow, context: SaveContext) {
  const { document, view, findings } = flow;
  const t = wordsOf('designer');
  const { notifyFailure } = createNotifier(view);

  /** False when there are errors: then the problems are shown with a notice. */
  const passesValidation = async (notice: 'invalidNotSaved' | 'invalidNotPublished'): Promise<boolean> => {
    document.endGesture();
    const { errors } = await findings.check();
    if (errors === 0) return true;
    view.setState({ problemsOpen: true, dialog: null });
    notifyFailure(t(notice, { count: errors }));
    return false;
  };

  return {
    async save(message = '') {
      const state = document.getState();
      const isLaidOut = state.history.past.at(-1)?.label.name === 'layOut';
      const isSaved = state.base !== null && countUnsavedChanges(state) === 0 && !isLaidOut;
      if (isSaved && message === '') return announce(t('nothingToSave'));
      if (await passesValidation('invalidNotSaved'))
        await storeRevision(flow, context, { status: 'draft', message });
    },
    async requestPublish() {
      document.endGesture();
      await findings.check();
      view.setState({ dialog: 'publish' });
    },
    /** The published flow; null when nothing was published. */
    async publish(message: string): Promise<FlowResource | null> {
      if (!(await passesValidation('invalidNotPublished'))) return null;
      return storeRevision(flow, context, { status: 'published', message });
    },
    /** The saved revision that a publish request can name: the newest, or a new draft. Null when it is not saved. */
    async saveToPublish(message: string): Promise<FlowResource | null> {
      const state = document.getState();
      if (state.base !== null && countUnsavedChanges(state) === 0) return state.base.flow;
      if (!(await passesValidation('invalidNotPublished'))) return null;
      return storeRevision(flow, context, { status: 'draft', message }, 'publish');
    },
    /** Keeps the content of a deleted flow as a draft in this browser, and opens that. */
    async saveAsNewFlow() {
      const { name, definition } = document.getState().history.present;
      try {
        context.onKept(await storeLocalDraft(name, definition));
      } catch {
        notifyFailure(t('notKept'));
      }
    },
  };
}

/** Gives the flow when it was stored. Then `dialogAfter` is the dialog that is open, none by default. */
async function storeRevision(
  { document, view, sync }: OpenFlow,
  context: SaveContext,
  request: SaveRequest,
  dialogAfter: 'publish' | null = null,
): Promise<FlowResource | null> {
  const t = wordsOf('designer');
  const { notifySuccess, notifyFailure } = createNotifier(view);
  const { base } = document.getState();
  const wasLocal = base === null;
  const wasPublished = base?.flow.status === 'published' || context.isPublished();
  const outcome = await save(document, context.api, sync, request);
  switch (outcome.kind) {
    case 'saved': {
      const { revision } = outcome.flow;
      context.onSaved(outcome.flow, wasLocal);
      view.setState({ dialog: dialogAfter, notice: null });
      if (request.status === 'published') {
        notifySuccess(t('publishedAs', { revision }));
        view.setState({ nextSteps: !wasPublished });
      } else announce(t('savedAs', { revision }));
      return outcome.flow;
    }
    case 'failed': {
      const isInvalid = outcome.failure.kind === 'invalid';
      view.setState({ dialog: null, ...(isInvalid && { problemsOpen: true }) });
      notifyFailure(isInvalid ? t('serverInvalid') : t('refused', outcome.failure));
      return null;
    }
    case 'busy':
      return null;
  }
}

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

/** Another author has edited since. */
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
