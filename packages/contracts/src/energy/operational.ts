/** 运行设置: what both sides name; `GetProjectSetUp` and `InsertProjectSetUp` with SetType=operational and SetType=stopDays. */
import { z } from 'zod';
import { day } from '../common.ts';

/** Who is told of readings that did not come. */
export const REMIND_TO = ['manager', 'operators', 'areaManager'] as const;
export const REMIND_TO_NAMES: Readonly<Record<(typeof REMIND_TO)[number], string>> = {
  manager: '项目经理',
  operators: '值班人员',
  areaManager: '区域经理',
};

/** Days of standstill that one act names. */
export const MOST_STOP_DAYS = 200;

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');

export const stopDaysRead = z.object({
  SetType: z.literal('stopDays'),
  ProjectCode: project,
  Year: z
    .string()
    .regex(/^20\d\d$/, '年份格式应为 YYYY')
    .optional(),
});

const ACTION_IS = '操作只能是 add 或 remove';

/** What is taken back is named by its days alone: the server knows what they were. */
const stopSpan = z.object({ SetType: z.literal('stopDays'), ProjectCode: project, From: day, To: day });

export const stopDaysWrite = z.discriminatedUnion(
  'Action',
  [
    stopSpan.extend({
      Action: z.literal('add'),
      Reason: z.string('请填写停机原因').trim().min(1, '请填写停机原因').max(100, '原因最多100字'),
    }),
    stopSpan.extend({ Action: z.literal('remove') }),
  ],
  ACTION_IS,
);

/** 自定义节假日: empty: of all projects. */
const projectOrCompany = z.string('请选择项目').trim().max(30, '项目编码过长');

export const holidaysRead = stopDaysRead.extend({ SetType: z.literal('holidays'), ProjectCode: projectOrCompany });

const holidaySpan = z.object({
  SetType: z.literal('holidays'),
  ProjectCode: projectOrCompany,
  From: day,
  To: day,
});

export const holidaysWrite = z.discriminatedUnion(
  'Action',
  [
    holidaySpan.extend({
      Action: z.literal('add'),
      Kind: z.enum(['off', 'work'], '请选择放假或上班'),
      Name: z.string('请填写名称').trim().min(1, '请填写名称').max(30, '名称最多30字'),
    }),
    holidaySpan.extend({ Action: z.literal('remove') }),
  ],
  ACTION_IS,
);

export interface HolidayRow {
  readonly Day: string;
  readonly Kind: 'off' | 'work';
  readonly Name: string;
  readonly Editor: string | null;
  /** The company's, which a project without its own follows. */
  readonly Inherited: boolean;
  readonly Locked: boolean;
}

export interface Holidays {
  readonly ProjectCode: string;
  readonly Year: string;
  readonly rows: readonly HolidayRow[];
}

export interface StopDayRow {
  readonly Day: string;
  readonly Reason: string;
  readonly Editor: string | null;
  readonly EditTime: string;
  /** Meters that were used all the same. */
  readonly Used: number;
  /** Its month is locked: the day stays as it is. */
  readonly Locked: boolean;
}

export interface StopDays {
  readonly ProjectCode: string;
  readonly Year: string;
  readonly rows: readonly StopDayRow[];
}
