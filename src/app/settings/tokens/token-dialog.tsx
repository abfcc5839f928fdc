/** Creating a personal token: its role, its scopes and its end. Then the secret, this once. */

import { useState } from 'react';
import { isAllowed, type Permission, permissionNames, permissions, type Role } from '#api/people/roles.ts';
import { useSession } from '../../client/people/session.ts';
import { useCreateToken } from '../../client/people/tokens.ts';
import { RoleCards } from '../../people/role-cards.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import '../account/account.css';
import { SecretDialog } from '../account/credentials.tsx';
import { daysOf, type Expiry, ExpirySelect } from '../expiry-select.tsx';
import './tokens.css';

/** A person on the page alone may do these: no token changes members or credentials, or gives a reason. */
const ofPeople: readonly Permission[] = ['contacts.reveal', 'profile.write', 'members.write', 'signin.write'];

const scopesOf = (role: Role) =>
  permissionNames.filter((each) => isAllowed(role, each) && !ofPeople.includes(each));

export function TokenDialog({ onClose }: { onClose(): void }) {
  const t = useWords('tokens');
  const people = useWords('people');
  const own = useSession().data?.role ?? 'viewer';
  const create = useCreateToken();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(own);
  const [isAll, setAll] = useState(true);
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const [length, setLength] = useState<Expiry>('90');
  const [isTried, setTried] = useState(false);
  const made = create.data;
  if (made !== undefined) {
    const { sid, secret } = made;
    return (
      <SecretDialog
        title={t('newTitle', { name: made.friendly_name })}
        fields={[
          { label: t('sid'), value: sid },
          { label: t('secret'), value: secret },
          { label: t('commandLine'), value: `PATCHBAY_KEY=${sid}:${secret}` },
          { label: t('header'), value: `Authorization: Bearer ${sid}.${secret}` },
        ]}
        copied={{ text: `${sid}:${secret}`, label: t('copySecret') }}
        onClose={onClose}
      />
    );
  }
  const offered = scopesOf(role);
  const scopes = isAll ? [] : offered.filter((each) => chosen.includes(each));
  const isMissing = !isAll && scopes.length === 0;
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || isMissing) return;
    create.mutate({
      FriendlyName: name.trim(),
      Role: role,
      ...(!isAll && { Scopes: scopes }),
      ...daysOf(length),
    });
  };
  const areas = Object.entries(Object.groupBy(offered, (each) => permissions[each].area));
  return (
    <FormDialog
      title={t('add')}
      submit={t('add')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message ?? (isTried && isMissing ? t('scopesMissing') : undefined)}
    >
      <TextField
        label={t('name')}
        help={t('nameHelp')}
        autoFocus
        maxLength={100}
        value={name}
        onChange={setName}
        error={isTried && name.trim() === '' ? t('nameMissing') : undefined}
      />
      <RoleCards own={own} value={role} onChange={setRole} />
      <Switch label={t('everything')} help={t('everythingHelp')} isOn={isAll} onChange={setAll} />
      {!isAll && (
        <fieldset className="stacked token-scopes">
          <legend className="vh">{t('scopes')}</legend>
          {areas.map(([area, names]) => (
            <div className="col" key={area}>
              <p className="lab">{people(`areas.${permissions[names[0] as Permission].area}`)}</p>
              {names.map((each) => (
                <Checkbox
                  key={each}
                  label={people(`permissions.${each}`)}
                  isOn={chosen.includes(each)}
                  onChange={(isOn) =>
                    setChosen(isOn ? [...chosen, each] : chosen.filter((other) => other !== each))
                  }
                >
                  <span>
                    {people(`permissions.${each}`)} <code>{each}</code>
                  </span>
                </Checkbox>
              ))}
            </div>
          ))}
        </fieldset>
      )}
      <ExpirySelect value={length} onChange={setLength} />
    </FormDialog>
  );
}
