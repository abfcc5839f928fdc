/** Who is signed in: their name and picture, how the page looks to them, their password and their sessions. */

import '../../words/chunks/late-words.ts';
import '../../words/chunks/people-words.ts';
import { CircleUser, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { PersonResource, PersonSessionResource } from '#api/people/schemas.ts';
import { useEndMySession, useMySessions, useUpdateMe } from '../../client/people/people.ts';
import { useSession } from '../../client/people/session.ts';
import { newPasswordFault } from '../../people/new-password.ts';
import { PasswordField } from '../../people/password-field.tsx';
import { chooseTheme, type Theme, useTheme } from '../../shell/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { saidByToast, toast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { chooseLanguage, languages, useLanguage } from '../../words/language.ts';
import { useWords } from '../../words/use-words.ts';
import { FormFooter } from '../form-footer.tsx';
import { ResourceList } from '../resource-list.tsx';
import { SectionHeader } from '../section-header.tsx';
import { readDevice } from './device-name.ts';
import { PasskeysPanel } from './passkeys-panel.tsx';
import './people-settings.css';
import { PicturePanel } from './picture-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';

export function ProfilePage() {
  const t = useWords('people');
  const person = useSession().data?.person ?? null;
  return (
    <div className="narrow people-settings">
      <SectionHeader title={t('profile.title')} lead={t('profile.lead')} />
      {person === null ? (
        <>
          <EmptyState icon={CircleUser} title={t('profile.nobodyTitle')}>
            {t('profile.nobodyText')}
          </EmptyState>
          <AppearancePanel />
        </>
      ) : (
        <>
          <NameForm key={person.name} person={person} />
          <PicturePanel person={person} />
          <AppearancePanel />
          <PasswordForm email={person.email} />
          <SecondFactorPanel />
          <PasskeysPanel />
          <SessionList />
        </>
      )}
    </div>
  );
}

function NameForm({ person }: { person: PersonResource }) {
  const t = useWords('people');
  const update = useUpdateMe();
  const [name, setName] = useState(person.name);
  const text = name.trim();
  const submit = () => {
    if (text === '') return;
    update.mutate({ Name: text }, { onSuccess: () => void toast({ message: t('profile.nameSaved') }) });
  };
  return (
    <Panel title={person.email}>
      <Form className="inside stacked" onSubmit={submit}>
        <TextField
          label={t('name')}
          autoComplete="name"
          maxLength={100}
          help={t('nameHelp')}
          value={name}
          onChange={setName}
          error={text === '' ? t('nameMissing') : undefined}
        />
        <FormFooter
          submit={t('profile.saveName')}
          isBusy={update.isPending}
          isDisabled={text === person.name}
          error={update.error?.message}
        />
      </Form>
    </Panel>
  );
}

function PasswordForm({ email }: { email: string }) {
  const t = useWords('people');
  const update = useUpdateMe();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const [isTried, setTried] = useState(false);
  const presentFault = present === '' ? t('passwordMissing') : undefined;
  const nextFault = newPasswordFault(next, t);
  const submit = () => {
    setTried(true);
    if (presentFault || nextFault) return;
    update.mutate(
      { CurrentPassword: present, Password: next },
      {
        onSuccess: () => {
          toast({ message: t('profile.passwordChanged') });
          setPresent('');
          setNext('');
          setTried(false);
        },
      },
    );
  };
  return (
    <Panel title={t('password')}>
      <Form className="inside stacked" onSubmit={submit}>
        {/* For the password manager, which keeps the password under it. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          value={present}
          onChange={setPresent}
          error={isTried ? presentFault : undefined}
        />
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          help={t('passwordRule')}
          value={next}
          onChange={setNext}
          error={isTried ? nextFault : undefined}
        />
        <FormFooter
          submit={t('profile.changePassword')}
          isBusy={update.isPending}
          error={update.error?.message}
        />
      </Form>
    </Panel>
  );
}

function SessionList() {
  const t = useWords('people');
  const sessions = useMySessions();
  return (
    <ResourceList
      title={t('profile.sessions')}
      list={sessions}
      rows={sessions.data ?? []}
      keyOf={({ id }) => id}
      failedTitle={t('profile.sessionsFailed')}
      empty={{
        icon: MonitorSmartphone,
        title: t('profile.noSessionsTitle'),
        text: t('profile.noSessionsText'),
      }}
    >
      {(each) => <SessionLine session={each} />}
    </ResourceList>
  );
}

function SessionLine({ session }: { session: PersonSessionResource }) {
  const t = useWords('people');
  const end = useEndMySession(session.id);
  const { browser, system } = readDevice(session.device);
  const device =
    browser !== null && system !== null
      ? t('profile.browserOn', { browser, system })
      : (browser ?? system ?? t('profile.unknownDevice'));
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{device}</b>
          {session.is_current && <Pill tone="live">{t('profile.thisDevice')}</Pill>}
        </p>
        <p className="small sec">
          {t('profile.signedIn', { when: dateAndTime(session.date_created) })} · {t('members.lastSeen')}{' '}
          <RelativeTime at={session.date_last_seen} isInSentence />
        </p>
      </div>
      {!session.is_current && (
        <Button
          aria-label={t('profile.endOf', { device })}
          isBusy={end.isPending}
          onPress={() =>
            end.mutate(
              undefined,
              saidByToast(t('profile.ended'), (message) => t('profile.endFailed', { message })),
            )
          }
        >
          {t('profile.end')}
        </Button>
      )}
    </>
  );
}

const themes: readonly Theme[] = ['light', 'dark', 'system'];

/** The language of the page, and light or dark, as the menus of the rail have them too. */
function AppearancePanel() {
  const t = useWords('ownPage');
  const menus = useWords('railMenus');
  const shown = useLanguage();
  return (
    <Panel title={t('appearance')}>
      <div className="inside stacked">
        <Select
          label={menus('language')}
          options={languages.map(({ language, name }) => ({ value: language, label: name }))}
          value={languages.find(({ language }) => language === shown)?.language ?? null}
          onChange={(language) =>
            void chooseLanguage(language).catch(() => toast({ message: menus('languageFailed') }))
          }
        />
        <Select
          label={menus('theme')}
          options={themes.map((value) => ({ value, label: menus(value) }))}
          value={useTheme()}
          onChange={chooseTheme}
          help={t('appearanceText')}
        />
      </div>
    </Panel>
  );
}
