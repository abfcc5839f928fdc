/** Commands that write the flow to a file. Pictures are drawn by code that is loaded then. */

import { canonicalText } from '#flow/canonical/canonical.ts';
import { exportFileName } from '#flow/import-export/export-definition.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { editsFileText } from '../../unsaved-work/edits-file.ts';
import { pageClient } from '../../unsaved-work/page-lock.ts';
import { wordsOf } from '../../words/use-words.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { createNotifier } from './notifier.ts';

export function exportCommands({ document, view }: OpenFlow) {
  const draft = () => document.getState().history.present;
  const loadPictures = () => import('../export/export-picture.ts');
  return {
    exportJson() {
      const { name, definition } = draft();
      downloadFile(exportFileName(name), canonicalText(definition));
    },
    /** The edits that the server does not have; of a flow that it does not have at all, the flow. */
    downloadEdits() {
      const { id: flow, base, editor } = document.getState();
      if (base === null) return this.exportJson();
      downloadFile(
        exportFileName(draft().name, 'edits.json'),
        editsFileText({ flow, client: pageClient, editor }),
      );
    },
    async exportSvg() {
      const { name, definition } = draft();
      const { svgOf } = await loadPictures();
      downloadFile(exportFileName(name, 'svg'), svgOf(definition), 'image/svg+xml');
    },
    async exportPng() {
      const { name, definition } = draft();
      try {
        const { pngOf } = await loadPictures();
        downloadFile(exportFileName(name, 'png'), await pngOf(definition));
      } catch {
        createNotifier(view).notifyFailure(wordsOf('designer')('pngFailed'));
      }
    },
    async exportMermaid() {
      const { name, definition } = draft();
      const { mermaidText } = await import('#flow/import-export/mermaid.ts');
      downloadFile(exportFileName(name, 'mmd'), mermaidText(definition), 'text/vnd.mermaid');
    },
  };
}
