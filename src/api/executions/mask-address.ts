/** Masks addresses of contacts, so that a list shows who is who but not whom to call. Pure. */

const shown = 3;
/** The same for all addresses, so that it does not give their length away. */
const mask = '•••••';

/** The first and the last three characters; of an address with fewer than eight only the last two. */
export function maskAddress(address: string): string {
  const characters = [...address];
  if (characters.length < 8) return mask + characters.slice(-2).join('');
  return characters.slice(0, shown).join('') + mask + characters.slice(-shown).join('');
}
