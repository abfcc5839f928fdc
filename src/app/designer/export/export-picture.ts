/** The flow as a picture file: SVG as it is drawn, PNG as the browser renders that. */

import type { FlowDefinition } from '#flow/definition.ts';
import { flowPicture } from '#flow/picture/picture.ts';

/** Pixels of a canvas in each direction that every browser can draw. */
const maxPixels = 8_192;
/** Sharp on dense screens and in print, where the flow is small enough. */
const scale = 2;

export function svgOf(definition: FlowDefinition): string {
  return flowPicture(definition);
}

/** @throws when the browser cannot draw it */
export async function pngOf(definition: FlowDefinition): Promise<Blob> {
  const image = new Image();
  image.src = svgAddress(flowPicture(definition));
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const factor = Math.min(scale, maxPixels / width, maxPixels / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * factor));
  canvas.height = Math.max(1, Math.floor(height * factor));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture.')) : resolve(blob)), 'image/png');
  });
}

/** The content security policy allows pictures in their own address. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
