/** Texts for which a condition of split-based-on holds, or nearly: what a search for inputs tries. */

import { parseRegex, type RegexNode } from '#engine/matching/regex-parser.ts';
import type { Condition } from '#flow/definition.ts';
import { hasTemplate } from '#flow/template/variable-references.ts';

/** A text that no condition is written for. */
export const oddText = 'qzx 7';

/** A few texts that the condition may hold for; for its opposite see `oddText`. Its value may be any JSON. */
export function textsFor({ type, value }: Partial<Condition>): string[] {
  const text = String(value ?? '').trim();
  if (hasTemplate(text)) return ['5'];
  const number = Number(text);
  switch (type) {
    case 'matches_any_of':
    case 'does_not_match_any_of':
      return [
        ...text
          .split(',')
          .map((item) => item.trim())
          .slice(0, 3),
        oddText,
      ];
    case 'less_than':
      return [String(number - 1), String(number)];
    case 'greater_than':
      return [String(number + 1), String(number)];
    case 'regex':
      return samplesOf(text);
    case 'is_blank':
    case 'is_not_blank':
      return ['', oddText];
    case 'is_before_date':
      return ['2001-01-01', '2099-01-01'];
    case 'is_after_date':
      return ['2099-01-01', '2001-01-01'];
    case 'is_before_time':
      return ['00:00', '23:59'];
    case 'is_after_time':
      return ['23:59', '00:00'];
    default:
      return [text];
  }
}

function samplesOf(pattern: string): string[] {
  try {
    const { node } = parseRegex(pattern);
    return [0, 1, 2].map((turn) => sampleOf(node, turn));
  } catch {
    // A pattern that the engine cannot use matches nothing.
    return [];
  }
}

/** A text that the node matches; different turns take different alternatives. */
function sampleOf(node: RegexNode, turn: number): string {
  switch (node.kind) {
    case 'character':
      return [...'a1A z-_.@+éñ0', ...node.source].find(node.test) ?? '';
    case 'sequence':
      return node.nodes.map((each) => sampleOf(each, turn)).join('');
    case 'choice': {
      const chosen = node.nodes[turn % node.nodes.length];
      return chosen === undefined ? '' : sampleOf(chosen, turn);
    }
    case 'repeat':
      return sampleOf(node.node, turn).repeat(Math.min(node.max, node.min + (turn % 2)));
    default:
      return '';
  }
}
