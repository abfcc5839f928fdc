/** The tags of the open flow. */

import { TagsDialog } from '../../flow-actions/tags-dialog.tsx';
import { useDesigner, useDocument } from '../designer-context.tsx';

export function FlowTags() {
  const { view } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const name = useDocument((state) => state.history.present.name);
  if (sid === null) return null;
  return <TagsDialog sid={sid} name={name} onClose={() => view.setState({ dialog: null })} />;
}
