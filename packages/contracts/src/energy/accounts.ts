/**
 * Bank accounts of customers (userPayAccount), of the company (userReceivedAccount) and of suppliers of energy (energyPayeeAccount) behind
 * `GetProjectSetUp` and `InsertProjectSetUp`. A change is proposed by one person and in force once another agreed.
 */
import { z } from 'zod';
import { actionOr, blankable, count, day, flag, idText, needed, several } from '../common.ts';
import { uploaded } from '../files.ts';

export const ACCOUNT_KINDS = ['userPayAccount', 'userReceivedAccount', 'energyPayeeAccount'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export const RECEIVED_PURPOSES = ['能源费', '运维费', '保证金'] as const;
export const PAY_MODES = ['对公转账', '代扣', '预存卡'] as const;

const text = (what: string, most: number) => z.string().trim().max(most, `${what}最多${most}字`).default('');
const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
/** Blank in a change: the number stays. */
const accountNo = z
  .string()
  .transform((value) => value.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^(\d{8,30})?$/, '账号格式不正确，应为8~30位数字'))
  .default('');
const unionNo = z
  .string()
  .trim()
  .regex(/^(\d{12})?$/, '联行号应为12位数字')
  .default('');
const taxNo = z
  .string()
  .trim()
  .transform((value) => value.toUpperCase())
  .pipe(z.string().max(20, '统一社会信用代码最多20位'))
  .default('');
const reason = needed('原因', 200);

export const payAccountValues = z.object({
  ProjectCode: project,
  ContractCode: blankable(z.string().max(40)).default(null),
  Customer: needed('客户名称', 100),
  UserNo: text('用户户号', 40),
  AccountName: needed('付款户名', 100),
  Bank: needed('开户行', 100),
  BankNo: unionNo,
  AccountNo: accountNo,
  TaxNo: taxNo,
  IsDefault: flag.default(false),
});
export const receivedAccountValues = z.object({
  Company: needed('收款主体', 100),
  AccountName: needed('户名', 100),
  Bank: needed('开户行', 100),
  BankNo: unionNo,
  AccountNo: accountNo,
  TaxNo: taxNo,
  FeeItems: several(z.enum(RECEIVED_PURPOSES, '用途不正确'), 3, '用途最多3个').pipe(
    z.array(z.enum(RECEIVED_PURPOSES)).min(1, '请选择用途'),
  ),
  Projects: several(z.string().max(30), 500, '项目最多500个').default([]),
  From: blankable(day).default(null),
  To: blankable(day).default(null),
});
export const payeeAccountValues = z.object({
  ProjectCode: project,
  CategoryCode: needed('能源', 40),
  /** 户号 */
  UserNo: needed('用户户号', 40),
  Holder: text('户名', 100),
  UseKind: text('用电性质', 40),
  CapacityKva: blankable(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, '容量应为不小于0的数')).default(null),
  PayeeName: needed('供能单位', 100),
  TaxNo: taxNo,
  Bank: needed('开户行', 100),
  AccountNo: accountNo,
  PayMode: z.enum(PAY_MODES, '请选择缴费方式'),
  BillDay: blankable(count('账期日', 1, 31)).default(null),
  DueDay: count('缴费截止日', 1, 28),
  Meters: several(idText, 50, '关联总表最多50块').pipe(z.array(z.string()).min(1, '请至少关联一块总表')),
});
export type PayAccountValues = z.output<typeof payAccountValues>;
export type ReceivedAccountValues = z.output<typeof receivedAccountValues>;
export type PayeeAccountValues = z.output<typeof payeeAccountValues>;

export const accountRead = z.object({
  ProjectCode: blankable(z.string().max(30)).optional(),
  Keyword: z.string().max(100, '关键字最多100字').default(''),
  CategoryCode: blankable(z.string().max(40)).optional(),
  Company: blankable(z.string().max(100)).optional(),
  Enabled: blankable(flag).optional(),
});
export type AccountRead = z.output<typeof accountRead>;

/** What is done to an account, beside changing what it says. */
const acts = [
  z.object({ Action: z.literal('agree'), ChangeId: idText, Reason: text('意见', 200) }),
  z.object({ Action: z.literal('return'), ChangeId: idText, Reason: needed('退回原因', 200) }),
  z.object({ Action: z.literal('disable'), Id: idText, Reason: reason }),
  z.object({ Action: z.literal('reveal'), Id: idText }),
] as const;
export const accountWrite = <S extends z.ZodRawShape>(values: z.ZodObject<S>) =>
  z.preprocess(
    actionOr('propose'),
    z.discriminatedUnion(
      'Action',
      [
        z.object({
          Action: z.literal('propose'),
          /** Blank: a new account. */
          Id: blankable(idText).default(null),
          Files: several(uploaded, 10, '附件最多10个').default([]),
          Reason: reason,
          ...values.shape,
        }),
        ...acts,
      ],
      '操作不正确',
    ),
  );

/** Of an account as it stands; its number is masked. */
export interface AccountRow {
  readonly Id: string;
  readonly ProjectCode: string | null;
  readonly ProjectName: string | null;
  readonly AccountNo: string;
  readonly Enabled: boolean;
  /** Who agreed to it last and when; null for what was there from the start. */
  readonly Editor: string | null;
  readonly EditTime: string | null;
  /** 待确认 where a change waits. */
  readonly State: '生效' | '待确认' | '停用';
  /** The other columns, by the names of what is written. */
  readonly Values: Readonly<Record<string, unknown>>;
}

export interface AccountChange {
  readonly ChangeId: string;
  readonly Id: string | null;
  readonly Title: string;
  readonly ProjectName: string | null;
  /** What differs, in words; numbers are masked. */
  readonly Lines: readonly { readonly Label: string; readonly Before: string; readonly After: string }[];
  readonly Reason: string;
  readonly Files: readonly { readonly URL: string; readonly Size: number; readonly Name: string }[];
  readonly ProposedBy: string;
  readonly ProposedAt: string;
  /** Whether this person may agree: not their own, and they hold the role. */
  readonly MayDecide: boolean;
}

export interface AccountList {
  readonly rows: readonly AccountRow[];
  readonly total: number;
  readonly Changes: readonly AccountChange[];
  /** Whether whole numbers may be asked for, one by one. */
  readonly MayReveal: boolean;
}
