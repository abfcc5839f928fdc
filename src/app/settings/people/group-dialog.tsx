/** Making a group, or changing one: its name, its roles, and who is in it. */

import { useState } from 'react';
import type { GroupResource } from '#api/people/group-operations.ts';
import { mayGive, type Role, roles } from '#api/people/roles.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';
import { useSaveGroup } from '../../client/people/groups.ts';
import { useMembers } from '../../client/people/people.ts';
import { useSession } from '../../client/people/session.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type GroupDialogProps = { group: GroupResource | null; own: Role; onClose(): void };

const none = 'none';

export function GroupDialog({ group, own, onClose }: GroupDialogProps) {
  const t = useWords('groups');
  const names = useWords('shell');
  const session = useSession().data;
  const below = useSubaccounts().data ?? [];
  const members = useMembers().data ?? [];
  const save = useSaveGroup(group?.sid ?? null);
  const [name, setName] = useState(group?.name ?? '');
  const [people, setPeople] = useState<readonly string[]>(group?.people ?? []);
  const [given, setGiven] = useState<Readonly<Record<string, Role>>>(
    Object.fromEntries((group?.memberships ?? []).map(({ account_sid, role }) => [account_sid, role])),
  );
  const [isTried, setTried] = useState(false);
  const isPushed = group !== null && group.provider_sid !== null;
  const accounts = [
    ...(session ? [{ sid: session.account_sid, name: session.friendly_name }] : []),
    ...below
      .filter(({ status }) => status === 'active')
      .map(({ sid, friendly_name }) => ({ sid, name: friendly_name })),
  ];
  const choices = [
    { value: none, label: t('noRole') },
    ...roles
      .filter((role) => mayGive(own, role))
      .map((role) => ({ value: role, label: names(`roles.${role}`) })),
  ];
  const setRole = (account: string, choice: string) => {
    const { [account]: _, ...others } = given;
    const role = roles.find((each) => each === choice);
    setGiven(role === undefined ? others : { ...others, [account]: role });
  };
  const submit = () => {
    setTried(true);
    if (name.trim() === '') return;
    const own = isPushed ? {} : { People: JSON.stringify(people) };
    save.mutate({ Name: name, ...own, Memberships: JSON.stringify(given) }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t(group === null ? 'add' : 'editTitle')}
      submit={t(group === null ? 'add' : 'save')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={save.isPending}
      failure={save.error?.message}
    >
      <TextField
        label={t('name')}
        autoFocus={!isPushed}
        isReadOnly={isPushed}
        help={isPushed ? t('pushedHelp') : undefined}
        maxLength={100}
        value={name}
        onChange={setName}
        error={isTried && name.trim() === '' ? t('nameMissing') : undefined}
      />
      {accounts.map((account) => (
        <Select
          key={account.sid}
          label={t('roleIn', { account: account.name })}
          options={choices}
          value={given[account.sid] ?? none}
          onChange={(choice) => setRole(account.sid, choice)}
        />
      ))}
      {!isPushed && (
        <fieldset className="group-people">
          <legend className="lab">{t('whoIsIn')}</legend>
          {members.length === 0 && <p className="sec">{t('noMembers')}</p>}
          {members.map((member) => (
            <Checkbox
              key={member.sid}
              label={member.name}
              isOn={people.includes(member.sid)}
              onChange={(isIn) =>
                setPeople(isIn ? [...people, member.sid] : people.filter((each) => each !== member.sid))
              }
            >
              <span>
                {member.name} <span className="sec">{member.email}</span>
              </span>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
