/** What a query has loaded; before that a skeleton, or why it failed. */

import type { ReactNode } from 'react';
import { isNotFound } from '../../client/request.ts';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  failedTitle: string;
  /** Lines of the skeleton while it loads. */
  lines?: number;
  /** What is shown where the server has no such thing. */
  notFound?: ReactNode;
  children(data: Data): ReactNode;
};

export function Loaded<Data>({ query, failedTitle, lines = 3, notFound, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (notFound !== undefined && isNotFound(error)) return notFound;
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton lines={lines} />;
  return (
    <ErrorState title={failedTitle} onRetry={() => void refetch()}>
      {error.message}
    </ErrorState>
  );
}
