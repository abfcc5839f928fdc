/** An answer of an identity provider that is not to be believed. */

/** The provider, or who pretends to be it, gave an answer that is not to be believed. The message holds no token. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}
