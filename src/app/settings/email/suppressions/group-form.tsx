/** The form of an unsubscribe group: a new one in a line, or what recipients read of one. */

import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Group } from '#api/email/suppressions.ts';
import { useCreateGroup, useUpdateGroup } from '../../../client/email/suppressions.ts';
import { announce } from '../../../shell/announce.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { FormFooter } from '../../form-footer.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';

/** `group` is null for a new one, whose form stays empty where it is. */
type GroupFormProps = { group: Group | null; onClose?: () => void };

export function GroupForm({ group, onClose }: GroupFormProps) {
  const t = useWords('email');
  const target = useEmailTarget();
  const create = useCreateGroup(target);
  const change = useUpdateGroup(target);
  const before = { name: group?.name ?? '', description: group?.description ?? '' };
  const [values, setValues] = useState(before);
  const [isTried, setTried] = useState(false);
  const wanted = { name: values.name.trim(), description: values.description.trim() };
  const submit = () => {
    setTried(true);
    if (wanted.name === '' || wanted.description === '') return;
    const onSuccess = () => {
      announce(t(group === null ? 'groups.created' : 'groups.saved', { name: wanted.name }));
      setTried(false);
      if (group === null) setValues(before);
      onClose?.();
    };
    if (group === null) create.mutate(wanted, { onSuccess });
    else change.mutate({ id: group.id, ...wanted }, { onSuccess });
  };
  const failure = create.error ?? change.error;
  const isBusy = create.isPending || change.isPending;
  const otherError = generalError(failure, ['name', 'description']);
  return (
    <Form className={group === null ? 'inside field-row adding' : 'stacked'} onSubmit={submit}>
      <TextField
        label={t('groups.name')}
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
        maxLength={30}
        autoFocus={group !== null}
        error={isTried && wanted.name === '' ? t('groups.nameMissing') : fieldError(failure, 'name')}
      />
      <TextField
        label={t('groups.description')}
        value={values.description}
        onChange={(description) => setValues({ ...values, description })}
        maxLength={100}
        error={
          isTried && wanted.description === ''
            ? t('groups.descriptionMissing')
            : fieldError(failure, 'description')
        }
      />
      {group === null ? (
        <>
          <Button size="lg" icon={Plus} type="submit" isBusy={isBusy}>
            {t('groups.create')}
          </Button>
          {otherError !== undefined && (
            <p className="bad" role="alert">
              {otherError}
            </p>
          )}
        </>
      ) : (
        <FormFooter submit={t('save')} isBusy={isBusy} error={otherError}>
          <Button onPress={() => onClose?.()}>{t('cancel')}</Button>
        </FormFooter>
      )}
    </Form>
  );
}
