/** The colours of a note or group, as buttons. */

import { type AnnotationColor, annotationColors } from '#flow/annotations/entries.ts';
import { t } from '../canvas-text.ts';
import './annotations.css';

type ColorButtonsProps = { color: AnnotationColor; onChoose(color: AnnotationColor): void };

export function ColorButtons({ color, onChoose }: ColorButtonsProps) {
  return annotationColors.map((each) => (
    <button
      key={each}
      type="button"
      className={`swatch ${each}`}
      aria-label={t(`annotationColor.${each}`)}
      aria-pressed={each === color}
      onClick={() => onChoose(each)}
    />
  ));
}
