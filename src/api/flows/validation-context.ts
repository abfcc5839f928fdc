/** What is known of a flow besides its definition and its carriers when it is validated. */

import { paths } from '../paths.ts';

/** `url` is that of the flow on its server, which publishes the schema there. */
export function contextOfFlow({ sid, url }: { sid: string; url: string }): {
  sid: string;
  schemaUri: string;
} {
  return { sid, schemaUri: schemaUriAt(url.slice(0, -paths.flow(sid).length)) };
}

/** The address at which a server publishes the schema of definitions; `base` is its own address. */
export const schemaUriAt = (base: string): string => base + paths.definitionSchema;
