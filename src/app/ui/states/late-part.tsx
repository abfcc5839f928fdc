/**
 * A part of the page that is loaded when it is shown. One that cannot be loaded, without a network or after an upgrade of the
 * server, leaves the rest of the page as it is.
 */

import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { useWords } from '../../words/use-words.ts';
import { Button } from '../button.tsx';
import { toast } from '../overlays/toast.ts';
import { ErrorState } from './error-state.tsx';

export type LatePartProps = {
  children: ReactNode;
  /** What stands in its place while it is loaded. */
  fallback?: ReactNode;
  /** Another key is another part: it is tried though the one before has failed. */
  part?: string | null;
  /** For a part that covers others: called when it cannot be loaded, which a toast says. Without it that is said in its place. */
  onFailed?: () => void;
};

export function LatePart({ children, fallback = null, part = null, onFailed }: LatePartProps) {
  return (
    <CatchBoundary
      getResetKey={() => part ?? ''}
      errorComponent={() => (onFailed === undefined ? <NotLoaded /> : <SayNotLoaded onFailed={onFailed} />)}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

function NotLoaded() {
  const t = useWords('ui');
  return (
    <ErrorState
      title={t('notLoaded')}
      actions={<Button onPress={() => location.reload()}>{t('reloadPage')}</Button>}
    >
      {t('notLoadedText')}
    </ErrorState>
  );
}

function SayNotLoaded({ onFailed }: { onFailed: () => void }) {
  const t = useWords('ui');
  const say = useEffectEvent(() => {
    toast({
      message: `${t('notLoaded')}. ${t('notLoadedText')}`,
      action: { label: t('reloadPage'), onPress: () => location.reload() },
    });
    onFailed();
  });
  useEffect(() => say(), []);
  return null;
}
