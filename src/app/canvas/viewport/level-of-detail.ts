/**
 * Level of detail: how much of a card is drawn at a scale. The borders are the design's: the full card from
 * 70 %, icon, name and the first words of the summary from 35 %, below that a block with what has room of icon and name.
 */

/** `full` cards, `name` cards (icon, name and first words), or `block`s that are painted on a canvas element and not mounted. */
export type LevelOfDetail = 'full' | 'name' | 'block';

/** The level of detail at a scale. */
export function levelOfDetailAt(zoom: number): LevelOfDetail {
  return zoom >= 0.7 ? 'full' : zoom >= 0.35 ? 'name' : 'block';
}
