/** A text that says something; null for anything else. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** `138****0000`; short texts are hidden whole. */
export const maskPhone = (phone: string | null | undefined): string =>
  !phone ? '' : phone.length < 7 ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
