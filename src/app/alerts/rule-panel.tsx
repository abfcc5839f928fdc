/** One rule: when it alerts, whom it tells, again, and when it is well again. */

import { X } from 'lucide-react';
import { useState } from 'react';
import { thresholds } from '#api/alerts/kinds.ts';
import type { AlertRuleResource } from '#api/alerts/schemas.ts';
import { type RuleForm, useDeleteRule, useTestRule, useUpdateRule } from '../client/alerts.ts';
import { mailLanguage } from '../client/mail-language.ts';
import { useMay } from '../client/people/session.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Select } from '../ui/forms/select.tsx';
import { Switch } from '../ui/forms/switch.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { saidByToast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';
import type { DraftTarget } from './draft-target.ts';
import { GapChart } from './gap-chart.tsx';
import { kindIcons } from './kind-icons.ts';
import { targetsText } from './rule-table.tsx';
import { TargetList } from './target-list.tsx';

type RulePanelProps = { ruleKey: string; rules: readonly AlertRuleResource[]; onClose(): void };

export function RulePanel({ ruleKey, rules, onClose }: RulePanelProps) {
  const t = useWords('alerts');
  const [kind, flow] = ruleKey.split('.');
  // Of a flow for which nothing is set yet, as the rule for all flows has it.
  const rule = rules.find(({ key }) => key === ruleKey) ?? rules.find(({ key }) => key === kind);
  if (rule === undefined) return null;
  return (
    <aside className="alert-panel" aria-label={t(`kind.${rule.kind}`)}>
      <header>
        <Icon of={kindIcons[rule.kind]} />
        <div className="grow">
          <h2>{t(`kind.${rule.kind}`)}</h2>
          <p>
            {rule.kind === 'every'
              ? t('panel.everyLead')
              : flow === undefined
                ? t('panel.ofAccount')
                : (rule.flow_name ?? t('panel.ofFlow'))}
          </p>
        </div>
        <IconButton icon={X} label={t('panel.close')} onPress={onClose} />
      </header>
      <RuleFields ruleKey={ruleKey} rule={rule} rules={rules} onClose={onClose} />
    </aside>
  );
}

type Draft = {
  isEnabled: boolean;
  threshold: string;
  hasOwn: boolean;
  targets: readonly DraftTarget[];
  repeat: number;
  tellsEnd: boolean;
};

function draftOf(rule: AlertRuleResource): Draft {
  return {
    isEnabled: rule.is_enabled,
    threshold: String(rule.threshold ?? ''),
    hasOwn: rule.has_own_targets || rule.kind === 'every',
    targets: rule.targets,
    repeat: rule.repeat_minutes,
    tellsEnd: rule.tells_end,
  };
}

/** A webhook that is as it was keeps its secret. */
function formOf(kind: AlertRuleResource['kind'], draft: Draft): RuleForm {
  const language = mailLanguage();
  const targets = draft.targets.map(({ kind: of, to, from, flow_sid, secret }: DraftTarget) => ({
    ...{ kind: of, to, language },
    ...(of === 'flow' && { flow_sid, from }),
    ...(secret !== undefined && { secret }),
  }));
  return {
    ...(kind !== 'every' && { Enabled: draft.isEnabled, Threshold: Number(draft.threshold) }),
    Targets: JSON.stringify(draft.hasOwn ? targets : null),
    ...{ RepeatMinutes: draft.repeat, TellsEnd: draft.tellsEnd },
  };
}

function RuleFields({ ruleKey, rule, rules, onClose }: RulePanelProps & { rule: AlertRuleResource }) {
  const t = useWords('alerts');
  const save = useUpdateRule();
  const mayChange = useMay('alerts.rules');
  const [draft, setDraft] = useState(() => draftOf(rule));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const { kind } = rule;
  const wrong = kind === 'every' ? undefined : thresholdError(t, kind, draft.threshold);
  const every = rules.find(({ key }) => key === 'every');
  const submit = () => {
    if (wrong !== undefined) return;
    save.mutate(
      { key: ruleKey, form: formOf(kind, draft) },
      saidByToast(t('panel.saved'), (message) => message),
    );
  };
  return (
    <Form className="alert-rule-form" onSubmit={submit}>
      <div className="fields">
        {!mayChange && <p className="sec">{t('panel.mayNot')}</p>}
        {kind !== 'every' && (
          <>
            <Switch
              label={t('panel.enabled')}
              isOn={draft.isEnabled}
              onChange={(isEnabled) => set({ isEnabled })}
              isDisabled={!mayChange}
            />
            <TextField
              label={t(`panel.threshold.${kind}`)}
              help={t(`panel.help.${kind}`)}
              value={draft.threshold}
              onChange={(threshold) => set({ threshold })}
              error={wrong}
              isDisabled={!mayChange}
            />
            {kind === 'no-starts' && (
              <GapsOf
                ruleKey={ruleKey}
                saved={rule.threshold}
                typed={draft.threshold}
                isWrong={wrong !== undefined}
              />
            )}
            <Switch
              label={t('panel.ownTargets')}
              isOn={draft.hasOwn}
              onChange={(hasOwn) => set({ hasOwn, targets: hasOwn ? draft.targets : (every?.targets ?? []) })}
              isDisabled={!mayChange}
            />
          </>
        )}
        {draft.hasOwn ? (
          <TargetList
            targets={draft.targets}
            onChange={(targets) => set({ targets })}
            isDisabled={!mayChange}
          />
        ) : (
          <p className="sec">
            {t('panel.inherits', { targets: targetsText(t, { targets: every?.targets ?? [] }) })}
          </p>
        )}
        {mayChange && <TestButton rule={rule} isChanged={isChanged(rule, draft)} />}
        <Repeats draft={draft} set={set} isDisabled={!mayChange} />
      </div>
      {mayChange && (
        <footer>
          <DefaultButton ruleKey={ruleKey} rule={rule} />
          <Button onPress={onClose}>{t('panel.cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            {t('panel.save')}
          </Button>
        </footer>
      )}
    </Form>
  );
}

type GapsOfProps = { ruleKey: string; saved: number | null; typed: string; isWrong: boolean };

/** Only of one flow: each has its own usual gap. While what is typed is no threshold, it shows the one that is saved. */
function GapsOf({ ruleKey, saved, typed, isWrong }: GapsOfProps) {
  const t = useWords('alerts');
  if (!ruleKey.includes('.')) return <p className="sec">{t('gaps.ofFlows')}</p>;
  const kept = saved ?? thresholds['no-starts'].default;
  return <GapChart ruleKey={ruleKey} saved={kept} typed={isWrong ? kept : Number(typed)} />;
}

type T = ReturnType<typeof useWords<'alerts'>>;

function thresholdError(
  t: T,
  kind: Exclude<AlertRuleResource['kind'], 'every'>,
  text: string,
): string | undefined {
  const { least, most } = thresholds[kind];
  const isRight = /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isRight ? undefined : t('panel.wrongThreshold', { least, most });
}

const repeats = [0, 10, 30, 60, 240, 1_440];

function Repeats({
  draft,
  set,
  isDisabled,
}: {
  draft: Draft;
  set(change: Partial<Draft>): void;
  isDisabled: boolean;
}) {
  const t = useWords('alerts');
  const offered = [...new Set([...repeats, draft.repeat])].sort((a, b) => a - b);
  return (
    <>
      <Select<string>
        label={t('panel.again')}
        value={String(draft.repeat)}
        onChange={(value) => set({ repeat: Number(value) })}
        isDisabled={isDisabled}
        options={offered.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? t('panel.never') : t('panel.againAfter', { minutes }),
        }))}
      />
      <Select<'once' | 'not'>
        label={t('panel.end')}
        value={draft.tellsEnd ? 'once' : 'not'}
        onChange={(value) => set({ tellsEnd: value === 'once' })}
        isDisabled={isDisabled}
        options={[
          { value: 'once', label: t('panel.tellOnce') },
          { value: 'not', label: t('panel.tellNot') },
        ]}
      />
    </>
  );
}

/** Of targets that are not saved yet, a test would tell others. */
const isChanged = (rule: AlertRuleResource, draft: Draft) =>
  draft.hasOwn && JSON.stringify(draft.targets) !== JSON.stringify(rule.targets);

function TestButton({ rule, isChanged: isDisabled }: { rule: AlertRuleResource; isChanged: boolean }) {
  const t = useWords('alerts');
  const test = useTestRule();
  if (rule.targets.length === 0) return null;
  return (
    <div className="alert-test">
      <Button
        isBusy={test.isPending}
        isDisabled={isDisabled}
        onPress={() =>
          test.mutate(
            rule.key,
            saidByToast(t('panel.tested', { count: rule.targets.length }), (message) => message),
          )
        }
      >
        {t('panel.testAll')}
      </Button>
      <p className="sec">{t('panel.testHelp')}</p>
    </div>
  );
}

function DefaultButton({ ruleKey, rule }: { ruleKey: string; rule: AlertRuleResource }) {
  const t = useWords('alerts');
  const remove = useDeleteRule();
  if (rule.is_default || rule.key !== ruleKey) return null;
  return (
    <Button
      kind="ghost"
      isBusy={remove.isPending}
      onPress={() =>
        remove.mutate(
          ruleKey,
          saidByToast(t('panel.removed'), (message) => t('panel.removeFailed', { message })),
        )
      }
    >
      {t(rule.flow_sid === null ? 'panel.useDefault' : 'panel.useEvery')}
    </Button>
  );
}
