/** Commands that save and publish. */

import type { FlowResource } from '#api/flows/schemas.ts';
import { announce } from '../../shell/announce.tsx';
import { storeLocalDraft } from '../../unsaved-work/local-drafts.ts';
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
