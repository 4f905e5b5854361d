import type { FillProposal } from '@hengneng/contracts';

/** What `GetDataMessageByType` answers for Type=missing: its shape depends on the type, so that the contract leaves it open. */
export interface Gap {
  readonly DeviceId: string;
  readonly DeviceName: string;
  readonly Register: string;
  readonly RegisterName: string;
  readonly Unit: string;
  /** `HH:mm`, when it would have been read. */
  readonly ReadTime: string;
  readonly GapFrom: string;
  readonly GapTo: string;
  readonly Days: number;
  readonly Before: string | null;
  readonly After: string | null;
  readonly TotalUsage: string | null;
  readonly Suggest: string;
  readonly LockState: string;
  readonly LockName: string;
}

export interface GapDay {
  readonly Date: string;
  readonly Due: number;
  readonly Done: number;
}

export interface Gaps {
  readonly Proposals: readonly FillProposal[];
  readonly Month: string;
  readonly Calendar: readonly GapDay[];
  readonly rows: readonly Gap[];
}

export const gapKey = ({ DeviceId, Register, GapFrom }: Gap): string => `${DeviceId} ${Register} ${GapFrom}`;

/** The days on which the readings of a gap would have been taken: each closes the day before. */
export const readingDays = ({ GapFrom, Days }: Gap): readonly string[] =>
  Array.from({ length: Days }, (_, index) =>
    new Date(Date.parse(`${GapFrom}T00:00:00Z`) + (index + 1) * 86_400_000).toISOString().slice(0, 10),
  );

/** 红: nothing came. 橙: some of it. */
export const dayTone = ({ Due, Done }: GapDay): 'none' | 'full' | 'some' | 'few' =>
  Due === 0 ? 'none' : Done >= Due ? 'full' : Done === 0 ? 'few' : 'some';

/** Where a day stands in a week that begins on Monday: 1 to 7. */
export const weekPlace = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
