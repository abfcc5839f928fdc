/** Parts of the page that are fetched when they are first needed, and are there at once ever after. */

import { useEffect, useState } from 'react';

/** `now` gives null until it has come; `load` rejects when it cannot come, and can be asked again. */
export type Fetched<Part> = { now(): Part | null; load(): Promise<Part> };

export function fetched<Part>(bring: () => Promise<Part>): Fetched<Part> {
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
export function useFetched<Part>(part: Fetched<Part>): Part | null {
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
