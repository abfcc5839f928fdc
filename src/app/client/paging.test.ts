import { expect, it } from 'vitest';
import { nextPagePath } from './paging.ts';

it('gives the next page as a path on this site, whatever host the link names', () => {
  const meta = { next_page_url: 'https://elsewhere.test/v2/Flows?PageSize=50&Page=1&PageToken=PA1' };
  expect(nextPagePath({ ...meta } as Parameters<typeof nextPagePath>[0])).toBe(
    '/v2/Flows?PageSize=50&Page=1&PageToken=PA1',
  );
  expect(nextPagePath({ next_page_url: null } as Parameters<typeof nextPagePath>[0])).toBeNull();
});
