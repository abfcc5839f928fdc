/** The objects of the built-in sync service, newest first, each with what it holds. */

import { Braces } from 'lucide-react';
import { useSyncObjects } from '../../client/services.ts';
import { JsonTree } from '../../ui/display/json-tree.tsx';
import { Masked } from '../../ui/marks/masked.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { useWords } from '../../words/use-words.ts';
import { PanelList } from './panel-list.tsx';

export function ObjectList() {
  const t = useWords('services');
  const list = useSyncObjects();
  const objects = list.data?.pages.flatMap((page) => page.sync_objects) ?? [];
  return (
    <PanelList
      list={list}
      failedTitle={t('objectsFailed')}
      empty={{ icon: Braces, title: t('noObjectsTitle'), text: t('noObjectsText') }}
      toFlows={t('toFlows')}
    >
      {objects.map(({ sid, name, data, revision, date_created: created, date_updated: updated }) => (
        <article className="panel" aria-label={name} key={sid}>
          <header>
            <h2 className="clip">
              <Masked text={name} />
            </h2>
            <span className="small mut">{t('revision', { revision })}</span>
            <RelativeTime at={updated ?? created} className="small mut" />
          </header>
          <div className="inside stacked">
            <JsonTree label={t('dataOf', { name })} value={data} />
          </div>
        </article>
      ))}
    </PanelList>
  );
}
