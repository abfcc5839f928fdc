/** Why a program failed that was to install or build something, by what it wrote: in a few words, and what to do. */

const reasons = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|Temporary failure resolving|Could not resolve|getaddrinfo/,
    'the network cannot be reached; connect to it, or set the registry and the proxy of npm',
  ],
  [/\bENOSPC\b|no space left on device|database or disk is full/i, 'the disk is full; free space on it'],
  [/\b(EACCES|EPERM|EROFS)\b|permission denied|read-only file system/i, 'this user may not write there'],
];

/** The reason, or null where the text has none that is known. */
export function failureReason(text) {
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
