/** The panel at the right of the designer: settings of the selected widget or of the flow, or a count of several widgets. */

import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { identityOf } from '#flow/change/working-copy.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { variablesAt } from '#flow/variables/variables.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import type { VariableSuggestion } from '../../inspector/code/variable-suggestion.ts';
import type { DocumentEditor } from '../../inspector/document-editor.ts';
import { FlowSettings } from '../../inspector/flow-settings.tsx';
import { Inspector, type KeptField } from '../../inspector/inspector.tsx';
import type { MenuAction } from '../../ui/overlays/menu-action.ts';
import { useWords } from '../../words/use-words.ts';
import type { CommandRunners } from '../commands/command-runners.ts';
import { type CommandId, menuAction } from '../commands/command-table.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import { lostEditOf, typeInKept } from '../kept-text/keep-typed-text.ts';
import { KeptActions, KeptNotice, useDeletedText } from '../kept-text/kept-text-panel.tsx';
import { useOpeningView } from '../opening-view.ts';
import { TypingNotice } from '../presence/typing-notice.tsx';
import { useRunsSubflow } from '../subflow/use-runs-subflow.ts';
import { selectWidgets } from '../view-store.ts';

type SettingsPanelProps = { run: CommandRunners; onShow(widget: string): void };

export function SettingsPanel({ run, onShow }: SettingsPanelProps) {
  const t = useWords('inspector');
  const { document, view, commands } = useDesigner();
  const draft = useDocument((state) => state.history.present);
  const flow = useDocument((state) => state.base?.flow ?? null);
  const findings = useFindings((state) => state.findings);
  const { openingView } = useOpeningView();
  const selected = useView((state) => state.selected);
  const tab = useView((state) => state.tab);
  const focusRequest = useView((state) => state.focusRequest);
  const flows = useFlows(flow?.sid ?? null);
  const editor = useMemo((): DocumentEditor => {
    const read = () => document.getState().history.present.definition;
    return { apply: document.apply, endGesture: document.endGesture, read };
  }, [document]);
  const [selectedWidget = null, ...more] = selected;
  const kept = useKept();
  const shown = kept?.lost.shown ?? draft;
  const widget = kept?.widget ?? selectedWidget;
  const identity = kept?.text.identity ?? (widget === null ? null : identityOf(draft, widget));
  // A field that goes away with its tab or its widget is left, whether or not the browser tells it so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about their change
  useEffect(() => () => document.endGesture(), [document, tab, identity]);
  const suggestions = useCallback(
    () => (widget === null ? [] : suggestVariables(editor.read(), widget)),
    [editor, widget],
  );
  const actions = useWidgetActions(widget, run);

  if (more.length > 0) {
    return (
      <aside className="insp" aria-label={t('panel')}>
        <div className="ih">
          <h2 className="nm">{t('several', { count: selected.size })}</h2>
        </div>
        <p className="none pad">{t('severalText')}</p>
      </aside>
    );
  }
  if (widget === null || !widgetIds(shown.definition).includes(widget)) {
    return (
      <FlowSettings
        name={draft.name}
        onRename={(name) => document.rename(name, { gesture: 'name' })}
        definition={draft.definition}
        findings={findings}
        editor={editor}
        webhookUrl={flow?.webhook_url ?? null}
        openingView={openingView}
        onShow={onShow}
      />
    );
  }
  return (
    <Inspector
      definition={shown.definition}
      widget={widget}
      identity={identity ?? widget}
      findings={kept?.text.findings ?? findings}
      editor={kept?.editor ?? editor}
      tab={tab}
      onTab={(next) => view.setState({ tab: next, focusRequest: null })}
      focusRequest={focusRequest}
      suggestions={suggestions}
      flows={flows}
      actions={actions}
      onShow={onShow}
      onRenamed={(id) => kept === null && selectWidgets(view, new Set([id]))}
      // What is typed on must not become shortcuts.
      onLeave={() => kept === null && commands.focusCanvas()}
      notice={kept === null ? <TypingNotice widget={widget} /> : <KeptNotice kept={kept.text} />}
      kept={kept?.field}
    />
  );
}

/** The text that is kept of a deleted widget, with an editor of the widget as it was; null where there is none. */
function useKept() {
  const { document, view } = useDesigner();
  const text = useView((state) => state.kept);
  const lost = useDocument(({ editor }) => (text === null ? undefined : lostEditOf(editor, text)));
  const deleted = useDeletedText(text);
  const editor = useMemo((): DocumentEditor | null => {
    if (text === null) return null;
    const { definition } = document.getState().history.present;
    const read = () => lostEditOf(document.getState().editor, text)?.shown.definition ?? definition;
    return { apply: (_, edit) => typeInKept({ document }, text, edit), endGesture: () => {}, read };
  }, [document, text]);
  if (text === null || lost === undefined || editor === null) return null;
  const { place } = text;
  const field: KeptField = {
    property: place.kind === 'property' ? place.property : null,
    isName: place.kind === 'name',
    deleted,
    actions: <KeptActions kept={text} lost={lost} />,
    onClose: () => selectWidgets(view, new Set()),
  };
  const index = lost.shown.widgets.indexOf(text.identity);
  return { text, lost, editor, field, widget: widgetIds(lost.shown.definition)[index] ?? text.widget };
}

/** The flows that a subflow widget can run: all but this one. */
function useFlows(own: string | null) {
  const { data } = useFlowSummaries();
  const all = useDeferredValue(data);
  return useMemo(
    () =>
      (all ?? []).flatMap(({ sid, friendly_name }) => (sid === own ? [] : [{ sid, name: friendly_name }])),
    [all, own],
  );
}

function useWidgetActions(widget: string | null, run: CommandRunners): MenuAction[] {
  const isTrigger = useDocument(({ history }) => {
    const { definition } = history.present;
    return widget !== null && definition.states[widgetIds(definition).indexOf(widget)]?.type === 'trigger';
  });
  const runsSubflow = useRunsSubflow();
  return useMemo(() => {
    const actions = (...ids: CommandId[]) => ids.map((id) => menuAction(id, run[id]));
    if (widget === null) return [];
    if (isTrigger) return actions('showOnCanvas', 'selectDownstream');
    return [
      ...actions('showOnCanvas', 'duplicate', 'copy', 'cut', 'selectDownstream', 'selectUpstream'),
      ...actions('extractSubflow', ...(runsSubflow ? (['inlineSubflow'] as const) : [])),
      menuAction('deleteSelection', run.deleteSelection, { separated: true }),
    ];
  }, [widget, isTrigger, runsSubflow, run]);
}

/** Nearest first; listed under the path before the last part. */
function suggestVariables(definition: FlowDefinition, widget: string): VariableSuggestion[] {
  return variablesAt(definition, widget).map(({ path, means }) => ({ path, means, group: groupOf(path) }));
}

/** `widgets.ask` of `widgets.ask.inbound.Body`, `flow.data` of `flow.data.name`. */
function groupOf(path: string): string {
  const parts = path.split('.');
  return parts.slice(0, Math.min(2, parts.length - 1)).join('.') || path;
}
