/** Exports a suppression list as a CSV file, imports one, and says which of its rows could not be taken. */

import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { SuppressionImport } from '#api/email/suppression-files.ts';
import type { SuppressionList } from '#api/email/suppressions.ts';
import { suppressionExportUrl, useImportSuppressions } from '../../../client/email/suppressions.ts';
import { useMay } from '../../../client/people/session.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { useEmailTarget } from '../use-email-target.ts';

export function CsvButtons({ list }: { list: SuppressionList }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const mayChange = useMayChange();
  const seesAll = useMay('contacts.unmasked');
  const input = useRef<HTMLInputElement>(null);
  const change = useImportSuppressions(target, list);
  const importFile = async (file: File | undefined) => {
    if (file === undefined) return;
    change.mutate(
      await file.text(),
      saidByToast(null, (message) => t('suppressions.importFailed', { message })),
    );
  };
  return (
    <span className="actions">
      {seesAll && (
        <a className={buttonClass()} href={suppressionExportUrl(target, list)} download>
          <Icon of={Download} size={14} />
          {t('suppressions.export')}
        </a>
      )}
      {mayChange && (
        <>
          <Button icon={Upload} isBusy={change.isPending} onPress={() => input.current?.click()}>
            {t('suppressions.import')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.txt,text/csv,text/plain"
            aria-label={t('suppressions.import')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              void importFile(file);
            }}
          />
        </>
      )}
      {change.data && <ImportResult result={change.data} onClose={() => change.reset()} />}
    </span>
  );
}

function ImportResult({ result, onClose }: { result: SuppressionImport; onClose(): void }) {
  const t = useWords('email');
  const { imported, known, rejected, rejected_count: count } = result;
  return (
    <Dialog
      title={t('suppressions.importTitle')}
      isOpen
      onClose={onClose}
      footer={
        <Button size="lg" kind="primary" onPress={onClose}>
          {t('suppressions.importClose')}
        </Button>
      }
    >
      <p>
        {t('suppressions.imported', { count: imported })} {t('suppressions.known', { count: known })}
      </p>
      {count > 0 && (
        <>
          <p className="bad">{t('suppressions.rejected', { count })}</p>
          <ul className="rejected" aria-label={t('suppressions.rejectedRows')}>
            {rejected.map(({ line, problem, text }) => (
              <li key={line} className="small">
                <b>{t('suppressions.line', { line })}</b> {t(`suppressions.rowProblems.${problem}`)}{' '}
                <span className="mono">{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
