/** Says in the settings of a widget who is typing in which of its fields. The fields stay editable. */

import { useStore } from 'zustand';
import { useWords } from '../../words/use-words.ts';
import { useDesigner } from '../designer-context.tsx';
import './presence.css';
import { widgetLabel } from '../../words/widget-labels.ts';

export function TypingNotice({ widget }: { widget: string }) {
  const t = useWords('presence');
  const { presence } = useDesigner();
  const people = useStore(presence, (state) => state.people);
  const typing = [...people.values()].filter(({ field }) => field?.widget === widget);
  return typing.map(({ person, name, colour, field }) => (
    <p key={person} className="presence-typing">
      <span className={`person-dot person-${colour}`} />
      {t('typingShort', {
        name: name || t('someone'),
        field: field === null ? '' : widgetLabel(field.label),
      })}
    </p>
  ));
}
