/** What reads a QR label: the browser's own reader, else one of ours that is fetched for the browsers without. */

export interface Detector {
  detect(source: HTMLVideoElement | ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMATS: { formats: ['qr_code'] } = { formats: ['qr_code'] };

/** A browser may have the reader by name and read nothing with it. */
async function ownDetector(): Promise<DetectorClass | undefined> {
  const found = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = await found?.getSupportedFormats().catch((): readonly string[] => []);
  return formats?.includes('qr_code') === true ? found : undefined;
}

/** @returns null where the browser has none and ours cannot be fetched now */
export async function qrDetector(): Promise<Detector | null> {
  const own = await ownDetector();
  if (own !== undefined) return new own(FORMATS);
  try {
    const { BarcodeDetector } = await import('qr/decode.js');
    return new BarcodeDetector(FORMATS);
  } catch {
    return null;
  }
}

export type ReadLabel = { readonly code: string } | { readonly problem: string };

/** The label in a picture that somebody took or saved: for phones whose browser gives a page no camera. */
export async function labelIn(file: Blob): Promise<ReadLabel> {
  const detector = await qrDetector();
  if (detector === null) return { problem: '扫码组件没有取到，请联网后再试，或输入表名、表号' };
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return { problem: '这个文件不是图片，请重新拍照' };
  }
  try {
    const [label] = await detector.detect(picture);
    return label === undefined
      ? { problem: '照片里没有认出二维码，请靠近、对正再拍，或输入表名、表号' }
      : { code: label.rawValue };
  } catch {
    return { problem: '照片里没有认出二维码，请靠近、对正再拍，或输入表名、表号' };
  } finally {
    picture.close();
  }
}

/** So that it is there in a basement, too: fetched with the page's own files where it will be needed. */
export const fetchDetector = async (): Promise<void> => void (await qrDetector());
