/** Answers are told apart by looking at them: they come from anywhere. */
import type { AnswerValue, Photo } from './model.ts';

export const isPoints = (value: AnswerValue | null | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value);

const isPhoto = (value: unknown): value is Photo =>
  typeof value === 'object' &&
  value !== null &&
  'URL' in value &&
  typeof value.URL === 'string' &&
  'Name' in value &&
  typeof value.Name === 'string' &&
  'Size' in value &&
  typeof value.Size === 'number';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const textsOf = (value: AnswerValue | null | undefined): readonly string[] =>
  isList(value) ? value.filter((one) => typeof one === 'string') : [];

export const photosOf = (value: AnswerValue | null | undefined): readonly Photo[] =>
  isList(value) ? value.filter(isPhoto) : [];

/** Points by dimension. */
export const pointsOf = (value: AnswerValue | null | undefined): ReadonlyMap<string, number> =>
  typeof value !== 'object' || value === null || isList(value)
    ? new Map()
    : new Map(Object.entries(value).flatMap(([key, points]) => (isPoints(points) ? [[key, points] as const] : [])));

export const isBlankValue = (value: AnswerValue | null | undefined): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && (isList(value) ? value.length === 0 : Object.keys(value).length === 0));
