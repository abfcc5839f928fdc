/** Texts of shared flows that stand for a value until the flow is installed. */

/** True for `${…}` of an infrastructure template, FILL_IN_WORDS and <…>. */
export function isStandIn(text: string): boolean {
  return /\$\{|^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^<.+>$/.test(text);
}
