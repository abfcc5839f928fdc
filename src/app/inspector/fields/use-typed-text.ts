/** The text of a field while it is typed, where the text says more than the value that is made of it. */

import { useState } from 'react';
import type { Json } from '#flow/json/json.ts';

/**
 * The text to show for `value`: what was typed for as long as the value is the one that typing made (`5.`
 * for 5), otherwise `format(value)`, as after an undo. `type` takes a new text and gives it on parsed.
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
      const made = parse(text);
      setTyped({ text, value: made });
      onChange(made);
    },
  };
}
