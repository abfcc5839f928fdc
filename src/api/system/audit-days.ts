/** How long an audit log may be kept, in days. */
export const auditDays = { minimum: 30, maximum: 3_650 } as const;
