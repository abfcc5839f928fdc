/** A target while a rule is edited. */

import type { TargetResource } from '#api/alerts/schemas.ts';

/** A target as it is, or as it is added: then with the secret that was entered. */
export type DraftTarget = TargetResource & { secret?: string };
