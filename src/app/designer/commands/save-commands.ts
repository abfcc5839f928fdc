/** Commands that save, publish, and resolve a conflict with a newer revision. */

import type { FlowResource } from '#api/flows/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { countUnsavedChanges } from '../document/document-store.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { type FlowApi, type SaveRequest, save } from '../document/saving.ts';
import { createNotifier } from './notifier.ts';

export type SaveContext = {
  /** Whether an earlier revision of the flow is published, as far as the page knows. */
  isPublished(): boolean;
  api: FlowApi;
  /** A revision was stored: caches and, for a former local draft, the address follow. */
  onSaved(flow: FlowResource, wasLocal: boolean): void;
};

export function saveCommands(flow: OpenFlow, context: SaveContext) {
  const { document, view, findings } = flow;
  const t = wordsOf('designer');
  const { notifySuccess, notifyFailure } = createNotifier(view);

  /** False when there are errors: then the problems are shown with a notice. */
  const passesValidation = (notice: 'invalidNotSaved' | 'invalidNotPublished'): boolean => {
    document.endGesture();
    const { errors } = findings.check();
    if (errors === 0) return true;
    view.setState({ problemsOpen: true, dialog: null });
    notifyFailure(t(notice, { count: errors }));
    return false;
  };

  return {
    async save(message = '') {
      const state = document.getState();
      if (state.newerRevision !== null) return view.setState({ dialog: 'conflict' });
      const isLaidOut = state.history.past.at(-1)?.label.name === 'layOut';
      const isSaved = state.base !== null && countUnsavedChanges(state) === 0 && !isLaidOut;
      if (isSaved && message === '') return announce(t('nothingToSave'));
      if (passesValidation('invalidNotSaved'))
        await storeRevision(flow, context, { status: 'draft', message });
    },
    /** Opens the publish dialog, or what has to be resolved before. */
    requestPublish() {
      // One that was published meanwhile is a choice of the dialog itself.
      const { newerRevision } = document.getState();
      if (newerRevision !== null && newerRevision.status !== 'published')
        view.setState({ dialog: 'conflict' });
      else {
        document.endGesture();
        findings.check();
        view.setState({ dialog: 'publish' });
      }
    },
    /** The published flow; null when nothing was published. */
    async publish(message: string, acknowledged: Acknowledged = {}): Promise<FlowResource | null> {
      if (!passesValidation('invalidNotPublished')) return null;
      return storeRevision(flow, context, { status: 'published', message, ...acknowledged });
    },
    /** The saved revision that a publish request can name: the newest, or a new draft. Null when it is not saved. */
    async saveToPublish(message: string, acknowledged: Acknowledged = {}): Promise<FlowResource | null> {
      const state = document.getState();
      if (state.base !== null && countUnsavedChanges(state) === 0 && state.newerRevision === null)
        return state.base.flow;
      if (!passesValidation('invalidNotPublished')) return null;
      return storeRevision(flow, context, { status: 'draft', message, ...acknowledged }, 'publish');
    },
    /** Saves on top of the newer revision that the person has seen. */
    async saveAsNextRevision() {
      const { newerRevision } = document.getState();
      if (newerRevision === null || !passesValidation('invalidNotSaved')) return;
      const { revision: acknowledgedRevision } = newerRevision;
      await storeRevision(flow, context, { status: 'draft', acknowledgedRevision });
    },
    /** Takes the merge with the newer revision as an edit, and saves it on top of that revision. */
    async saveMerged(definition: FlowDefinition) {
      const { newerRevision, base, history } = document.getState();
      if (newerRevision === null) return;
      const { revision, friendly_name } = newerRevision;
      // A name that only they changed is theirs.
      if (base !== null && history.present.name === base.draft.name) document.rename(friendly_name);
      document.apply({ name: 'mergeRevision', revision }, () => definition);
      if (!passesValidation('invalidNotSaved')) return;
      await storeRevision(flow, context, { status: 'draft', acknowledgedRevision: revision });
    },
    /** Returns to the newest revision of the server, as an undo step. */
    discardChanges() {
      const { newerRevision, base } = document.getState();
      if (newerRevision !== null) document.adoptRevision(newerRevision);
      else if (base !== null) document.adoptRevision(base.flow, base.draft);
      else return;
      view.setState({ dialog: null });
      notifySuccess(t('discarded'));
    },
  };
}

type Acknowledged = Pick<SaveRequest, 'acknowledgedRevision'>;

/** Gives the flow when it was stored. Then `dialogAfter` is the dialog that is open, none by default. */
async function storeRevision(
  { document, view }: OpenFlow,
  context: SaveContext,
  request: SaveRequest,
  dialogAfter: 'publish' | null = null,
): Promise<FlowResource | null> {
  const t = wordsOf('designer');
  const { notifySuccess, notifyFailure } = createNotifier(view);
  const { base } = document.getState();
  const wasLocal = base === null;
  const wasPublished = base?.flow.status === 'published' || context.isPublished();
  const outcome = await save(document, context.api, request);
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
    case 'conflict':
      view.setState({ dialog: null, notice: null });
      return null;
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
