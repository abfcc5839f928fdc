/** The dialogs of the designer, one at a time. Those that are not loaded late take the keys that open them. */

import { lateComponent } from '../../ui/states/late-component.tsx';
import { LatePart } from '../../ui/states/late-part.tsx';
import type { CommandRunners } from '../commands/command-runners.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { CommandPalette } from '../finding/command-palette.tsx';
import { SaveDialog } from './save-dialog.tsx';

const SearchFlowsDialog = lateComponent(
  async () => (await import('../search/search-flows-dialog.tsx')).SearchFlowsDialog,
);
const ShortcutsDialog = lateComponent(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);
const LostEditsDialog = lateComponent(async () => (await import('./lost-edits-dialog.tsx')).LostEditsDialog);
const AskComposer = lateComponent(async () => (await import('../composing/ask-composer.tsx')).AskComposer);
const MenuComposer = lateComponent(async () => (await import('../composing/menu-composer.tsx')).MenuComposer);
const ImportDialog = lateComponent(async () => (await import('../import/import-dialog.tsx')).ImportDialog);
const ExtractDialog = lateComponent(
  async () => (await import('../subflow/extract-dialog.tsx')).ExtractDialog,
);
const InlineDialog = lateComponent(async () => (await import('../subflow/inline-dialog.tsx')).InlineDialog);
const DiscardDialog = lateComponent(
  async () => (await import('../unpublished/discard-dialog.tsx')).DiscardDialog,
);
const PublishDialog = lateComponent(async () => (await import('./publish/publish-dialog.tsx')).PublishDialog);
const ContestedDialog = lateComponent(async () => (await import('./contested-dialog.tsx')).ContestedDialog);
const TagsDialog = lateComponent(async () => (await import('../../flow-actions/tags-dialog.tsx')).TagsDialog);

export function Dialogs({ run }: { run: CommandRunners }) {
  const dialog = useView((state) => state.dialog);
  const importing = useView((state) => state.importing);
  const isContested = useDocument((state) => state.contested !== null);
  const { document, view } = useDesigner();
  if (isContested)
    return (
      <LatePart part="contested" onFailed={() => document.settleContested(null)}>
        <ContestedDialog />
      </LatePart>
    );
  if (dialog === 'palette') return <CommandPalette run={run} />;
  if (dialog === 'save') return <SaveDialog />;
  return (
    <LatePart part={dialog} onFailed={() => view.setState({ dialog: null })}>
      {dialog === 'searchFlows' && <SearchFlowsDialog />}
      {dialog === 'shortcuts' && <ShortcutsDialog />}
      {dialog === 'lost' && <LostEditsDialog />}
      {dialog === 'ask' && <AskComposer />}
      {dialog === 'phone-menu' && <MenuComposer />}
      {dialog === 'import' && <ImportDialog files={importing} />}
      {dialog === 'tags' && <FlowTags />}
      {dialog === 'extractSubflow' && <ExtractDialog />}
      {dialog === 'inlineSubflow' && <InlineDialog />}
      {dialog === 'discardChanges' && <DiscardDialog />}
      {dialog === 'publish' && <PublishDialog />}
    </LatePart>
  );
}

function FlowTags() {
  const { view } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const name = useDocument((state) => state.history.present.name);
  if (sid === null) return null;
  return <TagsDialog sid={sid} name={name} onClose={() => view.setState({ dialog: null })} />;
}
