/** Durations of flow tests: `4s`, `90m`, `2h`, `3d`. */

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** At most nine digits, so that a duration is a safe number of milliseconds. */
export const durationPattern = '^\\d{1,9}[smhd]$';

/** Milliseconds of a duration that has the pattern; null for any other text. */
export function readDuration(text: string): number | null {
  const [, digits, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return unit === undefined ? null : Number(digits) * units[unit as keyof typeof units];
}

/** The shortest text of a duration; milliseconds are rounded up to whole seconds. */
export function writeDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000) * 1_000;
  const unit = (['d', 'h', 'm'] as const).find((each) => seconds > 0 && seconds % units[each] === 0) ?? 's';
  return `${seconds / units[unit]}${unit}`;
}
