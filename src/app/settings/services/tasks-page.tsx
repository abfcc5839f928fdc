/** The embedded desk as a page of its own: what flows have handed to a person. */

import '../../words/chunks/settings-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import { TaskList, TaskSegments } from './task-list.tsx';
import './tasks.css';
import { readTasksSearch } from './services-search-params.ts';

const route = getRouteApi('/shell/tasks');

export function TasksPage() {
  const t = useWords('tasks');
  const { show = 'pending' } = readTasksSearch(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <div className="page tasks">
      <header>
        <SectionHeader title={t('title')} lead={t('lead')} />
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
