/** The newest value of a component for functions that are called later: by events, timers, and parts outside of React. */

import { type RefObject, useInsertionEffect, useRef } from 'react';

/** The value of the last render that was shown. All effects already see it; while rendering, it must not be read. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
