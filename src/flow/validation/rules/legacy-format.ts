/** legacy-format: exports of the format before version 2 have other widget types and link by identifier. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule, WidgetView } from './rule.ts';

export const legacyFormat: FlowRule = {
  code: 'legacy-format',
  severity: 'error',
  check({ widgets }) {
    if (!widgets.some(isLegacyWidget)) return [];
    return [
      {
        message:
          'This flow has the export format before version 2, which is not supported. Export it again in the current format.',
        property_path: pointer(),
      },
    ];
  },
};

/** Types were in PascalCase, and `next` was an identifier. */
function isLegacyWidget({ state, links }: WidgetView): boolean {
  const type = textOf(state.type);
  return (
    type === 'InitialState' || type === 'Branch' || links.some(({ next }) => /^FF[0-9a-f]{32}$/.test(next))
  );
}
