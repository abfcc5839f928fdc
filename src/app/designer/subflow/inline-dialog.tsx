/** The dialog that puts the widgets of a subflow in the place of the widget that runs it. */

import '../../words/chunks/change-words.ts';
import { useMemo } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { propertiesOf } from '#flow/definition.ts';
import { findWidget } from '#flow/edit/definition-access.ts';
import { inlineSubflow } from '#flow/edit/subflow/inline-subflow.ts';
import { type InliningPlan, planInlining } from '#flow/edit/subflow/plan-inlining.ts';
import { textOf } from '#flow/json/json.ts';
import { useRevision } from '../../client/revisions.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { selectWidgets } from '../view-store.ts';
import { Obstacles } from './obstacles.tsx';
import './subflow.css';

export function InlineDialog() {
  const t = useWords('subflow');
  const { document, view } = useDesigner();
  const [run = ''] = useView((state) => state.selected);
  const definition = useDocument((state) => state.history.present.definition);
  const { sid, revision } = subflowOf(definition, run);
  const loaded = useRevision(sid, sid === '' ? null : revision);
  const subflow = loaded.data?.definition ?? null;
  const planned = useMemo((): InliningPlan | null => {
    const before = planInlining(
      definition,
      run,
      subflow ?? { description: '', states: [], initial_state: '' },
    );
    // What is wrong with the widget itself is said before its flow is there.
    if (subflow === null && (before.ok || before.obstacles[0]?.code !== 'notRun')) return null;
    return before;
  }, [definition, run, subflow]);
  const close = () => view.setState({ dialog: null });
  const submit = () => {
    if (planned?.ok !== true || subflow === null) return;
    const inlined = inlineSubflow(definition, planned.plan, subflow);
    document.apply({ name: 'inlineSubflow', widget: run }, () => inlined.definition);
    selectWidgets(view, new Set(inlined.ids));
    view.setState({ dialog: null, reveal: inlined.ids });
    toast({ message: t('inlined', { count: planned.plan.widgets.length }) });
  };
  return (
    <FormDialog
      title={t('inlineTitle')}
      submit={t('inline')}
      onSubmit={submit}
      onClose={close}
      isBusy={false}
      isDisabled={planned?.ok !== true}
      failure={loaded.error && t('notLoaded', { message: loaded.error.message })}
    >
      {planned === null ? (
        sid === '' ? (
          <p>{t('noFlow', { run })}</p>
        ) : (
          loaded.isPending && <Skeleton lines={3} />
        )
      ) : planned.ok ? (
        <>
          <p>
            {t('inlineText', {
              ...{ count: planned.plan.widgets.length, run },
              name: loaded.data?.friendly_name ?? sid,
            })}
          </p>
          <p className="mut">{t('inlineNote')}</p>
        </>
      ) : (
        <Obstacles title={t('inlineObstacles')} obstacles={planned.obstacles} />
      )}
    </FormDialog>
  );
}

/** The flow that a widget runs, '' for none, and which revision of it. */
function subflowOf(definition: FlowDefinition, run: string): { sid: string; revision: string } {
  const { flow_sid, flow_revision } = propertiesOf(findWidget(definition, run)?.state ?? {});
  return { sid: textOf(flow_sid).trim(), revision: textOf(flow_revision).trim() || 'LatestPublished' };
}
