/** Parts of the page that are fetched when they are first needed, and are there at once ever after. */

import { useEffect, useState } from 'react';

/** `now` gives null until it has come; `load` rejects when it cannot come, and can be asked again. */
export type LazyModule<Part> = { now(): Part | null; load(): Promise<Part> };

export function lazyModule<Part>(bring: () => Promise<Part>): LazyModule<Part> {
  let here: Part | null = null;
  return {
    now: () => here,
    async load() {
      here ??= await bring();
      return here;
    },
  };
}

/** The part, null for as long as it has not come. One that cannot come is left out, not failed for. */
export function useLazyModule<Part>(part: LazyModule<Part>): Part | null {
  const [, setCame] = useState(part.now() !== null);
  useEffect(() => {
    let isHere = true;
    part.load().then(
      () => isHere && setCame(true),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [part]);
  return part.now();
}
