/** Secrets of links: told once, to whoever asked for them; kept as a hash only. */
import { createHash, randomBytes } from 'node:crypto';

export const newSecret = (bytes = 24): string => randomBytes(bytes).toString('base64url');

export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * What a write answers of a secret that was made for it. The write itself returns the hash: what it returns is kept for requests that come
 * twice, and the second one made a secret of its own, which nothing knows.
 */
export const toldOnce = (secret: string, kept: string | null): string | null =>
  kept !== null && kept === secretHash(secret) ? secret : null;
