/** Sends what a page has kept that is closed, or crashed, while this one has the same flow open. */

import { nextToSend, rebaseOnCopy, receive, sendAgain, unknownSeq } from '#flow/commands/editor.ts';
import { RequestError } from '../../client/request.ts';
import type { WorkingCopyApi } from '../../client/working-copy.ts';
import type { FlowEdits } from '../../unsaved-work/edits-file.ts';
import { type KeptEdits, keptEditsStorage } from '../../unsaved-work/kept-edits.ts';
import { whenClosed } from '../../unsaved-work/page-lock.ts';
import type { DocumentStore } from './document-store.ts';

const retryMs = 15_000;

/** Waits for the end of the other page, sends its edits and forgets them. What could not be applied, `document` shows. */
export function sendKeptEdits(kept: KeptEdits, api: WorkingCopyApi, document: DocumentStore): Promise<void> {
  return whenClosed(kept.client, async () => {
    for (;;) {
      try {
        const newest = await keptEditsStorage.read(kept.key);
        if (newest !== null) await sendEditsOf(newest, api, document);
        await keptEditsStorage.remove(kept.key);
        return;
      } catch (failure) {
        if (!(failure instanceof RequestError) || (failure.status >= 400 && failure.status < 500)) return;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }).catch(() => {});
}

/**
 * Sends edits that another page had, or a file. What could not be applied, `document` shows.
 *
 * @throws RequestError when the server refuses them, or does not respond
 */
export async function sendEditsOf(
  { flow, client, editor: keptEditor }: FlowEdits,
  api: WorkingCopyApi,
  document: DocumentStore,
): Promise<void> {
  let editor = sendAgain(keptEditor);
  while (editor.pending.length > 0) {
    if (editor.confirmed.seq === unknownSeq)
      editor = rebaseOnCopy(editor, await api.fetchCopy(flow), new Set());
    const sending = nextToSend(editor, 50);
    if (sending === null) break;
    const { base, commands } = sending;
    const { snapshot, edits, results } = await api.sendEdits(flow, {
      base,
      client,
      authorName: '',
      commands,
    });
    const received = snapshot === null ? receive(editor, edits) : null;
    // Whatever the log has of them, here or earlier, is sent.
    const known = new Set(results.map(({ id }) => id));
    const newest = snapshot ?? received?.confirmed ?? editor.confirmed;
    editor = rebaseOnCopy(received ?? editor, newest, known);
  }
  const { lost } = editor;
  if (lost.length > 0) document.change((state) => ({ ...state, lost: [...state.lost, ...lost] }));
}
