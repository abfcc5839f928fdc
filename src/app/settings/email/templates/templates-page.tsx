/** The templates of emails. */

import '../../../words/chunks/email-section-words.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, FileCode, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Template } from '#api/email/templates.ts';
import {
  deleteTemplate,
  templateListKey,
  useCreateTemplate,
  useDuplicateTemplate,
  useRenameTemplate,
  useTemplates,
} from '../../../client/email/templates.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { ResourceList } from '../../resource-list.tsx';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';

const removable = { kind: 'email template', list: templateListKey, send: deleteTemplate };

export function TemplatesPage() {
  const t = useWords('emailTemplates');
  const target = useEmailTarget();
  const navigate = useNavigate();
  const templates = useTemplates(target);
  const create = useCreateTemplate(target);
  const { isRemoved } = useRemoval(removable);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <EmailHeader title={t('title')} lead={t('lead')} />
      <ResourceList
        title={t('all')}
        list={templates}
        rows={templates.data?.filter(({ id }) => !isRemoved(id)) ?? []}
        keyOf={({ id }) => id}
        failedTitle={t('failedTitle')}
        empty={{ icon: FileCode, title: t('emptyTitle'), text: t('emptyText') }}
        add={{ label: t('add'), onPress: () => setAdding(true) }}
      >
        {(template) => <TemplateRow template={template} />}
      </ResourceList>
      {isAdding && (
        <NameDialog
          title={t('add')}
          submit={t('create')}
          change={create}
          onClose={() => setAdding(false)}
          onDone={({ id }) => void navigate({ to: '/email/templates/$id', params: { id } })}
        />
      )}
    </>
  );
}

function TemplateRow({ template: { id, name, versions } }: { template: Template }) {
  const t = useWords('emailTemplates');
  const ofEmail = useWords('email');
  const target = useEmailTarget();
  const mayChange = useMayChange();
  const { remove } = useRemoval(removable);
  const rename = useRenameTemplate(target, id);
  const duplicate = useDuplicateTemplate(target);
  const [isRenaming, setRenaming] = useState(false);
  const active = versions.find((version) => version.active === 1);
  return (
    <>
      <div className="grow">
        <p className="row">
          <Link to="/email/templates/$id" params={{ id }} className="link">
            <b>{name}</b>
          </Link>
          {active ? (
            <Pill tone="live" mark="dot">
              {active.name}
            </Pill>
          ) : (
            <Pill mark="ring">{t('noVersion')}</Pill>
          )}
          <span className="small mut">{t('versionCount', { count: versions.length })}</span>
        </p>
        <p className="small sec clip">{active?.subject}</p>
        <p className="small mono mut">{id}</p>
      </div>
      {mayChange && (
        <>
          <IconButton icon={Pencil} label={t('rename', { name })} onPress={() => setRenaming(true)} />
          <IconButton
            icon={Copy}
            label={t('duplicate', { name })}
            isDisabled={duplicate.isPending}
            onPress={() =>
              duplicate.mutate(
                id,
                saidByToast(null, (message) => t('saveFailed', { message })),
              )
            }
          />
          <IconButton
            icon={Trash2}
            label={t('delete', { name })}
            onPress={() => remove([id], ofEmail('deleting', { name }))}
          />
        </>
      )}
      {isRenaming && (
        <NameDialog
          title={t('renameTitle')}
          submit={t('save')}
          name={name}
          change={rename}
          onClose={() => setRenaming(false)}
          onDone={() => setRenaming(false)}
        />
      )}
    </>
  );
}

type NameDialogProps = {
  title: string;
  submit: string;
  name?: string;
  change: ReturnType<typeof useCreateTemplate>;
  onClose(): void;
  onDone(template: Template): void;
};

function NameDialog({ title, submit, name = '', change, onClose, onDone }: NameDialogProps) {
  const t = useWords('emailTemplates');
  const [text, setText] = useState(name);
  return (
    <FormDialog
      title={title}
      submit={submit}
      isBusy={change.isPending}
      isDisabled={text.trim() === ''}
      failure={change.error?.message}
      onClose={onClose}
      onSubmit={() => change.mutate(text.trim(), { onSuccess: onDone })}
    >
      <TextField label={t('name')} value={text} onChange={setText} maxLength={100} autoFocus />
    </FormDialog>
  );
}
