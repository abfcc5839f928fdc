/** The records of a sending domain or link domain: when they were checked, by email to the person who may publish them, and checked again. */

import type { UseMutationResult } from '@tanstack/react-query';
import { Mail, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DomainRecord } from '#api/email/sending-domains.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { RelativeTime } from '../../../ui/marks/relative-time.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { mailtoOf } from './record-row.tsx';

type RecordsPanelProps = {
  name: string;
  records: readonly DomainRecord[];
  /** Unix seconds. */
  checkedAt: number | null;
  check: UseMutationResult<unknown, Error, undefined>;
  state: ReactNode;
  children: ReactNode;
};

export function RecordsPanel({ name, records, checkedAt, check, state, children }: RecordsPanelProps) {
  const t = useWords('sendingDomains');
  const mayChange = useMayChange();
  return (
    <Panel
      title={t('records')}
      className="records"
      afterTitle={state}
      actions={
        <>
          {checkedAt !== null && (
            <span className="small mut">
              {t('checked')} <RelativeTime at={checkedAt * 1000} isInSentence />
            </span>
          )}
          <a className={buttonClass()} href={mailtoOf(t('mailSubject', { domain: name }), records)}>
            <Icon of={Mail} size={14} />
            {t('mailRecords')}
          </a>
          {mayChange && (
            <Button
              icon={RefreshCw}
              isBusy={check.isPending}
              onPress={() =>
                check.mutate(
                  undefined,
                  saidByToast(null, (message) => t('checkFailed', { message })),
                )
              }
            >
              {t('check')}
            </Button>
          )}
        </>
      }
    >
      <ul className="divided" aria-label={t('records')}>
        {children}
      </ul>
    </Panel>
  );
}
