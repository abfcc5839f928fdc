/** The dot at the bell of the rail while alerts are open; loaded ten seconds after the page. */

import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useAlertSummary } from '../client/alert-summary.ts';
import '../words/chunks/alert-words.ts';
import { useWords } from '../words/use-words.ts';

/** At the upper right of the bell, in whose middle an element without a place of its own is. */
const dot = {
  position: 'absolute',
  translate: '7px -7px',
  width: 8,
  height: 8,
  borderRadius: '50%',
  background: 'var(--danger-fill)',
  boxShadow: '0 0 0 2px var(--bg)',
} as const;

export function AlertDot() {
  const t = useWords('alerts');
  const { data } = useAlertSummary();
  const bell = document.querySelector('.nav a[href="/alerts"]');
  const count = data?.open ?? 0;
  const isShown = count > 0;
  const description = t('openCount', { count });
  useEffect(() => {
    // The link has a name of its own, so that nothing within it is announced.
    if (isShown) bell?.setAttribute('aria-description', description);
    return () => bell?.removeAttribute('aria-description');
  }, [bell, isShown, description]);
  return bell !== null && isShown ? createPortal(<span className="nav-dot" style={dot} />, bell) : null;
}
