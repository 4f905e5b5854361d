/** 客户展示授权: which projects' figures a customer may look at without an account, until when; and what he then sees. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, day, flag, idText, several } from '../common.ts';
import { reportCategory, reportCompared, reportMonthText, reportProjectCode, reportQuality } from './report-parts.ts';

export const CUSTOMER_ITEMS = { usage: '月用量与同比', days: '逐日明细', carbon: '标煤与碳' } as const;
export type CustomerItem = keyof typeof CUSTOMER_ITEMS;
const items = Object.keys(CUSTOMER_ITEMS) as [CustomerItem, ...CustomerItem[]];

/** Where customers look, with their number behind `#`: what stands there is never sent to a server. */
export const CUSTOMER_PAGE = '/vData/client2';

const reason = z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多200字');

/** `GetProjectSetUp` with SetType=customerShow: the grants that a project is in. */
export const customerShowRead = z.object({ SetType: z.literal('customerShow'), ProjectCode: reportProjectCode });

/** `InsertProjectSetUp` with SetType=customerShow. */
export const customerShowWrite = z.discriminatedUnion(
  'Action',
  [
    z.object({
      SetType: z.literal('customerShow'),
      Action: z.literal('issue'),
      ProjectCodes: several(reportProjectCode, 50, '一次最多50个项目').refine(
        (codes) => codes !== undefined && codes.length > 0,
        '请选择项目',
      ),
      CustomerName: z.string('请填写客户').trim().min(1, '请填写客户').max(80, '客户最多80字'),
      Items: several(z.enum(items, '没有这种内容'), items.length, '内容过多').refine(
        (all) => all !== undefined && all.length > 0,
        '请选择可看内容',
      ),
      ShowMoney: flag.default(false),
      From: day,
      To: day,
      Reason: reason,
    }),
    z.object({
      SetType: z.literal('customerShow'),
      Action: z.literal('rotate'),
      Id: idText,
      Version: count('版本', 1),
      Reason: reason,
    }),
    z.object({
      SetType: z.literal('customerShow'),
      Action: z.literal('disable'),
      Id: idText,
      Version: count('版本', 1),
      Reason: reason,
    }),
  ],
  '不支持的操作',
);

export interface CustomerShow {
  readonly Id: string;
  /** The first four characters: which number is meant. The whole is told once, and kept nowhere. */
  readonly CustomerNO: string;
  readonly CustomerName: string;
  readonly Projects: readonly { readonly Code: string; readonly Name: string }[];
  /** Others of it, which this person does not see. */
  readonly MoreProjects: number;
  readonly Items: readonly CustomerItem[];
  readonly ShowMoney: boolean;
  readonly From: string;
  readonly To: string;
  readonly State: '有效' | '未生效' | '已到期' | '已停用';
  readonly Reason: string;
  readonly By: string;
  readonly At: string;
  readonly RotatedAt: string | null;
  readonly DisabledBy: string;
  readonly DisableReason: string;
  readonly Visits: number;
  readonly LastVisit: string | null;
  readonly Version: number;
}
export interface CustomerShowList {
  readonly rows: readonly CustomerShow[];
  /** Whether this person may give, change and stop grants. */
  readonly CanGrant: boolean;
  /** Whether this person may let a customer see amounts. */
  readonly CanShowMoney: boolean;
}
/** `CustomerNO`: the whole number, of an issue or a rotation; this once. */
export interface CustomerShowAnswer {
  readonly Id: string;
  readonly CustomerNO: string | null;
  readonly Version: number;
}

/** Without a session: the number is in the header `Authorization: Customer …`. */
export const customerSelf = call('POST', '/api/NoBodyShow/GetCustomer', '客户凭编号：可看的项目与内容（公开）', {
  input: z.object({}),
  output: z.object({
    CustomerName: z.string(),
    To: z.string(),
    Items: z.array(z.enum(items)),
    ShowMoney: z.boolean(),
    Projects: z.array(z.object({ Code: z.string(), Name: z.string() })),
    /** The last month that is over. */
    Month: z.string(),
  }),
});

const usage = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  usage: z.string().nullable(),
  last: z.string().nullable(),
  yoy: reportCompared,
  mom: reportCompared,
  perM2: z.number().nullable(),
  /** Yuan; absent where amounts are not shown, null where nothing has a price. */
  cost: z.string().nullable().optional(),
  costWhole: z.boolean().optional(),
  ...reportQuality,
});

export const customerMonth = call('POST', '/api/NoBodyShow/MonthEnergy', '客户凭编号：一个项目一个月（公开）', {
  input: z.object({ ProjectCode: reportProjectCode, Month: reportMonthText }),
  output: z.object({
    ProjectName: z.string(),
    Month: z.string(),
    /** The last day that is in it. */
    Until: z.string(),
    AsOf: z.string(),
    categories: z.array(reportCategory),
    /** Each only where it may be seen. */
    usage: z.array(usage).nullable(),
    days: z
      .array(
        z.object({
          day: z.string(),
          meanC: z.number().nullable(),
          used: z.record(z.string(), z.string()),
          ...reportQuality,
        }),
      )
      .nullable(),
    carbon: z
      .object({ tce: z.number().nullable(), tCo2: z.number().nullable(), notes: z.array(z.string()) })
      .nullable(),
    whole: z.object(reportQuality),
  }),
});
