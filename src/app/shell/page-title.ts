/** The title of the page, in the browser's tab and said on arrival. */

import { useEffect } from 'react';
import { announce } from './announce.tsx';

/** Waits while `title` is null: the page does not know yet what it shows. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    document.title = `${title} · Patchbay`;
    announce(title);
  }, [title]);
}
