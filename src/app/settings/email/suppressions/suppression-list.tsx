/** One suppression list: search, add and remove addresses. */

import { MailX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Suppression, SuppressionList } from '#api/email/suppressions.ts';
import {
  removeSuppression,
  suppressionsKey,
  useAddSuppressions,
  useSuppressions,
} from '../../../client/email/suppressions.ts';
import { useMay } from '../../../client/people/session.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { RelativeTime } from '../../../ui/marks/relative-time.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { AddAddresses } from './add-addresses.tsx';
import { CsvButtons } from './csv-buttons.tsx';

const removable = { kind: 'suppression', list: suppressionsKey, send: removeSuppression };

type ListPanelProps = {
  list: SuppressionList;
  /** The address that is looked for, empty for the whole list. */
  find: string;
  onFind(email: string): void;
};

export function ListPanel({ list, find, onFind }: ListPanelProps) {
  const t = useWords('email');
  const target = useEmailTarget();
  const mayChange = useMayChange();
  const seesAll = useMay('contacts.unmasked');
  const [typed, setTyped] = useState(find);
  const entries = useSuppressions(target, list, find);
  const add = useAddSuppressions(target, list);
  const { isRemoved } = useRemoval(removable);
  const rows = (entries.data?.pages.flat() ?? []).filter(({ email }) => !isRemoved(list, email));
  return (
    <Panel
      title={t(`suppressions.lists.${list}`)}
      afterTitle={<CsvButtons list={list} />}
      actions={
        seesAll && (
          <SearchField
            size="sm"
            label={t('suppressions.search')}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              if (text === '') onFind('');
            }}
            onSubmit={(text) => onFind(text.trim())}
          />
        )
      }
    >
      {mayChange && <AddAddresses change={add} />}
      <QueryList
        list={entries}
        count={rows.length}
        failedTitle={t('suppressions.failedTitle')}
        empty={
          <EmptyState
            icon={MailX}
            title={t(find === '' ? 'suppressions.emptyTitle' : 'suppressions.noMatchTitle')}
          >
            {find === '' ? t(`suppressions.emptyText.${list}`) : t('suppressions.noMatchText')}
          </EmptyState>
        }
        lines={4}
      >
        <Entries list={list} rows={rows} />
      </QueryList>
    </Panel>
  );
}

function Entries({ list, rows }: { list: SuppressionList; rows: readonly Suppression[] }) {
  const t = useWords('email');
  const { remove } = useRemoval(removable);
  const mayChange = useMayChange();
  const reasonOf = ({ status, reason }: Pick<Suppression, 'status' | 'reason'>) =>
    [status, reason].filter(Boolean).join(' ') || t('suppressions.addedManually');
  return (
    <Table
      label={t(`suppressions.lists.${list}`)}
      className="entries"
      columns={[
        { id: 'email', title: t('suppressions.email') },
        { id: 'reason', title: t('suppressions.reason'), className: 'roomy' },
        { id: 'since', title: t('suppressions.since'), className: 'since' },
        { id: 'acts', title: t('actions'), hidden: true, className: 'acts' },
      ]}
    >
      {rows.map(({ email, created, ...why }, index) => (
        // Masked addresses may be alike.
        <tr key={`${email} ${mayChange ? '' : index}`}>
          <td>
            <Masked text={email} />
            <div className="brief sec small">{reasonOf(why)}</div>
          </td>
          <td className="roomy sec">{reasonOf(why)}</td>
          <td className="sec">
            <RelativeTime at={created * 1000} />
          </td>
          <td className="right">
            {mayChange && (
              <IconButton
                icon={Trash2}
                label={t('suppressions.remove', { email })}
                onPress={() => remove([list, email], t('suppressions.removing', { email }))}
              />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
