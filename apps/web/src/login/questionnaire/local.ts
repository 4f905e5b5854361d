/** What stays on the phone: which device it is, and what was filled in so far. Private windows may refuse to keep anything: then nothing is kept. */
import type { Answers } from '@hengneng/core/questionnaire';

const DEVICE = 'hengneng.device';

/** A UUID also where the page came over plain HTTP, where browsers offer none. */
export const uuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, at) =>
    (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  );
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-');
};

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const write = (key: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A full or closed store: the page goes on without.
  }
};

let known: string | null = null;
export const deviceId = (): string => {
  known ??= read(DEVICE);
  if (known === null || !/^[0-9a-f-]{36}$/.test(known)) {
    known = uuid();
    write(DEVICE, known);
  }
  return known;
};

export interface Draft {
  readonly version: number;
  readonly answers: Answers;
  readonly respondent: string;
  readonly phone: string;
  readonly place: string;
  readonly startedAt: number;
  /** One for all tries to send it. */
  readonly intent: string;
  /** How long it took when it was first sent: every try sends the same. */
  readonly seconds: number | null;
  /** It was sent without being heard: it goes out by itself once there is a network. */
  readonly waiting: boolean;
}

const newDraft = (version: number): Draft => ({
  version,
  answers: {},
  respondent: '',
  phone: '',
  place: '',
  startedAt: Date.now(),
  intent: uuid(),
  seconds: null,
  waiting: false,
});

const keyOf = (code: string): string => `hengneng.questionnaire.${code}`;

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'answers' in value &&
  typeof value.answers === 'object' &&
  value.answers !== null &&
  'version' in value &&
  'intent' in value &&
  typeof value.intent === 'string';

/** What was begun, unless other questions are asked now. */
export const loadDraft = (code: string, version: number): Draft => {
  try {
    const found: unknown = JSON.parse(read(keyOf(code)) ?? 'null');
    if (isDraft(found) && found.version === version) return { ...newDraft(version), ...found };
  } catch {
    // Not ours: begun anew.
  }
  return newDraft(version);
};
export const keepDraft = (code: string, draft: Draft | null): void =>
  write(keyOf(code), draft === null ? null : JSON.stringify(draft));
