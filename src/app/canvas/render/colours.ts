/** The design tokens as colours for a canvas element, read from the style sheet and again when the theme changes. */

import { useEffect, useState } from 'react';
import type { Category } from '#flow/widgets/widget-type.ts';

export type Colours = {
  edge: string;
  dim: string;
  visited: string;
  canvas: string;
  card: string;
  line: string;
  danger: string;
  /** Of what a comparison marks as changed. */
  changed: string;
  accent: string;
  rail: string;
  ink: string;
} & { [C in Category]: string };

const variables: { readonly [K in keyof Colours]: string } = {
  edge: '--edge',
  dim: '--edge-dim',
  visited: '--live-fill',
  canvas: '--canvas',
  card: '--surface',
  line: '--line-2',
  danger: '--danger-fill',
  changed: '--warn-fill',
  accent: '--accent',
  rail: '--rail',
  ink: '--ink',
  messaging: '--c-msg',
  voice: '--c-voice',
  logic: '--c-logic',
  agents: '--c-agent',
  flow: '--c-flow',
};

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(variables).map(([key, name]) => [key, style.getPropertyValue(name).trim()]);
  return Object.fromEntries(entries) as Colours;
}

/** The current colours; a new object when theme or contrast changes. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const update = () => setColours(readColours());
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme', 'class'],
    });
    const contrasts = ['(prefers-contrast: more)', '(forced-colors: active)'].map((query) =>
      matchMedia(query),
    );
    for (const contrast of contrasts) contrast.addEventListener('change', update);
    return () => {
      observer.disconnect();
      for (const contrast of contrasts) contrast.removeEventListener('change', update);
    };
  }, []);
  return colours;
}
