/** What `GetDataMessageByType` answers for Type=progress: its shape depends on the type, so that the contract leaves it open. */
export interface ProgressRow {
  readonly ProjectCode: string;
  readonly ProjectName: string;
  readonly AreaName: string;
  readonly ManagerName: string;
  readonly Due: number;
  readonly Done: number;
  readonly Completeness: number | null;
  readonly OnTime: number | null;
  readonly LagHours: number | null;
  readonly Estimated: number | null;
  readonly Backfilled: number | null;
  readonly Changed: number | null;
  readonly Unexplained: number;
  readonly PhotoMissing: number;
  readonly LongestMissing: number;
  readonly Locked: boolean;
}

export interface DayCell {
  readonly ProjectCode: string;
  readonly Date: string;
  readonly Due: number;
  readonly Done: number;
  readonly Rate: number | null;
}

export interface Progress {
  readonly Month: string;
  readonly Summary: {
    readonly Due: number;
    readonly Done: number;
    readonly Completeness: number | null;
    readonly OnTime: number | null;
    readonly Estimated: number | null;
    readonly Unexplained: number;
    readonly Changed: number | null;
  };
  readonly Calendar: readonly DayCell[];
  readonly rows: readonly ProgressRow[];
}

/** 绿 ≥ 100, 黄 ≥ 95, 橙 ≥ 80, 红 below, 灰 where nothing was due. */
export const rateTone = (rate: number | null): 'none' | 'full' | 'near' | 'some' | 'few' =>
  rate === null ? 'none' : rate >= 100 ? 'full' : rate >= 95 ? 'near' : rate >= 80 ? 'some' : 'few';

export const percent = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`);
