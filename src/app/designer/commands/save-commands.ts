/** Saving, publishing, and choosing between one's own work and that of the server. */

import type { FlowResource, FlowStatus } from '#api/flows.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { unsavedChanges } from '../document/document-store.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { type FlowServer, save } from '../document/saving.ts';
import { tellingIn } from './notifier.ts';

export type StoreSurroundings = {
  server: FlowServer;
  /** A revision was stored: caches and, for the first one, the address follow. */
  onSaved(flow: FlowResource, wasLocal: boolean): void;
};

export function storeCommands({ document, view, findings }: OpenFlow, around: StoreSurroundings) {
  const t = wordsOf('designer');
  const { tellDone, tellFailed } = tellingIn(view);

  /** True when no error stands in the way; otherwise the problems are shown with a line that says what did not happen. */
  const isSound = (line: 'onlyHere' | 'notPublished'): boolean => {
    document.endGesture();
    const { errors } = findings.check();
    if (errors === 0) return true;
    view.setState({ problemsOpen: true, dialog: null });
    tellFailed(t(line, { count: errors }));
    return false;
  };
  const store = (status: FlowStatus, message = '', onTopOf?: number) =>
    storeRevision({ document, view, findings }, around, { status, message, onTopOf });

  return {
    async save(message = '') {
      const state = document.getState();
      if (state.newer !== null) return view.setState({ dialog: 'newer' });
      const isLaidOut = state.history.past.at(-1)?.name === 'layOut';
      const isSaved = state.base !== null && unsavedChanges(state) === 0 && !isLaidOut;
      if (isSaved && message === '') return announce(t('nothingToSave'));
      if (isSound('onlyHere')) await store('draft', message);
    },
    askToPublish() {
      if (document.getState().newer !== null) view.setState({ dialog: 'newer' });
      else if (isSound('notPublished')) view.setState({ dialog: 'publish' });
    },
    async publish(message: string) {
      if (isSound('notPublished')) await store('published', message);
    },
    /** After the newer revision was looked at. */
    async saveOnTop() {
      const { newer } = document.getState();
      if (newer !== null && isSound('onlyHere')) await store('draft', '', newer.revision);
    },
    /** Takes what the server has; undo brings one's own back. */
    discardMine() {
      const { newer, base } = document.getState();
      if (newer !== null) document.settle(newer);
      else if (base !== null) document.settle(base.flow, base.draft, 'takeRevision');
      else return;
      document.setState({ restored: null });
      view.setState({ dialog: null });
      tellDone(t('discarded'));
    },
  };
}

type Wish = { status: FlowStatus; message: string; onTopOf: number | undefined };

async function storeRevision(flow: OpenFlow, around: StoreSurroundings, wish: Wish): Promise<void> {
  const { document, view } = flow;
  const t = wordsOf('designer');
  const { tellDone, tellFailed } = tellingIn(view);
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
      if (outcome.overtaken !== null) tellDone(t('overtaken', { revision: outcome.overtaken }));
      else if (status === 'published') tellDone(t('publishedAs', { revision }));
      else announce(t('savedAs', { revision }));
      return;
    }
    case 'newer':
      return view.setState({ dialog: null, notice: null });
    case 'failed': {
      const isInvalid = outcome.failure.kind === 'invalid';
      view.setState({ dialog: null, ...(isInvalid && { problemsOpen: true }) });
      return tellFailed(isInvalid ? t('serverInvalid') : t('refused', outcome.failure));
    }
    case 'busy':
      return;
  }
}
