/** The dialog that extracts the selection into a subflow: its name, what crosses its border, and what stands against it. */

import '../../words/chunks/change-words.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { extractedFlow, replaceBySubflow } from '#flow/edit/subflow/extract-subflow.ts';
import { type Extraction, planExtraction } from '#flow/edit/subflow/plan-extraction.ts';
import { pathText } from '#flow/edit/subflow/template-reads.ts';
import { useCreateFlow } from '../../client/flows.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { widgetsLabel } from '../document/edit-labels.ts';
import { selectWidgets } from '../view-store.ts';
import { Obstacles } from './obstacles.tsx';
import './subflow.css';

const maxNameLength = 64;

export function ExtractDialog() {
  const t = useWords('subflow');
  const { view } = useDesigner();
  const definition = useDocument((state) => state.history.present.definition);
  const selected = useView((state) => state.selected);
  const planned = useMemo(() => planExtraction(definition, selected), [definition, selected]);
  const flowName = useDocument((state) => state.history.present.name);
  const entry = planned.ok ? planned.plan.entry : '';
  const [name, setName] = useState(`${flowName}: ${entry}`.slice(0, maxNameLength));
  const [isPublished, setPublished] = useState(true);
  const [isTried, setTried] = useState(false);
  const { extract, isBusy, failure } = useExtract();
  const close = () => view.setState({ dialog: null });
  const submit = () => {
    setTried(true);
    if (name.trim() !== '' && planned.ok) void extract(definition, planned.plan, name.trim(), isPublished);
  };
  return (
    <FormDialog
      title={t('extractTitle')}
      submit={t('extract')}
      onSubmit={submit}
      onClose={close}
      isBusy={isBusy}
      isDisabled={!planned.ok}
      failure={failure}
    >
      {planned.ok ? (
        <>
          <p className="sec">{t('extractText', { count: planned.plan.widgets.length })}</p>
          <TextField
            label={t('name')}
            autoFocus
            value={name}
            onChange={setName}
            maxLength={maxNameLength}
            error={isTried && name.trim() === '' ? t('nameMissing') : undefined}
          />
          <Preview plan={planned.plan} />
          <Checkbox label={t('publish')} isOn={isPublished} onChange={setPublished}>
            {t('publish')}
          </Checkbox>
          <p className="mut">{t('publishHelp')}</p>
        </>
      ) : (
        <Obstacles title={t('obstacles')} obstacles={planned.obstacles} />
      )}
    </FormDialog>
  );
}

function Preview({ plan }: { plan: Extraction }) {
  const t = useWords('subflow');
  const { parameters, seeded, results, variables, restored, exits, exitKey } = plan;
  const read = [
    ...parameters.map(({ names }) => pathText(names)),
    ...seeded.map(({ key }) => pathText(['flow', 'variables', key])),
  ];
  const returned = [
    ...results.map(({ names }) => pathText(names)),
    ...[...variables, ...restored].map((key) => pathText(['flow', 'variables', key])),
  ];
  const [only] = exits;
  return (
    <dl className="subflow-preview">
      <Part title={t('parameters')}>
        <Paths paths={read} />
      </Part>
      <Part title={t('returned')}>
        <Paths paths={returned} />
      </Part>
      <Part title={t('exits')}>
        {exitKey !== null ? (
          <Paths paths={exits.map(({ target }) => target)} />
        ) : only === undefined ? (
          t('noWay')
        ) : (
          t('oneWay', { target: only.target })
        )}
      </Part>
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Paths({ paths }: { paths: readonly string[] }) {
  const t = useWords('subflow');
  if (paths.length === 0) return t('none');
  return (
    <ul>
      {paths.map((path) => (
        <li key={path}>
          <code>{path}</code>
        </li>
      ))}
    </ul>
  );
}

/** Creates the flow, and puts a widget that runs it in the place of the selection, as one undo step. */
function useExtract() {
  const t = useWords('subflow');
  const navigate = useNavigate();
  const { document, view } = useDesigner();
  const create = useCreateFlow();
  const [failure, setFailure] = useState<string | null>(null);

  const extract = async (shown: FlowDefinition, plan: Extraction, name: string, isPublished: boolean) => {
    setFailure(null);
    const text = JSON.stringify(extractedFlow(shown, plan, name));
    const flow = await create
      .mutateAsync({
        FriendlyName: name,
        Status: isPublished ? 'published' : 'draft',
        Definition: text,
      })
      .catch((error: Error) => {
        setFailure(t('notExtracted', { message: error.message }));
        return null;
      });
    if (flow === null) return;
    const now = document.getState().history.present.definition;
    const again = planExtraction(now, plan.widgets);
    // Others may have edited the flow while the request was under way.
    if (!again.ok || JSON.stringify(extractedFlow(now, again.plan, name)) !== text)
      return setFailure(t('changed'));
    const subflow = { sid: flow.sid, revision: 'LatestPublished', name };
    const replaced = replaceBySubflow(now, again.plan, subflow);
    document.apply(widgetsLabel('extractSubflow', plan.widgets), () => replaced.definition);
    selectWidgets(view, new Set(replaced.ids.slice(0, 1)));
    view.setState({ dialog: null, reveal: replaced.ids });
    const onPress = () => void navigate({ to: '/flows/$sid', params: { sid: flow.sid } });
    toast({ message: t('extracted', { name }), action: { label: t('openFlow'), onPress } });
  };
  return { extract, isBusy: create.isPending, failure };
}
