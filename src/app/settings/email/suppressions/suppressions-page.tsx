/** Suppressions: the suppression lists, and the unsubscribe groups. */

import { getRouteApi } from '@tanstack/react-router';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { readSuppressionsSearch, type SuppressionView, suppressionViews } from '../search-params.ts';
import { GroupList } from './group-list.tsx';
import { ListPanel } from './suppression-list.tsx';
import './suppressions.css';

const route = getRouteApi('/shell/settings/email/suppressions');

export function SuppressionsPage() {
  const t = useWords('email');
  const { list = 'bounces', find = '' } = readSuppressionsSearch(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <>
      <EmailHeader title={t('suppressions.title')} lead={t('suppressions.lead')} />
      <div className="pile suppressions">
        <SegmentedControl<SuppressionView>
          label={t('suppressions.label')}
          look="pills"
          segments={suppressionViews.map((value) => ({ value, label: t(`suppressions.lists.${value}`) }))}
          value={list}
          onChange={(next) => void navigate({ search: next === 'bounces' ? {} : { list: next } })}
        />
        {list === 'groups' ? (
          <GroupList />
        ) : (
          <ListPanel
            key={list}
            list={list}
            find={find}
            onFind={(email) =>
              void navigate({
                search: ({ list: shown }) => ({
                  ...(shown && { list: shown }),
                  ...(email !== '' && { find: email }),
                }),
                replace: true,
              })
            }
          />
        )}
      </div>
    </>
  );
}
