/** A copy of unsaved input on this device, for when the browser, the network or the power goes. */
import type { FormRecord } from '@hengneng/form-kit';
import { useSession } from '../../lib/session.ts';

export interface LocalCopy {
  readonly at: string;
  readonly values: FormRecord;
}

const MAX_AGE_MS = 14 * 86_400_000;

export const copyKey = (moduleId: string, businessId: string | null): string =>
  `hengneng-form:${useSession.getState().userId}:${moduleId}:${businessId ?? 'new'}`;

export const readCopy = (key: string): LocalCopy | null => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof found !== 'object' || found === null || !('at' in found) || !('values' in found)) return null;
    const { at, values } = found;
    if (typeof at !== 'string' || typeof values !== 'object' || values === null) return null;
    if (Date.now() - new Date(at).getTime() > MAX_AGE_MS) {
      localStorage.removeItem(key);
      return null;
    }
    return { at, values: values as FormRecord };
  } catch {
    return null;
  }
};

export const writeCopy = (key: string, values: FormRecord): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), values }));
  } catch {
    // A full or forbidden storage only costs the safety net.
  }
};

export const dropCopy = (key: string): void => localStorage.removeItem(key);
