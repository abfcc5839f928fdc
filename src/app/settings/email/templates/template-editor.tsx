/** The texts of a version next to their preview with the test data. A version that is active is not changed: a new one is made of it. */

import { getRouteApi } from '@tanstack/react-router';
import { Check, Save, Send } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Template, TemplateVersion } from '#api/email/templates.ts';
import { useActivateVersion, useCreateVersion, useUpdateVersion } from '../../../client/email/templates.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { SendTestDialog } from './send-test-dialog.tsx';
import { type CodePlace, TemplateCode } from './template-code.tsx';
import {
  previewTemplate,
  type RenderedTemplate,
  type TemplateField,
  type TemplateTexts,
} from './template-preview.ts';

const route = getRouteApi('/shell/email/templates/$id');

type EditorProps = {
  template: Template;
  /** Null for the first. */
  version: TemplateVersion | null;
};

export function TemplateEditor({ template, version }: EditorProps) {
  const t = useWords('emailTemplates');
  const mayChange = useMayChange();
  const [name, setName] = useState(version?.name ?? t('newVersion'));
  const [texts, setTexts] = useState<TemplateTexts>(() => textsOf(version));
  const set = (change: Partial<TemplateTexts>) => setTexts({ ...texts, ...change });
  const shown = useDeferredValue(texts);
  const { rendered, problems } = useMemo(() => previewTemplate(shown), [shown]);
  const [lastGood, setLastGood] = useState<RenderedTemplate | null>(rendered);
  if (rendered !== null && rendered !== lastGood) setLastGood(rendered);
  const [caret, setCaret] = useState<{ field: TemplateField; place: CodePlace } | null>(null);
  const isChanged = name !== version?.name || JSON.stringify(texts) !== JSON.stringify(textsOf(version));
  const code = (field: TemplateField, label: string, value: string, lines: number) => (
    <TemplateCode
      label={label}
      value={value}
      lines={lines}
      problems={problems.filter((each) => each.field === field)}
      onChange={(text) => set({ [field]: text })}
      caret={caret?.field === field ? caret.place : null}
    />
  );
  return (
    <>
      <Panel
        title={version?.name ?? t('newVersion')}
        afterTitle={isChanged && <span className="small mut">{t('unsaved')}</span>}
        actions={
          <>
            <CompareChoice template={template} version={version} />
            {mayChange && <Actions {...{ template, version, name, texts, isChanged }} rendered={rendered} />}
          </>
        }
      >
        <div className="filled">
          <TextField label={t('versionName')} value={name} onChange={setName} maxLength={100} />
          {code('subject', t('subject'), texts.subject, 1)}
          {code('html', t('html'), texts.html, 16)}
          <Switch
            label={t('generated')}
            isOn={texts.generatesPlain}
            onChange={(generatesPlain) => set({ generatesPlain })}
          />
          {!texts.generatesPlain && code('plain', t('plain'), texts.plain, 6)}
          {code('testData', t('testData'), texts.testData, 6)}
          <ul className="problems" aria-label={t('problems')}>
            {problems.length === 0 && <li className="mut">{t('noProblems')}</li>}
            {problems.map((problem) => {
              const { kind, field, text, line, column } = problem;
              return (
                <li
                  key={`${field} ${kind} ${line} ${column} ${text}`}
                  className={kind === 'missing' ? 'warn' : 'bad'}
                >
                  <span className="grow">{t(`problem.${kind}`, { text })}</span>
                  {line !== null && column !== null && (
                    <button
                      type="button"
                      className="link"
                      onClick={() => setCaret({ field, place: { line, column } })}
                    >
                      {t('place', { field: t(`${field}`), line, column })}
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      </Panel>
      <PreviewPanel rendered={rendered ?? lastGood} isStale={rendered === null} />
    </>
  );
}

function textsOf(version: TemplateVersion | null): TemplateTexts {
  return {
    subject: version?.subject ?? '',
    html: version?.html_content ?? '',
    plain: version?.plain_content ?? '',
    generatesPlain: version?.generate_plain_content ?? true,
    testData: version?.test_data ?? '',
  };
}

function CompareChoice({ template: { versions }, version }: EditorProps) {
  const t = useWords('emailTemplates');
  const navigate = route.useNavigate();
  const others = versions.filter(({ id }) => id !== version?.id).toReversed();
  if (version === null || others.length === 0) return null;
  return (
    <Select
      label={t('compare')}
      hideLabel
      size="sm"
      value={null}
      placeholder={t('compare')}
      options={others.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(compare) => void navigate({ search: { version: version.id, compare } })}
    />
  );
}

type ActionsProps = EditorProps & {
  name: string;
  texts: TemplateTexts;
  isChanged: boolean;
  rendered: RenderedTemplate | null;
};

function Actions({ template, version, name, texts, isChanged, rendered }: ActionsProps) {
  const t = useWords('emailTemplates');
  const target = useEmailTarget();
  const navigate = route.useNavigate();
  const create = useCreateVersion(target, template.id);
  const update = useUpdateVersion(target, template.id, version?.id ?? '');
  const activate = useActivateVersion(target, template.id);
  const [isTesting, setTesting] = useState(false);
  const makesNew = version === null || version.active === 1;
  const said = saidByToast<TemplateVersion>(t('saved'), (message) => t('saveFailed', { message }));
  const save = () => {
    const json = {
      name: name.trim(),
      ...{ subject: texts.subject, html_content: texts.html, plain_content: texts.plain },
      ...{ generate_plain_content: texts.generatesPlain, test_data: texts.testData.trim() },
    };
    if (!makesNew) return update.mutate(json, said);
    return create.mutate(json, {
      ...said,
      onSuccess(made) {
        said.onSuccess(made);
        void navigate({ search: { version: made.id } });
      },
    });
  };
  return (
    <>
      <Button icon={Send} isDisabled={rendered === null} onPress={() => setTesting(true)}>
        {t('sendTest')}
      </Button>
      <Button
        icon={Save}
        isBusy={create.isPending || update.isPending}
        isDisabled={!isChanged || name.trim() === ''}
        onPress={save}
      >
        {t(makesNew ? 'saveAsNew' : 'save')}
      </Button>
      {version !== null && version.active === 0 && (
        <Button
          kind="primary"
          icon={Check}
          isBusy={activate.isPending}
          isDisabled={isChanged}
          onPress={() =>
            activate.mutate(
              version.id,
              saidByToast(t('activated'), (message) => t('activateFailed', { message })),
            )
          }
        >
          {t('activate')}
        </Button>
      )}
      {isTesting && rendered !== null && (
        <SendTestDialog rendered={rendered} onClose={() => setTesting(false)} />
      )}
    </>
  );
}
