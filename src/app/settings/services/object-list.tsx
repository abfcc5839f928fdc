/** The objects of the built-in sync service, newest first, each with what it holds. */

import { Braces } from 'lucide-react';
import { useSyncObjects } from '../../client/services.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { When } from '../../ui/when.tsx';
import { useWords } from '../../words/use-words.ts';

export function ObjectList() {
  const t = useWords('services');
  const list = useSyncObjects();
  const objects = list.data?.pages.flatMap((page) => page.sync_objects) ?? [];
  return (
    <div className="narrow">
      {list.isPending && <Skeleton lines={5} />}
      {list.isError && objects.length === 0 && (
        <ErrorState title={t('objectsFailed')} onRetry={() => void list.refetch()}>
          {list.error.message}
        </ErrorState>
      )}
      {list.isSuccess && objects.length === 0 && (
        <EmptyState icon={Braces} title={t('noObjectsTitle')}>
          {t('noObjectsText')}
        </EmptyState>
      )}
      {objects.map(({ sid, name, data, revision, date_created: created, date_updated: updated }) => (
        <article className="panel" aria-label={name} key={sid}>
          <header>
            <h2 className="clip">{name}</h2>
            <span className="small mut">{t('revision', { revision })}</span>
            <When at={updated ?? created} className="small mut" />
          </header>
          <div className="inside">
            <JsonTree label={t('dataOf', { name })} value={data} />
          </div>
        </article>
      ))}
      {list.hasNextPage && (
        <Button onPress={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  );
}
