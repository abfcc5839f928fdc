import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { localDraftsQuery } from './local-drafts.ts';

it('fails where there is no storage, instead of showing no drafts', async () => {
  expect(globalThis.indexedDB).toBeUndefined();
  await expect(new QueryClient().fetchQuery(localDraftsQuery)).rejects.toThrow();
});
