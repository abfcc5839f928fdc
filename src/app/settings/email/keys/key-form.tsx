/** The form of a key: its name and what it may do. */

import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  type AccessKind,
  accessKinds,
  fullAccessScopes,
  isBillingScope,
  type Scope,
} from '#api/email/scopes.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { FormFooter } from '../../form-footer.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import './keys.css';
import { ScopeMatrix } from './scope-matrix.tsx';

/** `scopes` are those of the chosen kind, in whatever order. */
export type KeyValues = { name: string; kind: AccessKind; scopes: readonly Scope[] };

type KeyFormProps = {
  initial: KeyValues;
  submit: string;
  isBusy: boolean;
  failure: Error | null;
  children?: ReactNode;
  onSubmit(values: KeyValues): void;
};

export function KeyForm({ initial, submit, isBusy, failure, children, onSubmit }: KeyFormProps) {
  const t = useWords('email');
  const [name, setName] = useState(initial.name);
  const [kind, setKind] = useState(initial.kind);
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(
    new Set(initial.kind === 'full' ? [] : initial.scopes),
  );
  const [isTried, setTried] = useState(false);
  const scopes =
    kind === 'full'
      ? fullAccessScopes
      : [...chosen].filter((scope) => isBillingScope(scope) === (kind === 'billing'));
  const nameError = isTried && name.trim() === '' ? t('keys.nameMissing') : fieldError(failure, 'name');
  const scopeError = isTried && scopes.length === 0 ? t('keys.scopeMissing') : fieldError(failure, 'scopes');
  const send = () => {
    setTried(true);
    if (name.trim() !== '' && scopes.length > 0) onSubmit({ name: name.trim(), kind, scopes });
  };
  const otherError = scopeError ?? generalError(failure, ['name', 'scopes']);
  return (
    <Form className="panel narrow-form" onSubmit={send}>
      <div className="filled">
        <TextField
          label={t('keys.name')}
          help={t('keys.nameHelp')}
          value={name}
          onChange={setName}
          error={nameError}
          maxLength={100}
        />
        <div className="field">
          <span className="lab">{t('keys.kind')}</span>
          <div className="actions">
            <SegmentedControl<AccessKind>
              label={t('keys.kind')}
              segments={accessKinds.map((value) => ({ value, label: t(`keys.access.${value}`) }))}
              value={kind}
              onChange={setKind}
            />
            <span className="small mut">{t(`keys.kindHelp.${kind}`)}</span>
          </div>
        </div>
        {kind !== 'full' && (
          <ScopeMatrix kind={kind} chosen={new Set(scopes)} onChange={(next) => setChosen(next)} />
        )}
        {children}
        <FormFooter submit={submit} isBusy={isBusy} error={otherError}>
          <Link to="/settings/email/keys" className={buttonClass()}>
            {t('cancel')}
          </Link>
        </FormFooter>
      </div>
    </Form>
  );
}
