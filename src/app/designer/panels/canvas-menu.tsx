/** The menu of a right click on the canvas: on a card, a selection, an outlet, a cord, or empty canvas. */

import { groupsWith } from '#flow/annotations/groups.ts';
import type { MenuTarget } from '../../canvas/canvas-props.ts';
import { MenuAt } from '../../ui/overlays/menu.tsx';
import { useWords } from '../../words/use-words.ts';
import type { CommandRunners } from '../commands/command-runners.ts';
import { type CommandId, isAvailable, menuAction } from '../commands/command-table.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { useRunsSubflow } from '../subflow/use-runs-subflow.ts';

/** Commands by what was clicked, in sections. */
const sections: Readonly<Record<MenuTarget['kind'] | 'selection', readonly (readonly CommandId[])[]>> = {
  widget: [
    ['openSettings', 'rename', 'addWidget', 'addComment'],
    ['duplicate', 'copy', 'cut'],
    ['selectDownstream', 'selectUpstream', 'zoomToSelection'],
    ['groupSelection', 'ungroupSelection', 'extractSubflow', 'inlineSubflow'],
    ['deleteSelection'],
  ],
  selection: [
    ['alignLeft', 'alignCenter', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
    ['distributeHorizontally', 'distributeVertically', 'tidySelection'],
    ['duplicate', 'copy', 'cut', 'zoomToSelection'],
    ['groupSelection', 'ungroupSelection', 'extractSubflow'],
    ['deleteSelection'],
  ],
  outlet: [['addWidget', 'connectByName']],
  cord: [['addWidget'], ['deleteSelection']],
  canvas: [
    ['addWidget', 'addComment', 'addNote', 'paste', 'selectAll'],
    ['undo', 'redo'],
    ['fitFlow', 'arrange', 'openPalette'],
  ],
};

export function CanvasMenu({ run }: { run: CommandRunners }) {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const menu = useView((state) => state.menu);
  const count = useView((state) => state.selected.size);
  const runsSubflow = useRunsSubflow();
  const isGrouped = useIsGrouped();
  if (menu === null) return null;
  const { target, screen } = menu;
  const kind = target.kind === 'widget' && count > 1 ? 'selection' : target.kind;
  const add = () => {
    if (target.kind === 'outlet') commands.addAfterOutlet(target.outlet);
    else if (target.kind === 'cord') commands.addAfterOutlet(target.cord);
    else if (target.kind === 'canvas') commands.quickAddAt(target.at);
    else run.addWidget();
  };
  const runnerOf = (id: CommandId) => {
    if (id === 'addWidget') return add;
    if (target.kind === 'canvas' && id === 'addComment') return () => commands.commentAt(target.at);
    if (target.kind === 'canvas' && id === 'addNote') return () => commands.addNote(target.at);
    return run[id];
  };
  const items = sections[kind].flatMap((ids, section) =>
    ids
      .filter((id) => isAvailable(id, count) && (id !== 'inlineSubflow' || runsSubflow))
      .filter((id) => id !== 'ungroupSelection' || isGrouped)
      .map((id, index) => menuAction(id, runnerOf(id), { separated: section > 0 && index === 0 })),
  );
  return (
    <MenuAt label={t('canvasMenu')} at={screen} items={items} onClose={() => view.setState({ menu: null })} />
  );
}

/** Whether a frame stands around one of the selected widgets. */
function useIsGrouped(): boolean {
  const isOpen = useView((state) => state.menu !== null);
  const selected = useView((state) => state.selected);
  return useDocument(({ history }) => isOpen && groupsWith(history.present.definition, selected).length > 0);
}
