/** Pictures of dials: no larger than they have to be, with what they show written into them. */

/** Longest side in pixels: digits of a dial can be read, and a queue of them fits into a phone. */
const LONGEST = 1600;
const QUALITY = 0.82;

/** @param lines written at the lower edge @throws where the file is no picture */
export async function photoOf(file: Blob, lines: readonly string[]): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const size = Math.max(14, Math.round(canvas.width / 40));
  const height = size * 1.5 * lines.length + size;
  pen.fillStyle = 'rgb(0 0 0 / 0.55)';
  pen.fillRect(0, canvas.height - height, canvas.width, height);
  pen.fillStyle = '#fff';
  pen.font = `${size}px sans-serif`;
  for (const [index, line] of lines.entries())
    pen.fillText(line, size, canvas.height - height + size * 1.5 * (index + 1));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/jpeg', QUALITY);
  });
}
