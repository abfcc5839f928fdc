/** What a person calls the device of a session, read from the User-Agent of its sign-in. */

type Known = readonly (readonly [pattern: RegExp, name: string])[];

/** In this order: most browsers name those that they are like, too. */
const browsers: Known = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: Known = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Each is null where the text does not tell. */
export function readDevice(userAgent: string): { browser: string | null; system: string | null } {
  const nameIn = (known: Known) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
