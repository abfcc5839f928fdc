/** The empty state of the canvas, for a flow that is only a trigger: three first widgets to choose from. */

import { type FlowDefinition, offsetOf } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { widgetIds } from '#flow/graph.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useWords } from '../../words/use-words.ts';
import { onMac } from '../commands/shortcuts.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { addWidgetAt, type PlacedWidget } from '../document/place-widget.ts';
import { selectWidgets } from '../view-store.ts';
import { WidgetChip } from './widget-chip.tsx';
import './empty-flow.css';

const starts = [
  {
    title: 'startWithMessage',
    text: 'startWithMessageText',
    event: 'incomingMessage',
    type: 'send-and-wait-for-reply',
  },
  {
    title: 'startWithCall',
    text: 'startWithCallText',
    event: 'incomingCall',
    type: 'gather-input-on-call',
  },
  {
    title: 'startWithRequest',
    text: 'startWithRequestText',
    event: 'incomingRequest',
    type: 'send-message',
  },
] as const;

export function EmptyFlow() {
  const t = useWords('designer');
  const { document, view } = useDesigner();
  const isEmpty = useDocument(({ history }) =>
    history.present.definition.states.every((each) => each.type === 'trigger'),
  );
  const quickAdd = view.getState().quickAdd;
  if (!isEmpty || quickAdd !== null) return null;
  const start = (event: string, type: string) => {
    const added = addAfterTrigger(document.getState().history.present.definition, event, type);
    document.apply({ name: 'addWidget', widget: added.id }, () => added.definition);
    selectWidgets(view, new Set([added.id]));
  };
  return (
    <div className="empty-flow">
      <h2>{t('emptyTitle')}</h2>
      <p>{t('emptyText')}</p>
      <div className="starts">
        {starts.map(({ title, text, event, type }) => (
          <button type="button" key={event} onClick={() => start(event, type)}>
            <WidgetChip type={type} size={28} soft />
            <span>
              <b>{t(title)}</b>
              {t(text)}
            </span>
          </button>
        ))}
      </div>
      <p className="paste-hint">
        <Kbd keys={[onMac() ? '⌘' : 'Ctrl', 'V']} /> {t('pasteHint')}
      </p>
    </div>
  );
}

/** Adds a widget below the trigger, connected to one of its events. */
function addAfterTrigger(definition: FlowDefinition, event: string, type: string): PlacedWidget {
  const index = definition.states.findIndex((state) => state.type === 'trigger');
  const trigger = definition.states[index];
  const position = (trigger && offsetOf(trigger)) ?? { x: 0, y: 0 };
  const at = { x: position.x + 340, y: position.y + 180 };
  const widget = widgetIds(definition)[index];
  return widget === undefined
    ? addWidget(definition, type, at)
    : addWidgetAt(definition, type, at, { widget, outlet: event }, false);
}
