/** How far somebody is, counted honestly: what was skipped is not seen, and time passes for nobody faster than on the clock. */
import { ENOUGH_PERCENT, type Question, REPORT_SECONDS } from '@hengneng/contracts';

export type Part = readonly [from: number, to: number];

export interface Learnt {
  /** Of a film, in order, none touching another. */
  readonly seen: readonly Part[];
  /** Seconds in the foreground. */
  readonly effective: number;
}

/** A page that was silent for longer was left. */
const MOST_SILENT = REPORT_SECONDS * 3;
/** Films may be played at most so much faster. */
const FASTEST = 2;
const SLACK = 3;

/** Parts with one more, merged. */
export const withPart = (seen: readonly Part[], [from, to]: Part): readonly Part[] => {
  const merged: [number, number][] = [];
  for (const [a, b] of [...seen, [from, to] as const].toSorted((x, y) => x[0] - y[0])) {
    const last = merged.at(-1);
    if (last && a <= last[1]) last[1] = Math.max(last[1], b);
    else merged.push([a, b]);
  }
  return merged;
};

export const secondsOf = (seen: readonly Part[]): number => seen.reduce((sum, [from, to]) => sum + (to - from), 0);

/**
 * What is learnt after a report.
 * @param part what was played since the last one; null for what is read
 * @param elapsed seconds since the last report, by the server's clock
 */
export const advance = (before: Learnt, part: Part | null, elapsed: number, length: number): Learnt => {
  const passed = elapsed > MOST_SILENT ? 0 : Math.max(0, elapsed);
  const effective = before.effective + passed;
  if (part === null) return { seen: before.seen, effective };
  const [from, to] = [Math.max(0, part[0]), Math.min(length, part[1])];
  // More was played than time allows: it was dragged.
  if (to <= from || to - from > passed * FASTEST + SLACK) return { seen: before.seen, effective };
  return { seen: withPart(before.seen, [from, to]), effective };
};

/** In percent with one place. */
export const percentOf = (learnt: Learnt, film: boolean, length: number): number => {
  const share = (film ? secondsOf(learnt.seen) : learnt.effective) / length;
  return Math.floor(Math.min(1, share) * 1000) / 10;
};

/** Of a hundred: a question counts where exactly its right options were chosen. */
export const scoreOf = (questions: readonly Question[], answers: readonly (readonly number[])[]): number => {
  const key = (chosen: readonly number[]) => [...new Set(chosen)].toSorted((a, b) => a - b).join(',');
  const right = questions.filter((question, at) => key(question.answers) === key(answers[at] ?? [])).length;
  return questions.length === 0 ? 0 : Math.round((right / questions.length) * 1000) / 10;
};

/** Whether the hours of a lesson count. */
export const isEnough = (percent: number, exam: { readonly needed: boolean; readonly passed: boolean }): boolean =>
  percent >= ENOUGH_PERCENT && (!exam.needed || exam.passed);
