/** A line that makes an unsubscribe group. */

import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useCreateGroup } from '../../../client/email/suppressions.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { faultAt, faultElsewhere } from '../faults.ts';
import { useStanding } from '../use-standing.ts';

export function NewGroup() {
  const t = useWords('email');
  const create = useCreateGroup(useStanding());
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || description.trim() === '') return;
    create.mutate(
      { name: name.trim(), description: description.trim() },
      {
        onSuccess: () => {
          setName('');
          setDescription('');
          setTried(false);
        },
      },
    );
  };
  const elsewhere = faultElsewhere(create.error, ['name', 'description']);
  return (
    <form className="inside adding" onSubmit={submit} noValidate>
      <TextField
        label={t('groups.name')}
        value={name}
        onChange={setName}
        maxLength={30}
        error={isTried && name.trim() === '' ? t('groups.nameMissing') : faultAt(create.error, 'name')}
      />
      <TextField
        label={t('groups.description')}
        value={description}
        onChange={setDescription}
        maxLength={100}
        error={
          isTried && description.trim() === ''
            ? t('groups.descriptionMissing')
            : faultAt(create.error, 'description')
        }
      />
      <Button size="lg" icon={Plus} type="submit" isBusy={create.isPending}>
        {t('groups.create')}
      </Button>
      {elsewhere !== undefined && (
        <p className="fault-line" role="alert">
          {elsewhere}
        </p>
      )}
    </form>
  );
}
