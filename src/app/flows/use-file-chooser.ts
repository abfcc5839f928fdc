/** The browser's own dialog for choosing files, opened by a button of ours. */

import { useCallback, useEffectEvent, useRef } from 'react';

/** Gives a function that opens the dialog; `onFiles` is called with what was chosen, never with nothing. */
export function useFileChooser(onFiles: (files: File[]) => void): () => void {
  const input = useRef<HTMLInputElement | null>(null);
  const chosen = useEffectEvent(onFiles);
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
      if (files.length > 0) chosen(files);
    };
    box.click();
  }, []);
}
