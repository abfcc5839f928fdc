/** older-format: exports of the format before this one have other types and other links. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule, WidgetView } from './rule.ts';

export const legacyFormat: FlowRule = {
  code: 'older-format',
  severity: 'error',
  check({ widgets }) {
    if (!widgets.some(isLegacyWidget)) return [];
    return [
      {
        message: 'is an export of the format before version 2, which cannot be read',
        property_path: pointer(),
      },
    ];
  },
};

/** Types were written in one word with capitals, and transitions led to identifiers. */
function isLegacyWidget({ state, links }: WidgetView): boolean {
  const type = textOf(state.type);
  return (
    type === 'InitialState' || type === 'Branch' || links.some(({ next }) => /^FF[0-9a-f]{32}$/.test(next))
  );
}
