/** What a built-in service holds, a panel each; where there is nothing, the way to the flows that would make it. */

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button-class.ts';
import { type ListQuery, QueryList } from '../../ui/display/query-list.tsx';
import type { IconShape } from '../../ui/marks/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import './panel-list.css';

type PanelListProps = {
  list: ListQuery;
  failedTitle: string;
  empty: { icon: IconShape; title: string; text: string };
  toFlows: string;
  /** One for each row. */
  children: readonly ReactNode[];
};

export function PanelList({ list, failedTitle, empty, toFlows, children }: PanelListProps) {
  return (
    <div className="panel-list pile">
      <QueryList
        list={list}
        count={children.length}
        failedTitle={failedTitle}
        lines={5}
        empty={
          <EmptyState
            icon={empty.icon}
            title={empty.title}
            actions={
              <Link to="/flows" className={buttonClass()}>
                {toFlows}
              </Link>
            }
          >
            {empty.text}
          </EmptyState>
        }
      >
        {children}
      </QueryList>
    </div>
  );
}
