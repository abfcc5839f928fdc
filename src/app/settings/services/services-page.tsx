/** Services: where the account's own are, and what the built-in ones hold. */

import { getRouteApi } from '@tanstack/react-router';
import { Braces } from 'lucide-react';
import { useSyncObjects } from '../../client/services.ts';
import { JsonTree } from '../../ui/display/json-tree.tsx';
import { Masked } from '../../ui/marks/masked.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words/use-words.ts';
import { LastChange } from '../last-change.tsx';
import { ChangingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { ChannelList } from './channel-list.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { PanelList } from './panel-list.tsx';
import { readServicesSearch, type ServiceView } from './services-search-params.ts';
import { TaskList, TaskSegments } from './task-list.tsx';
import './services.css';

const route = getRouteApi('/shell/settings/services');

export function ServicesPage() {
  const t = useWords('services');
  const { show = 'endpoints', tasks = 'pending' } = readServicesSearch(route.useSearch());
  const navigate = route.useNavigate();
  const taskView = (
    <>
      <div className="filter">
        <TaskSegments
          show={tasks}
          onShow={(value) =>
            void navigate({
              search: { show: 'tasks', ...(value !== 'pending' && { tasks: value }) },
              replace: true,
            })
          }
        />
      </div>
      <TaskList show={tasks} />
    </>
  );
  return (
    <div className="narrow services">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <LastChange of="service_endpoint" />
      <Tabs<ServiceView>
        label={t('views')}
        selected={show}
        onSelect={(view) => void navigate({ search: view === 'endpoints' ? {} : { show: view } })}
        tabs={[
          {
            id: 'endpoints',
            label: t('endpoints'),
            content: (
              <ChangingNeeds permission="services.write">
                <EndpointList />
              </ChangingNeeds>
            ),
          },
          { id: 'tasks', label: t('tasks'), content: taskView },
          { id: 'channels', label: t('channels'), content: <ChannelList /> },
          { id: 'objects', label: t('objects'), content: <ObjectList /> },
        ]}
      />
    </div>
  );
}

/** The objects of the built-in sync service, newest first, each with what it holds. */
function ObjectList() {
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
