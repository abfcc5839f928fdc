/** The empty state of the canvas, for a flow that is only a trigger: three first widgets to choose from. */

import { notesOf } from '#flow/annotations/notes.ts';
import { widgetIds } from '#flow/graph.ts';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { useWords } from '../../words/use-words.ts';
import { addPlacedWidget } from '../commands/add-placed-widget.ts';
import { onMac } from '../commands/match-shortcut.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import type { Placement } from '../document/place-widget.ts';
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
  const isEmpty = useDocument(({ history }) => {
    const { definition } = history.present;
    return definition.states.every((each) => each.type === 'trigger') && notesOf(definition).size === 0;
  });
  const quickAdd = view.getState().quickAdd;
  if (!isEmpty || quickAdd !== null) return null;
  const start = (event: string, type: string) => {
    const { definition } = document.getState().history.present;
    const index = definition.states.findIndex((state) => state.type === 'trigger');
    const widget = widgetIds(definition)[index];
    const placement: Placement =
      widget === undefined
        ? { kind: 'point', at: { x: 0, y: 180 }, from: null }
        : { kind: 'outlet', from: { widget, outlet: event } };
    addPlacedWidget({ document, view }, type, placement);
  };
  return (
    <div className="empty-flow" data-lane="bottom">
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
