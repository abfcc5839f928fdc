/** older-format: exports of the format before this one have other types and other links. */

import { textOf } from '../json.ts';
import { pointer } from '../pointer.ts';
import type { FlowRule, Widget } from './rule.ts';

export const olderFormat: FlowRule = {
  code: 'older-format',
  severity: 'error',
  check({ widgets }) {
    if (!widgets.some(isOlder)) return [];
    return [
      {
        message: 'is an export of the format before version 2, which cannot be read',
        property_path: pointer(),
      },
    ];
  },
};

/** Types were written in one word with capitals, and transitions led to identifiers. */
function isOlder({ state, links }: Widget): boolean {
  const type = textOf(state.type);
  return (
    type === 'InitialState' || type === 'Branch' || links.some(({ next }) => /^FF[0-9a-f]{32}$/.test(next))
  );
}
