/** The dialog for a new flow: choose a template, preview it, name it. */

import '../words/chunks/late-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useId, useMemo, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { type Sample, samples } from '#flow/samples/samples.ts';
import { useCreateFlow } from '../client/flows.ts';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/forms/search-field.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useWords } from '../words/use-words.ts';
import './new-flow.css';
import { Thumbnail } from '../ui/marks/thumbnail.tsx';
import { outlineOf, sampleOf, triggersOf } from './templates.ts';
import { TriggerIcons } from './trigger-icons.tsx';
import { useFileChooser } from './use-file-chooser.ts';

const FlowCanvas = lazy(() => import('../canvas/flow-canvas.tsx').then((m) => ({ default: m.FlowCanvas })));

const route = getRouteApi('/shell/flows');

export type NewFlowDialogProps = {
  /** Id of the template that is shown. */
  template: string;
  onImport(files: File[]): void;
};

export function NewFlowDialog({ template, onImport }: NewFlowDialogProps) {
  const t = useWords('newFlow');
  const flowWords = useWords('flows');
  const form = useId();
  const navigate = route.useNavigate();
  const chosen = sampleOf(template);
  const create = useCreateFlow();
  const choose = (id: string) => void navigate({ search: (now) => ({ ...now, new: id }), replace: true });
  const close = () => void navigate({ search: ({ new: _, ...rest }) => rest, replace: true });
  const chooseFiles = useFileChooser((files) => {
    close();
    onImport(files);
  });
  // The back button leads to the list, not to the dialog.
  const open = (sid: string) => void navigate({ to: '/flows/$sid', params: { sid }, replace: true });
  const submit = (name: string) =>
    create.mutate(
      { FriendlyName: name, Status: 'draft', Definition: JSON.stringify(chosen.definition) },
      { onSuccess: ({ sid }) => open(sid) },
    );
  return (
    <Dialog
      title={t('title')}
      isOpen
      onClose={close}
      size="wide"
      bare
      isBusy={create.isPending}
      failure={create.error && t('failed', { message: create.error.message })}
      footer={
        <>
          <NameForm
            // Another template suggests another name.
            key={chosen.id}
            id={form}
            suggestion={chosen.id === 'blank' ? flowWords('untitled') : chosen.name}
            onSubmit={submit}
          />
          <span className="grow" />
          <Button size="lg" onPress={close}>
            {t('cancel')}
          </Button>
          <Button size="lg" kind="primary" type="submit" form={form} isBusy={create.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <div className="nf">
        <div className="nl">
          <TemplateList chosen={chosen.id} onChoose={choose} />
          <button type="button" className="nt imp" onClick={chooseFiles}>
            <span className="stamp">
              <Icon of={Upload} />
            </span>
            <span className="grow">
              <b>{flowWords('importJson')}</b>
              <span>{t('importText')}</span>
            </span>
          </button>
        </div>
        <Preview template={chosen} />
      </div>
    </Dialog>
  );
}

function TemplateList({ chosen, onChoose }: { chosen: string; onChoose(template: string): void }) {
  const t = useWords('newFlow');
  const flowWords = useWords('flows');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found = samples.filter(({ name, description }) =>
    `${name} ${description}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <>
      <SearchField label={t('search')} size="sm" value={search} onChange={setSearch} />
      <ListBox
        className="nts"
        aria-label={t('templates')}
        items={found}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys;
          if (typeof key === 'string') onChoose(key);
        }}
        renderEmptyState={() => <p className="none">{t('noMatch')}</p>}
      >
        {({ id, name, definition }) => (
          <ListBoxItem id={id} textValue={name} className="nt">
            <span className="stamp">
              <Thumbnail outline={outlineOf(definition)} />
            </span>
            <span className="grow">
              <b className="clip">{name}</b>
              <span className="clip">{flowWords('widgets', { count: definition.states.length })}</span>
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </>
  );
}

function Preview({ template }: { template: Sample }) {
  const t = useWords('newFlow');
  const { name, description, definition } = template;
  const nothing = useMemo(() => new Set<string>(), []);
  return (
    <div className="np">
      <div className="npc">
        <Suspense>
          <FlowCanvas
            key={template.id}
            definition={definition}
            selected={nothing}
            onSelect={() => {}}
            label={t('previewOf', { name })}
          />
        </Suspense>
      </div>
      <div className="npt">
        <p className="sec">{description}</p>
        <TriggerIcons triggers={triggersOf(definition)} />
      </div>
    </div>
  );
}

type NameFormProps = { id: string; suggestion: string; onSubmit(name: string): void };

function NameForm({ id, suggestion, onSubmit }: NameFormProps) {
  const t = useWords('newFlow');
  const [name, setName] = useState(suggestion);
  const [isTried, setTried] = useState(false);
  const fault = name.trim() === '' ? t('nameMissing') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === undefined) onSubmit(name.trim());
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="name-form">
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        error={isTried ? fault : undefined}
        autoFocus
        onFocus={(event) => {
          if (event.target instanceof HTMLInputElement) event.target.select();
        }}
      />
    </form>
  );
}
