/** Limits of reveals, which the page needs before it needs a schema: this file imports nothing. */

/** How long a reveal lasts. */
export const revealMinutes = 15;

/** How many a person makes in an hour. */
export const maxRevealsPerHour = 30;

/** Characters of a reason. */
export const revealReasonLength = { minLength: 3, maxLength: 200 } as const;
