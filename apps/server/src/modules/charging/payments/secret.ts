/** Keys of merchants at rest: sealed with what is derived from the installation's own key, which is not in the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

export const sealKeyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'hengneng', 'pay_channel.key_sealed', 32));

/** @param about whose it is: sealed for one, it opens for no other */
export function seal(text: string, key: Buffer, about: string): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** @returns null where it was sealed with another key, for another, or changed since */
export function unseal(sealed: string, key: Buffer, about: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length <= IV + TAG) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
