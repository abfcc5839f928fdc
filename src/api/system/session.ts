/** Signing in to the page: POST /session begins a session, GET tells whose it is, DELETE ends it. */

/** Form fields of POST /session. The answer is 200 with the resource and a session cookie, or 401 (20003). */
export type SessionForm = { AccountSid: string; AuthToken: string };

/** GET /session: the account that the cookie (or the credentials) stand for; 204 when nobody is signed in. DELETE answers 204. */
export type SessionResource = { account_sid: string; friendly_name: string };
