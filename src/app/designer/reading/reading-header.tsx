/** The head of the flow on a phone: its name, what is published and saved, who else is here, and where else to go. */

import { Link, useNavigate } from '@tanstack/react-router';
import { Activity, ChevronLeft, Ellipsis, FileClock, SquarePen } from 'lucide-react';
import { useMay } from '../../client/people/session.ts';
import { asTyped } from '../../ui/as-typed.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuAction } from '../../ui/overlays/menu-action.ts';
import { useWords } from '../../words/use-words.ts';
import { useDocument } from '../designer-context.tsx';
import { SaveIndicator } from '../panels/save-indicator.tsx';
import { People } from '../presence/people.tsx';
import { StateChip } from '../unpublished/state-chip.tsx';
import { setEditsAnyway } from './reading-layout-choice.ts';
import { shareAction } from './share-link.ts';

export function ReadingHeader() {
  const t = useWords('designer');
  const name = useDocument((state) => state.history.present.name);
  return (
    <header className="reading-header">
      <Link to="/flows" className="btn ico ghost" aria-label={t('flows')}>
        <Icon of={ChevronLeft} />
      </Link>
      <div className="grow">
        <h1 {...asTyped}>{name || t('untitled')}</h1>
        <div className="reading-status">
          <StateChip isReading />
          <SaveIndicator />
        </div>
      </div>
      <People />
      <FlowMenu />
    </header>
  );
}

function FlowMenu() {
  const t = useWords('reading');
  const words = useWords('designer');
  const navigate = useNavigate();
  const mayEdit = useMay('flows.write');
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const name = useDocument((state) => state.history.present.name);
  const pages: MenuAction[] =
    sid === null
      ? []
      : [
          shareAction(name),
          {
            id: 'history',
            label: words('revisionHistory'),
            icon: FileClock,
            onAction: () => void navigate({ to: '/flows/$sid/history', params: { sid } }),
          },
          {
            id: 'executions',
            label: words('executions'),
            icon: Activity,
            onAction: () => void navigate({ to: '/flows/$sid/executions', params: { sid } }),
          },
        ];
  return (
    <Menu
      label={words('publishOptions')}
      placement="bottom end"
      trigger={<IconButton icon={Ellipsis} label={words('publishOptions')} />}
      items={[
        ...pages,
        ...(mayEdit
          ? [
              {
                id: 'edit',
                label: t('editAnyway'),
                icon: SquarePen,
                separated: pages.length > 0,
                onAction: () => setEditsAnyway(true),
              },
            ]
          : []),
      ]}
    />
  );
}
