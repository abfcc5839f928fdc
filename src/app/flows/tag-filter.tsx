/** The tags of the flows with how many have each; flows with all chosen tags are shown. */

import { getRouteApi } from '@tanstack/react-router';
import { ChevronDown, Tag } from 'lucide-react';
import { countTags } from '../flow-actions/count-tags.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { numberText } from '../words/locale.ts';
import { useWords } from '../words/use-words.ts';
import type { Row } from './rows.ts';
import '../flow-actions/tags.css';

const route = getRouteApi('/shell/flows');

/** Tags that have a button; the others are in a menu. */
const maxButtons = 8;

/** `rows` are those that the search found, whatever their tags. */
export function TagFilter({ rows }: { rows: readonly Row[] }) {
  const t = useWords('flows');
  const { tags: chosen = [] } = route.useSearch();
  const navigate = route.useNavigate();
  const counted = countTags(rows);
  // A chosen tag stays in sight, also when the search finds no flow with it.
  const gone = chosen.filter((key) => counted.every((each) => each.key !== key));
  const all = [...gone.map((key) => ({ key, tag: key, count: 0 })), ...counted];
  if (all.length === 0) return null;
  const isChosen = (key: string) => chosen.includes(key);
  const ordered = [...all.filter(({ key }) => isChosen(key)), ...all.filter(({ key }) => !isChosen(key))];
  const shown = new Set(ordered.slice(0, maxButtons));
  const toggle = (key: string) => {
    const next = isChosen(key) ? chosen.filter((each) => each !== key) : [...chosen, key];
    void navigate({
      search: ({ tags: _, ...rest }) => ({ ...rest, ...(next.length > 0 && { tags: next }) }),
      replace: true,
    });
  };
  return (
    <fieldset className="tag-filter" aria-label={t('tags.filter')}>
      {all
        .filter((each) => shown.has(each))
        .map(({ key, tag, count }) => (
          <Button
            key={key}
            icon={Tag}
            aria-pressed={isChosen(key)}
            aria-label={t('tags.withCount', { tag, count })}
            onPress={() => toggle(key)}
          >
            <span className="clip">{tag}</span>
            <span className="num mut">{numberText(count)}</span>
          </Button>
        ))}
      {all.length > shown.size && (
        <Menu
          label={t('tags.filter')}
          trigger={
            <Button kind="ghost" icon={ChevronDown}>
              {t('tags.more', { count: all.length - shown.size })}
            </Button>
          }
          items={all
            .filter((each) => !shown.has(each))
            .map(({ key, tag, count }) => ({
              id: key,
              label: tag,
              hint: numberText(count),
              onAction: () => toggle(key),
            }))}
        />
      )}
    </fieldset>
  );
}
