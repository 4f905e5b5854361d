/** What `GetDataMessageByType` answers for Type=missing: its shape depends on the type, so that the contract leaves it open. */
export interface Gap {
  readonly DeviceId: string;
  readonly DeviceName: string;
  readonly Register: string;
  readonly RegisterName: string;
  readonly Unit: string;
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

export interface Gaps {
  readonly Month: string;
  readonly rows: readonly Gap[];
}

export const gapKey = ({ DeviceId, Register, GapFrom }: Gap): string => `${DeviceId} ${Register} ${GapFrom}`;

/** The days on which the readings of a gap would have been taken: each closes the day before. */
export const readingDays = ({ GapFrom, Days }: Gap): readonly string[] =>
  Array.from({ length: Days }, (_, index) =>
    new Date(Date.parse(`${GapFrom}T00:00:00Z`) + (index + 1) * 86_400_000).toISOString().slice(0, 10),
  );
