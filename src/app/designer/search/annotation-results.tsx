/** The notes and groups that a search finds, each with a button that shows it on the canvas. */

import { Group, StickyNote } from 'lucide-react';
import { useMemo } from 'react';
import { groupsOf, membersOf } from '#flow/annotations/groups.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { type AnnotationMatch, searchAnnotations } from '#flow/search/search-annotations.ts';
import type { SearchQuery } from '#flow/search/search-query.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner } from '../designer-context.tsx';
import { selectWidgets } from '../view-store.ts';
import { MatchText } from './match-text.tsx';

/** Nothing while none is found. */
export function AnnotationResults({ definition, query }: { definition: FlowDefinition; query: SearchQuery }) {
  const t = useWords('search');
  const { view } = useDesigner();
  const found = useMemo(() => searchAnnotations(definition, query), [definition, query]);
  if (found.length === 0) return null;
  const show = ({ kind, id, frame: { x, y, width, height } }: AnnotationMatch) => {
    const group = kind === 'group' ? groupsOf(definition).get(id) : undefined;
    const members = group === undefined ? [] : membersOf(definition, group);
    selectWidgets(view, new Set(members));
    const place = { x: x + width / 2, y: y + height / 2 };
    view.setState({ reveal: members.length > 0 ? members : { place } });
  };
  return (
    <section aria-label={t('annotations')}>
      <h3 className="lab">{t('annotations')}</h3>
      <ul>
        {found.map((match) => (
          <li key={`${match.kind} ${match.id}`}>
            <button type="button" className="w result" data-step onClick={() => show(match)}>
              <Icon of={match.kind === 'group' ? Group : StickyNote} />
              <span className="grow clip">
                <MatchText match={match} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
