/**
 * The panels of the designer that are loaded once the flow is shown. Those whose field takes the keys that open them, such as
 * quick-add, are not among them: the first keys would be lost.
 */

import { loadOverlays } from '../../ui/overlays/late-overlay.tsx';
import { lateComponent } from '../../ui/states/late-component.tsx';

export const SettingsPanel = lateComponent(async () => (await import('./settings-panel.tsx')).SettingsPanel);

export const SearchResults = lateComponent(
  async () => (await import('../search/search-results.tsx')).SearchResults,
);

export const ReplacementPreview = lateComponent(
  async () => (await import('../search/replacement-preview.tsx')).ReplacementPreview,
);

export const ProblemList = lateComponent(
  async () => (await import('./problems/problem-list.tsx')).ProblemList,
);

/**
 * Loads all of them and what floats, so that each is there when it is asked for. What fails is loaded when it is shown. Ends
 * when what takes typed keys is there.
 */
export async function loadPanels(): Promise<void> {
  const overlays = loadOverlays();
  for (const each of [SettingsPanel, ProblemList, SearchResults, ReplacementPreview])
    each.load().catch(() => {});
  await overlays;
}
