/** Wire types of /session: POST signs in, GET returns the session, DELETE signs out. */

/** Form fields of POST /session. The response is 200 with the resource and a session cookie, or 401 (20003). */
export type SessionForm = { AccountSid: string; AuthToken: string };

/** GET /session: the account that the cookie (or the credentials) stand for; 204 without a session. DELETE responds with 204. */
export type SessionResource = { account_sid: string; friendly_name: string };
