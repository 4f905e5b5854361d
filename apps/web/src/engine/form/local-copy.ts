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

/** Under which name an opinion is kept that somebody is writing. */
const opinionKey = (action: string, procedureId: number, businessId: string): string =>
  `hengneng-opinion:${useSession.getState().userId}:${procedureId}:${businessId}:${action}`;

export interface KeptOpinion {
  readonly at: string;
  readonly text: string;
}

/** What was being written for an action on a record when the page went: a lost session, a reload. */
export const keptOpinion = (action: string, procedureId: number, businessId: string): KeptOpinion | null => {
  const found = readCopy(opinionKey(action, procedureId, businessId));
  const text = found?.values['opinion'];
  return found !== null && typeof text === 'string' && text !== '' ? { at: found.at, text } : null;
};

/** Keeps it until it is handed in; an empty one is not worth it. */
export const keepOpinion = (action: string, procedureId: number, businessId: string, text: string): void => {
  const key = opinionKey(action, procedureId, businessId);
  if (text.trim() === '') dropCopy(key);
  else writeCopy(key, { opinion: text });
};

const commentKey = (procedureId: number, businessId: string): string =>
  `hengneng-comment:${useSession.getState().userId}:${procedureId}:${businessId}`;

export interface KeptComment {
  readonly text: string;
  /** Whom the text names, by the names that stand in it. */
  readonly people: ReadonlyMap<string, string>;
}

/** What was being said about a record when the page went, with whom it names. */
export const keptComment = (procedureId: number, businessId: string): KeptComment => {
  const { text, people } = readCopy(commentKey(procedureId, businessId))?.values ?? {};
  const named = Array.isArray(people) ? people : [];
  return {
    text: typeof text === 'string' ? text : '',
    people: new Map(
      named.flatMap((one): [string, string][] =>
        Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string' ? [[one[0], one[1]]] : [],
      ),
    ),
  };
};

/** Keeps it until it is sent; an empty one is not worth it. */
export const keepComment = (procedureId: number, businessId: string, { text, people }: KeptComment): void => {
  const key = commentKey(procedureId, businessId);
  if (text.trim() === '') dropCopy(key);
  else writeCopy(key, { text, people: [...people] });
};

const batchKey = (act: string): string => `hengneng-opinion:${useSession.getState().userId}:batch-${act}`;

/** What was being written for several to-dos at once (`act`: to agree, to reject), where some of them are among these. */
export const keptBatchOpinion = (act: string, tasks: readonly string[]): KeptOpinion | null => {
  const found = readCopy(batchKey(act));
  const { opinion, of } = found?.values ?? {};
  if (found === null || typeof opinion !== 'string' || !Array.isArray(of)) return null;
  const known: ReadonlySet<unknown> = new Set(of);
  return tasks.some((task) => known.has(task)) ? { at: found.at, text: opinion } : null;
};

/** Keeps it for what is still open; nothing left, or nothing written, is not worth it. */
export const keepBatchOpinion = (act: string, tasks: readonly string[], text: string): void => {
  if (text.trim() === '' || tasks.length === 0) dropCopy(batchKey(act));
  else writeCopy(batchKey(act), { opinion: text, of: [...tasks] });
};

export const dropCopy = (key: string): void => localStorage.removeItem(key);
