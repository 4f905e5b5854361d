/** How inspections enter hazards into the shared book, and how later ones follow them to their end. */
import { safetyHazard } from '@hengneng/forms';
import type { CheckValue, NewEntry } from '@hengneng/form-kit';
import type { Writing } from '../kit/effect.ts';

export type Hazard = NewEntry<typeof safetyHazard>;
type Level = Hazard['level'];

const LEVELS: Readonly<Record<string, Level>> = { 一般隐患: '一般', 较大隐患: '较大', 重大隐患: '重大' };

/** `重大隐患` → `重大`; what an inspection does not grade is 一般. */
export const levelOf = (grade: string | null): Level => LEVELS[grade ?? ''] ?? '一般';

export const failed = (value: CheckValue | null): boolean => value?.result === '不合格';

/** A check item with what was noted of it. */
export const noted = (item: string, value: CheckValue | null): string =>
  value?.remark ? `${item}：${value.remark}` : item;

/** What every hazard of a record says alike. */
type Common = Pick<Hazard, 'project' | 'origin' | 'sourceNo' | 'foundOn'> & Partial<Hazard>;

/** Enters hazards; one without a state is still to be dealt with. */
export const enterHazards = async (
  { book }: Pick<Writing, 'book'>,
  common: Common,
  hazards: readonly (Pick<Hazard, 'content'> & Partial<Hazard>)[],
): Promise<readonly string[]> =>
  book(safetyHazard, ...hazards.map((each): Hazard => ({ level: '一般', state: '待整改', ...common, ...each })));

/** A hazard that a control follows: entered anew, or, where it is known, moved on in the book. */
export interface Followed
  extends Pick<Hazard, 'content' | 'level' | 'state' | 'deadline' | 'owner' | 'measure' | 'fund'> {
  /** The entry that it follows. */
  readonly known: string | null;
}

export async function followHazards(
  writing: Pick<Writing, 'book' | 'setEntry'>,
  common: Common,
  hazards: readonly Followed[],
): Promise<void> {
  const closedOn = (state: Hazard['state']): string | null => (state === '已闭环' ? common.foundOn : null);
  for (const { known, content: _content, level: _level, ...now } of hazards)
    if (known !== null) await writing.setEntry(safetyHazard, known, { ...now, closedOn: closedOn(now.state) });
  await enterHazards(
    writing,
    common,
    hazards
      .filter((each) => each.known === null)
      .map(({ known: _known, ...each }) => ({ ...each, closedOn: closedOn(each.state) })),
  );
}
