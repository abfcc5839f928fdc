/** The raw text of a field while it is typed, where parsing and formatting would change it. */

import { useState } from 'react';
import type { Json } from '#flow/json/json.ts';

/**
 * The text for `value`: the typed text as long as `value` is its parsed value (`5.` for 5), otherwise
 * `format(value)`, for example after an undo. `type` accepts a new text and reports its parsed value.
 */
export function useTypedText(
  value: Json | undefined,
  format: (value: Json | undefined) => string,
  parse: (text: string) => Json | undefined,
  onChange: (value: Json | undefined) => void,
): { text: string; type(text: string): void } {
  const [typed, setTyped] = useState({ text: format(value), value });
  return {
    text: typed.value === value ? typed.text : format(value),
    type(text) {
      const parsed = parse(text);
      setTyped({ text, value: parsed });
      onChange(parsed);
    },
  };
}
