/** Makes a small square PNG of a picture that a person chose, so that the server gets nothing else of the file. */

/** In pixels: twice the largest that is shown. */
const side = 128;

/** As base64. @throws for a file that the browser cannot show */
export async function squarePicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('The browser draws nothing');
  // A transparent picture would let the letters show through.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingQuality = 'high';
  // The middle of it, as much as fits into the square.
  const cut = Math.min(image.width, image.height);
  pen.drawImage(image, (image.width - cut) / 2, (image.height - cut) / 2, cut, cut, 0, 0, side, side);
  image.close();
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
