/** The form of all filters, in a popover; nothing is searched before it is submitted. */

import { type FormEvent, useState } from 'react';
import { useFlowSummaries } from '../../client/flows.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { type AccountSearch, readAccountSearch } from '../search-params.ts';

const textFields = ['widget', 'event', 'error', 'revision', 'channel'] as const;

export type FilterFormProps = { search: AccountSearch; onApply(search: AccountSearch): void };

export function FilterForm({ search, onApply }: FilterFormProps) {
  const t = useWords('accountExecutions');
  const flows = useFlowSummaries().data ?? [];
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value ?? '')])),
  );
  const textOf = (name: string) => values[name] ?? '';
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value });
  const errors: Record<string, string | undefined> = {
    error: /^(|any|\d{1,9})$/.test(textOf('error').trim()) ? undefined : t('filter.errorWrong'),
    revision: /^(|[1-9]\d{0,8})$/.test(textOf('revision').trim()) ? undefined : t('filter.revisionWrong'),
    to:
      textOf('from') !== '' && textOf('to') !== '' && textOf('to') < textOf('from')
        ? t('filter.reversed')
        : undefined,
  };
  const help = {
    widget: 'widgetHelp',
    event: 'eventHelp',
    error: 'errorHelp',
    channel: 'channelHelp',
  } as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.values(errors).some((error) => error !== undefined)) return;
    const { page: _, revision, ...rest } = values;
    onApply(readAccountSearch({ ...rest, ...(revision && { revision: Number(revision) }) }));
  };
  return (
    <form className="filter-form" onSubmit={submit} noValidate>
      <Select
        label={t('filter.flow')}
        options={[
          { value: '', label: t('anyFlow') },
          ...flows.map(({ sid, friendly_name }) => ({ value: sid, label: friendly_name })),
        ]}
        value={textOf('flow')}
        onChange={set('flow')}
      />
      {textFields.map((name) => (
        <TextField
          key={name}
          label={t(`filter.${name}`)}
          value={textOf(name)}
          onChange={set(name)}
          help={name in help ? t(`filter.${help[name as keyof typeof help]}`) : undefined}
          error={errors[name]}
        />
      ))}
      <div className="days">
        <TextField label={t('filter.from')} type="date" value={textOf('from')} onChange={set('from')} />
        <TextField
          label={t('filter.to')}
          type="date"
          value={textOf('to')}
          onChange={set('to')}
          error={errors.to}
        />
      </div>
      <Button kind="primary" type="submit">
        {t('apply')}
      </Button>
    </form>
  );
}
