/** Texts that are kept in this browser. Where it refuses storage nothing is: what was chosen holds for this page only. */

type Place = 'localStorage' | 'sessionStorage';

/** Null where there is none. */
export function readKept(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Null removes what is kept. */
export function keep(key: string, text: string | null, place: Place = 'localStorage'): void {
  try {
    if (text === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, text);
  } catch {
    // The browser refuses storage.
  }
}
