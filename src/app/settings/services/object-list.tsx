/** The objects of the built-in sync service, newest first, each with what it holds. */

import { Link } from '@tanstack/react-router';
import { Braces } from 'lucide-react';
import { useSyncObjects } from '../../client/services.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useWords } from '../../words/use-words.ts';

export function ObjectList() {
  const t = useWords('services');
  const list = useSyncObjects();
  const objects = list.data?.pages.flatMap((page) => page.sync_objects) ?? [];
  return (
    <div className="narrow">
      <QueryList
        list={list}
        count={objects.length}
        failedTitle={t('objectsFailed')}
        lines={5}
        empty={
          <EmptyState
            icon={Braces}
            title={t('noObjectsTitle')}
            actions={
              <Link to="/flows" className={buttonClass()}>
                {t('toFlows')}
              </Link>
            }
          >
            {t('noObjectsText')}
          </EmptyState>
        }
      >
        {objects.map(({ sid, name, data, revision, date_created: created, date_updated: updated }) => (
          <article className="panel" aria-label={name} key={sid}>
            <header>
              <h2 className="clip">{name}</h2>
              <span className="small mut">{t('revision', { revision })}</span>
              <RelativeTime at={updated ?? created} className="small mut" />
            </header>
            <div className="inside">
              <JsonTree label={t('dataOf', { name })} value={data} />
            </div>
          </article>
        ))}
      </QueryList>
    </div>
  );
}
