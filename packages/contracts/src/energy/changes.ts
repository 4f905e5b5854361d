/** 数据修改记录: who changed which figure when, from what to what, why, and what that reached. */
import { z } from 'zod';
import { listInput } from '../call.ts';
import { blankable, day, idText, several } from '../common.ts';

export const CHANGE_KINDS = ['读数修改', '作废', '补录', '倍率', '日报', '价格', '系数', '解锁', '调整'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const span = z.object({ from: day.optional(), to: day.optional() });

const filter = {
  ProjectCode: blankable(z.string().max(30, '项目编码过长')).optional(),
  /** Absent: the last 31 days. */
  EditTime: span.optional(),
  DataDate: span.optional(),
  Editor: blankable(idText).optional(),
  Kinds: several(z.enum(CHANGE_KINDS, '类别不正确'), CHANGE_KINDS.length, '类别过多').optional(),
  /** Only the versions of the moment that this reading is of. */
  EntryId: blankable(idText).optional(),
};

/** Type `change` of `GetDataMessageByType`. */
export const changeListInput = listInput.extend(filter);
/** Kind `dataReplaceRecord` of `ExpFile`. */
export const changeFileInput = z.object(filter);

export interface ChangeRow {
  readonly Id: string;
  readonly Time: string;
  readonly Kind: ChangeKind;
  readonly ProjectCode: string | null;
  readonly ProjectName: string;
  /** Meter and register, or what else was changed. */
  readonly Target: string;
  readonly EntryId: string | null;
  readonly DeviceCode: string | null;
  /** A day, or a day with its time where a reading is meant. */
  readonly DataDate: string;
  readonly Before: string | null;
  readonly After: string | null;
  readonly Diff: string | null;
  readonly DiffRate: number | null;
  readonly ReasonType: string;
  readonly Reason: string;
  readonly Editor: string;
  readonly Approver: string | null;
  readonly Source: '网页' | '移动' | '导入' | '自动';
  readonly LockState: string;
  readonly Months: readonly string[];
  /**
   * Yuan with two places by which the cost of bought energy became another, by the prices of those days; null where there is none, and for
   * whoever may not see costs.
   */
  readonly Amount: string | null;
  /** Why there is no amount, or not all of it; empty where that is plain. */
  readonly AmountNote: string;
  /** Of a settling meter, or more than half of what was there. */
  readonly Grave: boolean;
  readonly Photos: readonly { readonly URL: string; readonly Name: string; readonly Size: number }[];
  /** Days that were worked out anew after it. */
  readonly Impact: readonly {
    readonly Day: string;
    readonly Before: string | null;
    readonly After: string | null;
    readonly Unit: string;
  }[];
}
export interface ChangeList {
  readonly rows: readonly ChangeRow[];
  readonly total: number;
  /** Whether the person may see what energy costs. */
  readonly Costs: boolean;
  /** How often each reason was given, of all that matches. */
  readonly Reasons: readonly { readonly Reason: string; readonly Count: number }[];
}
export const MOST_CHANGES_EXPORT = 20_000;
