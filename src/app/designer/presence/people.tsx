/** Who else has the flow open: their pictures in the top bar, with where they are, and a way to follow them. */

import { Eye, EyeOff, Users } from 'lucide-react';
import { useStore } from 'zustand';
import { Avatar } from '../../people/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner } from '../designer-context.tsx';
import type { Person } from './presence-store.ts';
import './presence.css';
import { widgetLabel } from '../../words/widget-labels.ts';

const shownMarks = 3;

/** Nothing while no one else is there. */
export function People() {
  const t = useWords('presence');
  const { presence } = useDesigner();
  const people = useStore(presence, (state) => state.people);
  if (people.size === 0) return null;
  const all = [...people.values()];
  return (
    <Popover
      label={t('here')}
      placement="bottom end"
      trigger={
        <Button icon={Users} aria-label={t('count', { count: all.length })}>
          <span className="people">
            {all.slice(0, shownMarks).map(({ person, sid, name }) => (
              <Avatar key={person} sid={sid} name={name} />
            ))}
            {all.length > shownMarks && <span className="num">+{all.length - shownMarks}</span>}
          </span>
        </Button>
      }
    >
      <ul className="people-list">
        {all.map((each) => (
          <PersonRow key={each.person} shown={each} />
        ))}
      </ul>
    </Popover>
  );
}

function PersonRow({ shown: { person, sid, name, selected, field } }: { shown: Person }) {
  const t = useWords('presence');
  const { presence } = useDesigner();
  const isFollowed = useStore(presence, (state) => state.followed === person);
  const [widget] = selected;
  const shown = name || t('someone');
  const place = () => {
    if (field !== null) return t('typing', { field: widgetLabel(field.label), widget: field.widget });
    return widget === undefined ? t('looking') : t('at', { widget });
  };
  return (
    <li>
      <Avatar sid={sid} name={name} />
      <span className="grow">
        {shown}
        <small className="mut">{place()}</small>
      </span>
      <Button
        icon={isFollowed ? EyeOff : Eye}
        aria-pressed={isFollowed}
        aria-label={t(isFollowed ? 'unfollowOne' : 'followOne', { name: shown })}
        onPress={() => presence.follow(isFollowed ? null : person)}
      >
        {t(isFollowed ? 'unfollow' : 'follow')}
      </Button>
    </li>
  );
}
