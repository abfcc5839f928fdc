/** Sizes of files as people read them. */

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** `12 bytes`, `3.4 kB`, `28 MB`: steps of 1000, in the largest unit that leaves at least one. */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  // The short form of bytes knows no plural.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const unit = units[step] ?? 'byte';
  const form = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', form).format(bytes / 1000 ** step);
}
