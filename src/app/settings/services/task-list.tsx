/** What flows have handed to people, newest first, and marking it as done. */

import { Link } from '@tanstack/react-router';
import { Check, ListTodo } from 'lucide-react';
import type { TaskResource } from '#api/tasks/operations.ts';
import { useMay } from '../../client/people/session.ts';
import { type TaskFilter, useCompleteTask, useTasks } from '../../client/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { JsonTree } from '../../ui/display/json-tree.tsx';
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx';
import { Masked } from '../../ui/marks/masked.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';
import { PanelList } from './panel-list.tsx';
import '../../ui/panel.css';

/** Which tasks are listed. */
export function TaskSegments({ show, onShow }: { show: TaskFilter; onShow(show: TaskFilter): void }) {
  const t = useWords('tasks');
  return (
    <SegmentedControl<TaskFilter>
      label={t('filter')}
      value={show}
      onChange={onShow}
      segments={[
        { value: 'pending', label: t('pending') },
        { value: 'completed', label: t('completed') },
        { value: 'all', label: t('all') },
      ]}
    />
  );
}

export function TaskList({ show }: { show: TaskFilter }) {
  const t = useWords('tasks');
  const list = useTasks(show);
  const tasks = list.data?.pages.flatMap((page) => page.tasks) ?? [];
  return (
    <PanelList
      list={list}
      failedTitle={t('failedTitle')}
      empty={{
        icon: ListTodo,
        title: t(show === 'pending' ? 'emptyTitle' : 'noneInFilterTitle'),
        text: t('emptyText'),
      }}
      toFlows={t('toFlows')}
    >
      {tasks.map((task) => (
        <TaskCard key={task.sid} task={task} />
      ))}
    </PanelList>
  );
}

function TaskCard({ task }: { task: TaskResource }) {
  const t = useWords('tasks');
  const { attributes } = task;
  const mayComplete = useMay('messages.write');
  const facts = [
    [t('channel'), task.channel],
    [t('workflow'), task.workflow],
    [t('priority'), task.priority],
  ].filter(([, value]) => value !== '' && value !== null);
  return (
    <article className="panel" aria-label={task.widget}>
      <header>
        <h2 className="clip">{task.widget}</h2>
        <RelativeTime at={task.date_created} className="small mut" />
        <span className="grow" />
        <Link
          to="/flows/$sid/executions/$executionSid"
          params={{ sid: task.flow_sid, executionSid: task.execution_sid }}
          className="link small"
        >
          {t('execution')}
        </Link>
        {task.status === 'pending' ? (
          mayComplete && <DoneButton task={task} />
        ) : (
          <Pill mark="ring">{t(task.status === 'canceled' ? 'canceled' : 'done')}</Pill>
        )}
      </header>
      <div className="inside stacked">
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Masked text={value ?? ''} />
              </dd>
            </div>
          ))}
        </dl>
        {typeof attributes === 'object' && attributes !== null && Object.keys(attributes).length > 0 ? (
          <JsonTree label={t('attributesOf', { widget: task.widget })} value={attributes} />
        ) : (
          <p className="mut small">
            <Masked text={typeof attributes === 'string' && attributes ? attributes : t('noAttributes')} />
          </p>
        )}
      </div>
    </article>
  );
}

function DoneButton({ task }: { task: TaskResource }) {
  const t = useWords('tasks');
  const complete = useCompleteTask();
  const press = () =>
    complete.mutate(
      task.sid,
      saidByToast(t('completedNote'), (message) => t('completeFailed', { message })),
    );
  return (
    <Button icon={Check} onPress={press} isBusy={complete.isPending}>
      {t('complete')}
    </Button>
  );
}
