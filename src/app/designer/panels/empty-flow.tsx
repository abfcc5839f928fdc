/** What stands on the canvas of a flow that is only a trigger: three ways to begin. */

import { offsetOf } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { widgetIds } from '#flow/graph.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useWords } from '../../words/use-words.ts';
import { onMac } from '../commands/shortcuts.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { addWidgetAt } from '../document/place-widget.ts';
import { select } from '../view-store.ts';
import { WidgetChip } from './widget-chip.tsx';

const starts = [
  {
    title: 'firstMessage',
    text: 'firstMessageText',
    event: 'incomingMessage',
    type: 'send-and-wait-for-reply',
  },
  { title: 'firstCall', text: 'firstCallText', event: 'incomingCall', type: 'gather-input-on-call' },
  { title: 'firstRequest', text: 'firstRequestText', event: 'incomingRequest', type: 'send-message' },
] as const;

export function EmptyFlow() {
  const t = useWords('designer');
  const { document, view } = useDesigner();
  const isEmpty = useDocument(({ history }) =>
    history.present.definition.states.every((each) => each.type === 'trigger'),
  );
  const quickAdd = view.getState().quickAdd;
  if (!isEmpty || quickAdd !== null) return null;
  const begin = (event: string, type: string) => {
    let id = '';
    document.apply('addWidget', (now) => {
      const index = now.states.findIndex((state) => state.type === 'trigger');
      const trigger = now.states[index];
      const place = (trigger && offsetOf(trigger)) ?? { x: 0, y: 0 };
      const at = { x: place.x + 340, y: place.y + 180 };
      const widget = widgetIds(now)[index];
      const added = widget
        ? addWidgetAt(now, type, at, { widget, outlet: event }, false)
        : addWidget(now, type, at);
      id = added.id;
      return added.definition;
    });
    select(view, new Set([id]));
  };
  return (
    <div className="first">
      <h2>{t('firstTitle')}</h2>
      <p>{t('firstText')}</p>
      <div className="starts">
        {starts.map(({ title, text, event, type }) => (
          <button type="button" key={event} onClick={() => begin(event, type)}>
            <WidgetChip type={type} size={28} soft />
            <span>
              <b>{t(title)}</b>
              {t(text)}
            </span>
          </button>
        ))}
      </div>
      <p className="paste">
        <Kbd keys={[onMac() ? '⌘' : 'Ctrl', 'V']} /> {t('firstPaste')}
      </p>
    </div>
  );
}
