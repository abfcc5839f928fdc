/** Rows: what the removal of personal data needs. Conventions as in `tables.ts`. */

/** How long an account keeps personal data, where that is shorter than what the installation allows. */
export type RetentionSettingRow = { account: string; period_ms: number; set_at: number };

/**
 * Something that is done every so often by one process at a time: whoever holds the lease. `outcome` is the
 * JSON of what the last run that did something came to, `ended_at` when that was.
 */
export type MaintenanceTaskRow = {
  name: string;
  due_at: number;
  lease_until: number;
  ended_at: number | null;
  outcome: string | null;
};

export type RetentionTables = { retention_settings: RetentionSettingRow; chores: MaintenanceTaskRow };
