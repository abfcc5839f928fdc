/** How a comparison is shown, from the address: each view of it is a link. */

import { getRouteApi } from '@tanstack/react-router';
import type { ComparisonViewName } from '../changes/comparison-view.tsx';
import type { HistorySearch } from './search-params.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type ComparisonSearch = {
  view: ComparisonViewName;
  onView(view: ComparisonViewName): void;
  showsLayout: boolean;
  onLayout(isShown: boolean): void;
};

export function useComparisonSearch(): ComparisonSearch {
  const { view = 'canvas', layout } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (to: (now: HistorySearch) => HistorySearch) => void navigate({ search: to, replace: true });
  return {
    view,
    onView: (chosen) =>
      change(({ view: _, ...rest }) => ({ ...rest, ...(chosen !== 'canvas' && { view: chosen }) })),
    showsLayout: layout === true,
    onLayout: (isShown) =>
      change(({ layout: _, ...rest }) => ({ ...rest, ...(isShown && { layout: true as const }) })),
  };
}
