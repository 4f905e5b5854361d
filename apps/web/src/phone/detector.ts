/** What reads a QR label: the browser's own reader, else one of ours that is fetched for the browsers without. */

export interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
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

/** So that it is there in a basement, too: fetched with the page's own files where it will be needed. */
export const fetchDetector = async (): Promise<void> => void (await qrDetector());
