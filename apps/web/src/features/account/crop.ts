/** Cuts the middle square out of a picture and scales it to the size avatars have. */

const AVATAR_SIZE = 256;
const AVATAR_LIMIT_BYTES = 2 * 1024 * 1024;
export const AVATAR_MESSAGE = '头像须为JPG或PNG，不超过2MB';

export const isAvatarFile = (file: { readonly type: string; readonly size: number }): boolean =>
  (file.type === 'image/jpeg' || file.type === 'image/png') && file.size <= AVATAR_LIMIT_BYTES;

/** The square of a picture that is kept. */
export const middleSquare = (
  width: number,
  height: number,
): { readonly x: number; readonly y: number; readonly side: number } => {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
};

/** @throws Error with words for the person when the file is no picture that the browser can read */
export const cropAvatar = async (file: Blob): Promise<Blob> => {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(AVATAR_MESSAGE);
  });
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_SIZE;
  canvas.height = AVATAR_SIZE;
  const { x, y, side } = middleSquare(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, AVATAR_SIZE, AVATAR_SIZE);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(AVATAR_MESSAGE))), 'image/png');
  });
};
