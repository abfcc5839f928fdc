/** The inspector: name, properties, transitions and JSON of one widget. */

import { type ReactNode, useEffect, useRef } from 'react';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import type { Pointer } from '#flow/json/json-pointer.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import type { MenuAction } from '../ui/overlays/menu-action.ts';
import { Tabs, type TabView } from '../ui/tabs.tsx';
import { useWords, type Words } from '../words/use-words.ts';
import type { DocumentEditor } from './document-editor.ts';
import type { FlowChoice } from './fields/field-editor.ts';
import { messagesOf } from './fields/field-editor.ts';
import { focusControl, type InspectorTab, propertyOfPointer } from './focus-control.ts';
import { InspectorHeader } from './inspector-header.tsx';
import { PropertiesForm } from './properties-form.tsx';
import './inspector.css';
import type { VariableSuggestion } from './code/variable-suggestion.ts';
import { JsonView } from './json-view.tsx';
import { Transitions } from './transitions/transitions.tsx';
import { WidgetReaders } from './variable-list.tsx';

export type InspectorProps = {
  definition: FlowDefinition;
  /** Id of the widget. */
  widget: string;
  /** What stays when the widget is renamed, by whomever: its fields stay too, with the focus. */
  identity: string;
  /** The findings of the whole flow. */
  findings: readonly Finding[];
  editor: DocumentEditor;
  tab: InspectorTab;
  onTab(tab: InspectorTab): void;
  /** The place whose control takes the focus; each new object requests it again. */
  focusRequest: { pointer: Pointer } | null;
  suggestions: () => readonly VariableSuggestion[];
  flows: readonly FlowChoice[];
  /** Items of the widget's menu. */
  actions: readonly MenuAction[];
  /** Selects another widget. */
  onShow(widget: string): void;
  /** The widget was renamed and has another id. */
  onRenamed(widget: string): void;
  /** Escape was pressed and no field used it. */
  onLeave(): void;
  /** What is said below the name, such as who else is typing here. */
  notice?: ReactNode;
  /** The widget is no longer in the flow: only what was being typed is there, and can be typed on. */
  kept?: KeptField | undefined;
};

/** The field of a deleted widget that is kept. */
export type KeptField = {
  /** The name of its property; null for other fields. */
  property: string | null;
  isName: boolean;
  /** When it was deleted, and by whom. */
  deleted: string;
  /** What can be done with it. */
  actions: ReactNode;
  onClose(): void;
};

export function Inspector(props: InspectorProps) {
  const { definition, widget, findings, editor, tab, onTab, focusRequest, actions } = props;
  const t = useWords('inspector');
  const panel = useRef<HTMLElement>(null);
  const index = widgetIds(definition).indexOf(widget);
  const state = definition.states[index];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab must be rendered before its control can be found
  useEffect(() => {
    if (focusRequest === null || panel.current === null) return;
    const { current } = panel;
    if (focusControl(current, focusRequest.pointer)) return;
    // A collapsed section is open in the next frame.
    const frame = requestAnimationFrame(() => focusControl(current, focusRequest.pointer));
    return () => cancelAnimationFrame(frame);
  }, [focusRequest, tab]);

  if (state === undefined) return null;
  const type = widgetType(state.type);
  const own = findings.filter((each) => stateIndex(each) === index);
  const tabs = tabsOf(props, state, index, own, t);
  const known = type === undefined ? tabs.filter((each) => each.id === 'json') : tabs;
  const opened = known.some((each) => each.id === tab) ? tab : (known[0]?.id ?? 'json');
  const shown = props.kept === undefined ? known : onlyKept(known, opened, t('keptText'));
  const general = own.filter((each) => /^#\/states\/\d+(\/(name|type))?$/.test(each.property_path));
  return (
    <aside
      className="insp"
      aria-label={t('panel')}
      data-kept={props.kept !== undefined || undefined}
      ref={panel}
      onKeyDown={(event) => {
        const isUsed = event.defaultPrevented || !panel.current?.contains(event.target as Node);
        if (event.key !== 'Escape' || isUsed) return;
        event.preventDefault();
        props.onLeave();
      }}
    >
      <InspectorHeader
        key={props.identity}
        definition={definition}
        state={state}
        widget={widget}
        editor={editor}
        actions={actions}
        error={messagesOf(general, 'error')}
        onRenamed={props.onRenamed}
        kept={props.kept}
      />
      {props.notice}
      {type === undefined && <p className="none pad">{t('unknownText', { type: state.type ?? '' })}</p>}
      <Tabs label={t('tabs')} tabs={shown} selected={opened} onSelect={onTab} />
      {props.kept?.actions}
    </aside>
  );
}

/** The view that has the kept field stays, so that the field keeps the caret. */
function onlyKept(
  tabs: readonly TabView<InspectorTab>[],
  opened: InspectorTab,
  label: string,
): TabView<InspectorTab>[] {
  return tabs.flatMap(({ id, content }) => (id === opened ? [{ id, label, content }] : []));
}

/** A trigger has transitions and JSON only. */
function tabsOf(
  props: InspectorProps,
  state: State,
  index: number,
  findings: readonly Finding[],
  t: Words<'inspector'>,
): TabView<InspectorTab>[] {
  const { definition, widget, identity, editor, focusRequest, suggestions, flows, onShow, onRenamed } = props;
  const common = { definition, state, widget, findings, editor, suggestions };
  const isTrigger = widgetType(state.type)?.type === 'trigger';
  const config: TabView<InspectorTab> = {
    id: 'config',
    label: t('config'),
    content: (
      <>
        <PropertiesForm
          {...common}
          key={identity}
          flows={flows}
          focusedProperty={propertyOfPointer(focusRequest?.pointer ?? null)}
          kept={props.kept}
        />
        {props.kept === undefined && (
          <WidgetReaders definition={definition} widget={widget} onShow={onShow} />
        )}
      </>
    ),
  };
  return [
    ...(isTrigger ? [] : [config]),
    {
      id: 'transitions',
      label: t(isTrigger ? 'events' : 'transitions'),
      count: outletsOf(state).length,
      content: <Transitions {...common} key={identity} onShow={onShow} />,
    },
    {
      id: 'json',
      label: t('json'),
      content: <JsonView {...common} key={identity} index={index} onRenamed={onRenamed} />,
    },
  ];
}
