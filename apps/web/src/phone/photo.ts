/** Pictures of dials: no larger than they have to be; what they show is written into them before they are sent, when the reading is settled. */

/** Longest side in pixels: digits of a dial can be read, and a queue of them fits into a phone. */
const LONGEST = 1600;
const QUALITY = 0.82;
const THUMB = 96;
const THUMB_QUALITY = 0.6;

const drawn = (picture: ImageBitmap, longest: number) => {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, pen };
};

export interface Taken {
  readonly photo: Blob;
  /** The same for a list, as an address of its own. */
  readonly thumb: string;
}

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/jpeg', QUALITY);
  });

/** Works on a picture and lets it go. @throws where the file is no picture */
async function pictured<T>(file: Blob, work: (picture: ImageBitmap) => Promise<T>): Promise<T> {
  const picture = await createImageBitmap(file);
  try {
    return await work(picture);
  } finally {
    picture.close();
  }
}

/** No larger than it has to be, as it is kept until it is sent. @throws where the file is no picture */
export const photoOf = (file: Blob): Promise<Taken> =>
  pictured(file, async (picture) => ({
    photo: await jpegOf(drawn(picture, LONGEST).canvas),
    thumb: drawn(picture, THUMB).canvas.toDataURL('image/jpeg', THUMB_QUALITY),
  }));

/** The picture with its watermark. @param lines written at the lower edge */
export const stamped = (photo: Blob, lines: readonly string[]): Promise<Blob> =>
  pictured(photo, (picture) => {
    const { canvas, pen } = drawn(picture, LONGEST);
    const size = Math.max(14, Math.round(canvas.width / 40));
    const height = size * 1.5 * lines.length + size;
    pen.fillStyle = 'rgb(0 0 0 / 0.55)';
    pen.fillRect(0, canvas.height - height, canvas.width, height);
    pen.fillStyle = '#fff';
    pen.font = `${size}px sans-serif`;
    for (const [index, line] of lines.entries())
      pen.fillText(line, size, canvas.height - height + size * 1.5 * (index + 1), canvas.width - 2 * size);
    return jpegOf(canvas);
  });

/** A camera has just made its picture; one out of an album is older, and proves nothing of today. */
const JUST_MS = 10 * 60_000;
export const isJustTaken = ({ lastModified }: Pick<File, 'lastModified'>, now: number): boolean =>
  Math.abs(now - lastModified) <= JUST_MS;

const PLACE_KEY = 'phone-photo-place';
const PLACE_MS = 5_000;

export const wantsPlace = (): boolean => localStorage.getItem(PLACE_KEY) === '1';
export const wantPlace = (wanted: boolean): void => {
  if (wanted) localStorage.setItem(PLACE_KEY, '1');
  else localStorage.removeItem(PLACE_KEY);
};

/** Where the picture was taken, if that is wanted and known at once: a basement has no satellites, and a reading does not wait for them. */
export const placeLine = async (): Promise<readonly string[]> => {
  if (!wantsPlace() || navigator.geolocation === undefined) return [];
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([`位置 ${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`]),
      () => resolve([]),
      { timeout: PLACE_MS, maximumAge: JUST_MS },
    );
  });
};
