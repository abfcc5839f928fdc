/** Opens the test that the address names in the simulator; closing the simulator takes it out of the address. */

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { readDesignerSearch } from './address.ts';
import { type DesignerContextValue, useDocument } from './designer-context.tsx';

/** Returns a function that puts a link to the open run into the address. */
export function useTestAddress({ testRun }: DesignerContextValue): (link: string) => void {
  const { test, step } = readDesignerSearch(useSearch({ strict: false }));
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const cache = useQueryClient();
  const navigate = useNavigate();
  /** The link whose run is open already. */
  const opened = useRef<string | null>(null);
  const open = useEffectEvent((link: string, until: number | undefined) => {
    if (opened.current === link) return;
    opened.current = link;
    void import('../simulator/open-test.ts').then(
      ({ openTestLink }) => openTestLink(testRun, cache, { link, until, sid }),
      (failure) => testRun.fail(failure instanceof Error ? failure.message : ''),
    );
  });
  useEffect(() => {
    if (test === undefined) opened.current = null;
    else open(test, step);
  }, [test, step]);
  const leave = useEffectEvent(() => {
    if (test !== undefined)
      void navigate({ to: '.', search: ({ test: _, step: __, ...rest }) => rest, replace: true });
  });
  useEffect(
    () =>
      testRun.subscribe((now, before) => {
        if (before.isOpen && !now.isOpen) leave();
      }),
    [testRun],
  );
  return useCallback(
    (link: string) => {
      opened.current = link;
      const search = { test: link };
      void navigate({
        to: '.',
        search: ({ step: _, ...rest }) => ({ ...rest, ...search }),
        replace: true,
      });
    },
    [navigate],
  );
}
