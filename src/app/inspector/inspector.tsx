/** The settings of one widget: its name, its properties, its transitions, its JSON. */

import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { type Finding, stateIndex } from '#flow/finding.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import type { Pointer } from '#flow/pointer.ts';
import { widgetType } from '#flow/widgets.ts';
import type { MenuAction } from '../ui/menu.tsx';
import { Tabs, type TabView } from '../ui/tabs.tsx';
import { useWords } from '../words/use-words.ts';
import type { FlowEditor } from './document-editor.ts';
import type { FlowChoice } from './fields/field-editor.ts';
import { sentences } from './fields/field-editor.ts';
import { focusPlace, type InspectorTab, propertyAt } from './focus-control.ts';
import { Header } from './header.tsx';
import { Config } from './properties-form.tsx';
import './inspector.css';
import type { Suggestion } from './code/variable-suggestion.ts';
import { JsonView } from './json-view.tsx';
import { Transitions } from './transitions/transitions.tsx';

export type InspectorProps = {
  definition: FlowDefinition;
  /** Id of the widget. */
  widget: string;
  /** Those of the whole flow. */
  findings: readonly Finding[];
  editor: FlowEditor;
  tab: InspectorTab;
  onTab(tab: InspectorTab): void;
  /** The place whose control takes the caret; each new value takes it again. */
  sought: { place: Pointer } | null;
  suggestions: () => readonly Suggestion[];
  flows: readonly FlowChoice[];
  /** What the menu of the widget offers. */
  actions: readonly MenuAction[];
  /** Goes to another widget. */
  onShow(widget: string): void;
  /** The widget has another id now. */
  onRenamed(widget: string): void;
};

export function Inspector(props: InspectorProps) {
  const { definition, widget, findings, editor, tab, onTab, sought, actions } = props;
  const t = useWords('inspector');
  const panel = useRef<HTMLElement>(null);
  const index = widgetIds(definition).indexOf(widget);
  const state = definition.states[index];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab must be drawn before its control is looked for
  useEffect(() => {
    if (sought === null || panel.current === null) return;
    const { current } = panel;
    if (focusPlace(current, sought.place)) return;
    // An advanced field unfolds in the next frame.
    const frame = requestAnimationFrame(() => focusPlace(current, sought.place));
    return () => cancelAnimationFrame(frame);
  }, [sought, tab]);

  if (state === undefined) return null;
  const type = widgetType(state.type);
  const own = findings.filter((each) => stateIndex(each) === index);
  const tabs = tabsOf(props, state, index, own, t);
  const shown = type === undefined ? tabs.filter((each) => each.id === 'json') : tabs;
  const general = own.filter((each) => /^#\/states\/\d+(\/(name|type))?$/.test(each.property_path));
  return (
    <aside className="insp" aria-label={t('panel')} ref={panel}>
      <Header
        definition={definition}
        state={state}
        widget={widget}
        editor={editor}
        actions={actions}
        error={sentences(general, 'error')}
        onRenamed={props.onRenamed}
      />
      {type === undefined && <p className="none pad">{t('unknownText', { type: state.type ?? '' })}</p>}
      <Tabs
        label={t('tabs')}
        tabs={shown}
        selected={shown.some((each) => each.id === tab) ? tab : (shown[0]?.id ?? 'json')}
        onSelect={onTab}
      />
    </aside>
  );
}

/** A trigger has nothing to set but where its events lead. */
function tabsOf(
  props: InspectorProps,
  state: State,
  index: number,
  findings: readonly Finding[],
  t: TFunction<'inspector'>,
): TabView<InspectorTab>[] {
  const { definition, widget, editor, sought, suggestions, flows, onShow, onRenamed } = props;
  const common = { definition, state, widget, findings, editor, suggestions };
  const isTrigger = widgetType(state.type)?.type === 'trigger';
  const config: TabView<InspectorTab> = {
    id: 'config',
    label: t('config'),
    content: <Config {...common} key={widget} flows={flows} sought={propertyAt(sought?.place ?? null)} />,
  };
  return [
    ...(isTrigger ? [] : [config]),
    {
      id: 'transitions',
      label: t(isTrigger ? 'events' : 'transitions'),
      count: outletsOf(state).length,
      content: <Transitions {...common} key={widget} onShow={onShow} />,
    },
    {
      id: 'json',
      label: t('json'),
      content: <JsonView {...common} key={index} index={index} onRenamed={onRenamed} />,
    },
  ];
}
