/** The embedded desk as a page of its own: what flows have handed to a person. */

import '../../words/chunks/settings-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../../shell/page-title.ts';
import { useWords } from '../../words/use-words.ts';
import { TaskList, TaskSegments } from './task-list.tsx';
import './tasks.css';
import { readTasksSearch } from './services-search-params.ts';

const route = getRouteApi('/shell/tasks');

export function TasksPage() {
  const t = useWords('tasks');
  const { show = 'pending' } = readTasksSearch(route.useSearch());
  const navigate = route.useNavigate();
  usePageTitle(t('title'));
  return (
    <div className="page tasks">
      <header>
        <div className="grow">
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        <TaskSegments
          show={show}
          onShow={(value) =>
            void navigate({ search: value === 'pending' ? {} : { show: value }, replace: true })
          }
        />
      </header>
      <TaskList show={show} />
    </div>
  );
}
