/** Saving, publishing, and choosing between one's own work and that of the server. */

import type { FlowResource, FlowStatus } from '#api/flows.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { countUnsavedChanges } from '../document/document-store.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { type FlowApi, save } from '../document/saving.ts';
import { createNotifier } from './notifier.ts';

export type SaveContext = {
  server: FlowApi;
  /** A revision was stored: caches and, for the first one, the address follow. */
  onSaved(flow: FlowResource, wasLocal: boolean): void;
};

export function saveCommands({ document, view, findings }: OpenFlow, around: SaveContext) {
  const t = wordsOf('designer');
  const { notifySuccess, notifyFailure } = createNotifier(view);

  /** True when no error stands in the way; otherwise the problems are shown with a line that says what did not happen. */
  const passesValidation = (line: 'onlyHere' | 'notPublished'): boolean => {
    document.endGesture();
    const { errors } = findings.check();
    if (errors === 0) return true;
    view.setState({ problemsOpen: true, dialog: null });
    notifyFailure(t(line, { count: errors }));
    return false;
  };
  const store = (status: FlowStatus, message = '', onTopOf?: number) =>
    saveRevision({ document, view, findings }, around, { status, message, onTopOf });

  return {
    async save(message = '') {
      const state = document.getState();
      if (state.newer !== null) return view.setState({ dialog: 'newer' });
      const isLaidOut = state.history.past.at(-1)?.name === 'layOut';
      const isSaved = state.base !== null && countUnsavedChanges(state) === 0 && !isLaidOut;
      if (isSaved && message === '') return announce(t('nothingToSave'));
      if (passesValidation('onlyHere')) await store('draft', message);
    },
    askToPublish() {
      if (document.getState().newer !== null) view.setState({ dialog: 'newer' });
      else if (passesValidation('notPublished')) view.setState({ dialog: 'publish' });
    },
    async publish(message: string) {
      if (passesValidation('notPublished')) await store('published', message);
    },
    /** After the newer revision was looked at. */
    async saveAsNextRevision() {
      const { newer } = document.getState();
      if (newer !== null && passesValidation('onlyHere')) await store('draft', '', newer.revision);
    },
    /** Takes what the server has; undo brings one's own back. */
    discardChanges() {
      const { newer, base } = document.getState();
      if (newer !== null) document.setBase(newer);
      else if (base !== null) document.setBase(base.flow, base.draft, 'takeRevision');
      else return;
      document.setState({ restored: null });
      view.setState({ dialog: null });
      notifySuccess(t('discarded'));
    },
  };
}

type Wish = { status: FlowStatus; message: string; onTopOf: number | undefined };

async function saveRevision(flow: OpenFlow, around: SaveContext, wish: Wish): Promise<void> {
  const { document, view } = flow;
  const t = wordsOf('designer');
  const { notifySuccess, notifyFailure } = createNotifier(view);
  const wasLocal = document.getState().base === null;
  const { status, message, onTopOf } = wish;
  const outcome = await save(document, around.server, {
    status,
    message,
    ...(onTopOf !== undefined && { onTopOf }),
  });
  switch (outcome.kind) {
    case 'saved': {
      const { revision } = outcome.flow;
      around.onSaved(outcome.flow, wasLocal);
      view.setState({ dialog: null, notice: null });
      if (outcome.overtaken !== null) notifySuccess(t('overtaken', { revision: outcome.overtaken }));
      else if (status === 'published') notifySuccess(t('publishedAs', { revision }));
      else announce(t('savedAs', { revision }));
      return;
    }
    case 'newer':
      return view.setState({ dialog: null, notice: null });
    case 'failed': {
      const isInvalid = outcome.failure.kind === 'invalid';
      view.setState({ dialog: null, ...(isInvalid && { problemsOpen: true }) });
      return notifyFailure(isInvalid ? t('serverInvalid') : t('refused', outcome.failure));
    }
    case 'busy':
      return;
  }
}
