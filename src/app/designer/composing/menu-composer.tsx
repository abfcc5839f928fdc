/** Phone menu: a greeting, what each key or word does, and the ways for another key and for none, in one step. */

import '../../words/chunks/late-words.ts';
import { useState } from 'react';
import { addressError } from '#flow/address.ts';
import {
  composeMenu,
  type MenuElsewise,
  type MenuForm,
  type MenuKey,
  menuComposition,
} from '#flow/edit/compose-menu.ts';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { i18n } from '../../words/translator.ts';
import { useWords } from '../../words/use-words.ts';
import { ComposerFrame, Rows, useGrowingRows, type Way, WayChoice } from './composer-frame.tsx';

/** `isLeft`: the field of the value was left, so that it can be wrong. */
type Row = MenuKey & { isLeft: boolean };
type MenuWay = Way<'again' | 'open' | 'voicemail'>;

const languages = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES'] as const;
const actions = ['say', 'queue', 'number', 'open'] as const;
const maxKeys = 9;
const emptyRow: Row = { word: '', action: 'say', value: '', isLeft: false };
const isEmpty = ({ word, value }: MenuKey) => word.trim() === '' && value.trim() === '';

export function MenuComposer() {
  const t = useWords('composing');
  const [greeting, setGreeting] = useState('');
  const [language, setLanguage] = useState<(typeof languages)[number]>(
    i18n.language === 'de' ? 'de-DE' : 'en-US',
  );
  const [rows, setRow] = useGrowingRows(emptyRow, isEmpty, maxKeys);
  const [anotherKey, setAnotherKey] = useState<Way<'again' | 'open'>>({ kind: 'again', widget: null });
  const [noKey, setNoKey] = useState<MenuWay>({ kind: 'voicemail', widget: null });
  const [seconds, setSeconds] = useState('6');
  const [names, setNames] = useState<Record<string, string>>({});
  const [isChecked, setChecked] = useState(false);

  // An empty row between others keeps its key.
  const keys = rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1);
  const form: MenuForm = {
    greeting: greeting.trim(),
    language,
    keys: keys.map(({ word, action, value }) => ({
      word: word.trim(),
      action: isEmpty({ word, action, value }) ? 'open' : action,
      value: value.trim(),
    })),
    anotherKey: elsewise(anotherKey),
    noKey: elsewise(noKey),
    timeout: Math.min(30, Math.max(1, Number.parseInt(seconds, 10) || 6)),
    names,
  };
  const isMissing = { greeting: form.greeting === '', keys: keys.length === 0 };
  return (
    <ComposerFrame
      title={t('menu.title')}
      text={t('menu.text')}
      composition={menuComposition(form)}
      compose={(definition, place) => composeMenu(definition, form, place)}
      onRename={(role, name) => setNames((now) => ({ ...now, [role]: name }))}
      check={() => {
        setChecked(true);
        return !isMissing.greeting && !isMissing.keys;
      }}
    >
      <TextField
        label={t('menu.greeting')}
        lines={3}
        autoFocus
        value={greeting}
        onChange={setGreeting}
        error={isChecked && isMissing.greeting ? t('menu.greetingMissing') : undefined}
      />
      <Select<(typeof languages)[number]>
        label={t('menu.language')}
        options={languages.map((value) => ({ value, label: t(`menu.languages.${value}`) }))}
        value={language}
        onChange={setLanguage}
      />
      <Rows
        label={t('menu.keys')}
        hint={t('menu.keysHint')}
        error={isChecked && isMissing.keys ? t('menu.keysMissing') : null}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its key
          <KeyRow key={index} n={index + 1} row={row} onChange={(change) => setRow(index, change)} />
        ))}
      </Rows>
      <WayChoice
        label={t('menu.anotherKey')}
        choices={[
          { value: 'again', label: t('menu.again') },
          { value: 'open', label: t('leaveOpen') },
        ]}
        way={anotherKey}
        onChange={setAnotherKey}
      />
      <WayChoice
        label={t('menu.noKey')}
        name={t('menu.noKeyDo')}
        choices={[
          { value: 'again', label: t('menu.again') },
          { value: 'open', label: t('leaveOpen') },
          { value: 'voicemail', label: t('menu.voicemail') },
        ]}
        way={noKey}
        onChange={setNoKey}
      >
        <div className="composer-time">
          <TextField
            label={t('amount')}
            hideLabel
            value={seconds}
            onChange={(text) => setSeconds(text.replaceAll(/\D/g, ''))}
          />
          <span>{t('menu.seconds')}</span>
        </div>
      </WayChoice>
    </ComposerFrame>
  );
}

function KeyRow({ n, row, onChange }: { n: number; row: Row; onChange(change: Partial<Row>): void }) {
  const t = useWords('composing');
  const { word, action, value, isLeft } = row;
  const isWrong =
    action === 'number' && isLeft && value !== '' && !value.includes('{{') && addressError(value) !== null;
  return (
    <div className="composer-key">
      <span className="composer-cap num" aria-hidden>
        {n}
      </span>
      <TextField
        label={t('menu.word', { n })}
        hideLabel
        placeholder={t('menu.wordHint')}
        value={word}
        onChange={(typed) => onChange({ word: typed })}
      />
      <Select
        label={t('menu.action', { n })}
        hideLabel
        options={actions.map((each) => ({ value: each, label: t(`menu.actions.${each}`) }))}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      {action !== 'open' && (
        <div className="composer-value">
          <TextField
            label={t(`menu.value.${action}`, { n })}
            hideLabel
            placeholder={t(`menu.hint.${action}`)}
            value={value}
            onChange={(typed) => onChange({ value: typed, isLeft: false })}
            onBlur={() => onChange({ isLeft: true })}
            error={isWrong ? t('menu.notANumber') : undefined}
          />
        </div>
      )}
    </div>
  );
}

function elsewise({ kind, widget }: MenuWay): MenuElsewise {
  if (kind !== 'goTo') return { kind };
  return widget === null ? { kind: 'open' } : { kind, widget };
}
