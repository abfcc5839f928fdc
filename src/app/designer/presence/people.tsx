/** Who else has the flow open: initials in the top bar, with where they are, and a way to follow them. */

import { Eye, EyeOff, Users } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { PersonMark } from '../../ui/marks/person-mark.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner } from '../designer-context.tsx';
import { readNickname, setNickname } from './nickname.ts';
import type { Person } from './presence-store.ts';
import './presence.css';
import { widgetLabel } from '../../words/widget-labels.ts';

const shownInitials = 3;

/** Nothing while nobody else is there. */
export function People({ onRenamed }: { onRenamed(): void }) {
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
            {all.slice(0, shownInitials).map(({ person, name, colour }) => (
              <PersonMark key={person} name={name} colour={colour} />
            ))}
            {all.length > shownInitials && <span className="num">+{all.length - shownInitials}</span>}
          </span>
        </Button>
      }
    >
      <ul className="people-list">
        {all.map((each) => (
          <PersonRow key={each.person} shown={each} />
        ))}
      </ul>
      <Nickname onRenamed={onRenamed} />
    </Popover>
  );
}

function PersonRow({ shown: { person, name, colour, selected, field } }: { shown: Person }) {
  const t = useWords('presence');
  const { presence } = useDesigner();
  const isFollowed = useStore(presence, (state) => state.followed === person);
  const [widget] = selected;
  const shown = name || t('somebody');
  const place = () => {
    if (field !== null) return t('typing', { field: widgetLabel(field.label), widget: field.widget });
    return widget === undefined ? t('looking') : t('at', { widget });
  };
  return (
    <li>
      <PersonMark name={name} colour={colour} />
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

function Nickname({ onRenamed }: { onRenamed(): void }) {
  const t = useWords('presence');
  const [name, setName] = useState(readNickname);
  return (
    <div className="people-name">
      <TextField
        label={t('yourName')}
        help={t('yourNameHelp')}
        value={name}
        maxLength={40}
        onChange={(text) => {
          setName(text);
          setNickname(text);
          onRenamed();
        }}
      />
    </div>
  );
}
