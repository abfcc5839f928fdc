/** The time, as often as “2 min ago” needs it. */

import { useEffect, useState } from 'react';

/** Epoch ms, renewed every 10 s. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
