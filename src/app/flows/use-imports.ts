/** The files that are being imported on this page, and how far each has come. */

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { flowKeys } from '../client/flows.ts';
import type { ImportResult } from '../file-import/import-files.ts';
import { localDraftsKey } from '../unsaved-work/local-drafts.ts';

export type FileImport = { key: number; fileName: string; result: ImportResult | null };

let keys = 0;

/** Reading files needs a good part of the flow's own code, which the list does not. */
const loadImporting = () =>
  Promise.all([import('../file-import/import-files.ts'), import('../file-import/import-destinations.ts')]);

/**
 * `start` imports files one after another and resolves with their results. A second call adds to the
 * list of the first while that is still running, and starts a new list otherwise.
 */
export function useImports() {
  const cache = useQueryClient();
  const [files, setFiles] = useState<readonly FileImport[]>([]);
  const start = useCallback(
    async (chosen: readonly File[]): Promise<ImportResult[]> => {
      const begun = chosen.map((file) => ({ file, key: ++keys }));
      setFiles((before) => [
        ...(before.some(({ result }) => result === null) ? before : []),
        ...begun.map(({ file, key }) => ({ key, fileName: file.name, result: null })),
      ]);
      const [{ importFile }, { importDestinations }] = await loadImporting();
      const results: ImportResult[] = [];
      for (const { file, key } of begun) {
        const result = await importFile(file, importDestinations);
        results.push(result);
        setFiles((before) => before.map((each) => (each.key === key ? { ...each, result } : each)));
      }
      await Promise.all([
        cache.invalidateQueries({ queryKey: flowKeys.summaries }),
        cache.invalidateQueries({ queryKey: localDraftsKey }),
      ]);
      return results;
    },
    [cache],
  );
  const clear = useCallback(() => setFiles([]), []);
  return { files, start, clear };
}
