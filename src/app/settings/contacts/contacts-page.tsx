/** Finds everything that names one contact, exports it, and erases it; the values stand in no address. */

import '../../words/chunks/contact-words.ts';
import { Download, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type ContactCounts,
  type NamedContact,
  useContactExport,
  useContactSearch,
} from '../../client/contacts.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { SeeingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { CountList } from './count-list.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { ErasureList } from './erasure-list.tsx';
import './contacts.css';

const mostValues = 10;

export function ContactsPage() {
  const t = useWords('contacts');
  return (
    <div className="narrow contacts">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <SeeingNeeds permission="contacts.erase">
        <Finder />
        <ErasureList />
      </SeeingNeeds>
    </div>
  );
}

function Finder() {
  const t = useWords('contacts');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const search = useContactSearch();
  const values = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const submit = () => {
    if (values.length > 0 && values.length <= mostValues) search.mutate({ values, reason });
  };
  const found = search.data;
  // What was found is of what was searched for, whatever has been typed since.
  const searched = search.variables;
  return (
    <>
      <Panel title={t('find')}>
        <Form className="inside stacked" onSubmit={submit}>
          <TextField
            label={t('values')}
            help={t('valuesHelp', { most: mostValues })}
            lines={3}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            isDisabled={search.isPending}
          />
          <TextField
            label={t('reason')}
            help={t('reasonHelp')}
            value={reason}
            onChange={setReason}
            maxLength={300}
            autoComplete="off"
          />
          <div className="actions">
            <Button
              type="submit"
              kind="primary"
              icon={Search}
              isBusy={search.isPending}
              isDisabled={values.length === 0 || values.length > mostValues}
            >
              {t('search')}
            </Button>
          </div>
          <p role="status" className={search.isPending ? 'small mut' : 'vh'}>
            {search.isPending && t('searching')}
          </p>
          {search.error !== null && (
            <p role="alert" className="bad">
              {t('searchFailed', { message: search.error.message })}
            </p>
          )}
          {found === null && (
            <p role="alert" className="bad">
              {t('brokeOff')}
            </p>
          )}
        </Form>
      </Panel>
      {found && searched && (
        <Found
          counts={found}
          contact={{ values: searched.values, reason: reason.trim() }}
          onErased={() => {
            search.reset();
            setTyped('');
            setReason('');
          }}
        />
      )}
    </>
  );
}

type FoundProps = { counts: ContactCounts; contact: NamedContact; onErased(): void };

function Found({ counts, contact, onErased }: FoundProps) {
  const t = useWords('contacts');
  const [isErasing, setErasing] = useState(false);
  const file = useContactExport();
  const isEmpty = Object.keys(counts).length === 0;
  const download = () =>
    file.mutate(contact, {
      onSuccess(blob) {
        if (blob === null) return void toast({ message: t('brokeOff') });
        downloadFile('contact.jsonl', blob);
        toast({ message: t('exported', { file: 'contact.jsonl' }) });
      },
      onError: ({ message }) => void toast({ message: t('exportFailed', { message }) }),
    });
  return (
    <Panel
      title={isEmpty ? t('nothing') : t('found')}
      actions={
        !isEmpty && (
          <>
            <Button icon={Download} isBusy={file.isPending} onPress={download}>
              {t('export')}
            </Button>
            <Button icon={Trash2} kind="danger" onPress={() => setErasing(true)}>
              {t('erase')}
            </Button>
          </>
        )
      }
    >
      <div className="inside stacked" aria-live="polite">
        <p className="small mut">{t('foundOf', { values: contact.values.join(', ') })}</p>
        {isEmpty ? <p>{t('nothingText')}</p> : <CountList counts={counts} />}
      </div>
      {isErasing && (
        <EraseDialog
          contact={contact}
          onClose={() => setErasing(false)}
          onErased={() => {
            setErasing(false);
            onErased();
          }}
        />
      )}
    </Panel>
  );
}
