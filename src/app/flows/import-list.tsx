/** The status of each imported file. */

import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, FileJson, X } from 'lucide-react';
import type { ImportResult } from '../file-import/import-files.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import '../words/chunks/late-words.ts';
import { useWords } from '../words/use-words.ts';
import type { FileImport } from './use-imports.ts';
import './import-list.css';

export function ImportList({ files, onClose }: { files: readonly FileImport[]; onClose(): void }) {
  const t = useWords('importList');
  const done = files.filter(({ result }) => result !== null).length;
  const refused = files.filter(({ result }) => result?.kind === 'refused').length;
  const outcome = [
    ...(refused < done ? [t('done', { count: done - refused })] : []),
    ...(refused > 0 ? [t('failed', { count: refused })] : []),
  ].join(', ');
  return (
    <section className="imports" aria-label={t('title')}>
      <div className="row">
        <strong role="status" className="grow">
          {done < files.length ? t('importing', { done, total: files.length }) : outcome}
        </strong>
        {files.length > 1 && <progress max={files.length} value={done} aria-label={t('title')} />}
        <IconButton icon={X} label={t('close')} onPress={onClose} isDisabled={done < files.length} />
      </div>
      <ul>
        {files.map(({ key, fileName, result }) => (
          <li key={key} className={result?.kind === 'refused' ? 'bad' : ''}>
            <Icon of={iconOf(result)} size={14} />
            <span className="name clip">{fileName}</span>
            <span className="grow sec">
              <ResultText result={result} />
            </span>
            {result?.kind === 'created' && (
              <Link to="/flows/$sid" params={{ sid: result.sid }} className="link">
                {t('open')}
              </Link>
            )}
            {result?.kind === 'local' && (
              <Link to="/flows/local/$id" params={{ id: result.id }} className="link">
                {t('open')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function iconOf(result: ImportResult | null) {
  if (result === null) return FileJson;
  return result.kind === 'created' ? CircleCheck : CircleAlert;
}

function ResultText({ result }: { result: ImportResult | null }) {
  const t = useWords('importList');
  if (result === null) return t('waiting');
  if (result.kind === 'created') return t('created');
  if (result.kind === 'local') return t('local', { count: result.errors });
  switch (result.reason) {
    case 'no-flow':
      return result.sentence;
    case 'unread':
      return t('unreadable');
    case 'no-storage':
      return t('noStorage');
    case 'failed':
      return t('notSaved', { message: result.message });
  }
}
