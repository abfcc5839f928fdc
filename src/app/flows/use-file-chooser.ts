/** The browser's own dialog for choosing files, opened by a button of ours. */

import { useCallback, useRef } from 'react';
import { useLatest } from '../ui/use-latest.ts';

/** Gives a function that opens the dialog; `onFiles` is called with what was chosen, never with nothing. */
export function useFileChooser(onFiles: (files: File[]) => void): () => void {
  const input = useRef<HTMLInputElement | null>(null);
  const chosen = useLatest(onFiles);
  return useCallback(() => {
    if (input.current === null) {
      const made = document.createElement('input');
      made.type = 'file';
      made.multiple = true;
      made.accept = '.json,application/json,text/plain';
      input.current = made;
    }
    const box = input.current;
    box.value = '';
    box.onchange = () => {
      const files = [...(box.files ?? [])];
      if (files.length > 0) chosen.current(files);
    };
    box.click();
  }, [chosen]);
}
