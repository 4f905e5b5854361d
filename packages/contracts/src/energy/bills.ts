/** 数据录入(内部): bills of suppliers, set against what the meters say. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, count, day, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const month = z.string('请选择账期').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '账期格式应为 YYYY-MM');
export const BILL_ENERGIES = ['elec', 'gas', 'steam', 'heatBuy', 'oil', 'water'] as const;
const category = z.enum(BILL_ENERGIES, '请选择能源');
const reading = (what: string) =>
  blankable(
    z
      .string()
      .trim()
      .regex(/^\d{1,12}(\.\d{1,6})?$/, `${what}应为不小于0的数，最多6位小数`),
  ).optional();
const yuan = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^-?\d{1,12}(\.\d{1,2})?$/, `${what}应为数字，最多2位小数`);

const asked = {
  ProjectCode: blankable(project).optional(),
  Month: month,
  CategoryCode: blankable(category).optional(),
  DiffOnly: flag.default(false),
};

const fields = {
  CategoryCode: category,
  Supplier: z.string('请填写供能单位').trim().min(1, '请填写供能单位').max(60, '供能单位最多60字'),
  AccountNo: z.string().trim().max(40, '户号最多40字').default(''),
  From: day,
  To: day,
  LastReading: reading('上期示数'),
  ThisReading: reading('本期示数'),
  Ratio: reading('倍率'),
  Usage: z
    .string('请填写账单用量')
    .trim()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, '账单用量应为不小于0的数，最多6位小数'),
  Sharp: reading('尖'),
  Peak: reading('峰'),
  Flat: reading('平'),
  Valley: reading('谷'),
  BasicFee: blankable(yuan('基本电费')).optional(),
  PowerFactorFee: blankable(yuan('力调电费')).optional(),
  LateFee: blankable(yuan('滞纳金')).optional(),
  Amount: yuan('账单金额'),
  InvoiceNo: z.string().trim().max(40, '发票号最多40字').default(''),
  Files: several(uploaded, 9, '附件最多9个').optional(),
  Note: z.string().trim().max(200, '说明最多200字').default(''),
};

const row = z.object({
  BillId: z.string(),
  Version: z.number(),
  ProjectCode: z.string(),
  ProjectName: z.string(),
  CategoryCode: z.string(),
  CategoryName: z.string(),
  Unit: z.string(),
  Supplier: z.string(),
  AccountNo: z.string(),
  From: z.string(),
  To: z.string(),
  LastReading: z.string().nullable(),
  ThisReading: z.string().nullable(),
  Ratio: z.string().nullable(),
  Usage: z.string(),
  Sharp: z.string().nullable(),
  Peak: z.string().nullable(),
  Flat: z.string().nullable(),
  Valley: z.string().nullable(),
  BasicFee: z.string().nullable(),
  PowerFactorFee: z.string().nullable(),
  LateFee: z.string().nullable(),
  Amount: z.string().nullable(),
  InvoiceNo: z.string(),
  Files: z.array(z.object({ URL: z.string(), Size: z.number(), Name: z.string() })),
  Note: z.string(),
  Editor: z.string(),
  EditTime: z.string(),
  /** What the main meters counted from the first day to the last; null where none has a figure. */
  MeterUsage: z.string().nullable(),
  Difference: z.string().nullable(),
  /** Percent of the bill, with the most that is allowed. */
  DiffRate: z.number().nullable(),
  Allowed: z.number(),
  State: z.enum(['一致', '有差异', '已说明', '无抄表']),
  complete: z.number().nullable(),
  estimated: z.number().nullable(),
  /** Bill's quantity at the mean price of the meters' days, and the fees of the bill; null where a price is missing. */
  Trial: z.string().nullable(),
});
export type BillRow = z.output<typeof row>;

export const billList = call('POST', '/emcapi/EnergyReport/Bills', '供能账单与抄表对账', {
  input: z.object(asked),
  output: z.object({
    rows: z.array(row),
    /** Accounts that had a bill before and have none that ends in the month. */
    expected: z.array(
      z.object({
        ProjectCode: z.string(),
        ProjectName: z.string(),
        CategoryName: z.string(),
        Supplier: z.string(),
        AccountNo: z.string(),
        lastTo: z.string(),
      }),
    ),
    asOf: z.string(),
  }),
});

export const billExport = call('POST', '/emcapi/EnergyReport/BillsExport', '导出能源账单对账表', {
  input: z.object({ Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx'), ...asked }),
  output: z.unknown(),
});

const saved = z.object({
  BillId: z.string(),
  Version: z.number(),
  /** What is worth a look although it was kept. */
  Warnings: z.array(z.string()),
});

const inOrder = ({ From, To }: { From: string; To: string }): boolean => From <= To;
const BACKWARDS = { path: ['To'], message: '账期止不能早于账期起' };

export const billAdd = call('POST', '/emcapi/EnergyReport/BillAdd', '录入供能账单', {
  input: z.object({ ProjectCode: project, ...fields, ClientId: z.uuid('提交标识不正确') }).refine(inOrder, BACKWARDS),
  output: saved,
});
export const billEdit = call('POST', '/emcapi/EnergyReport/BillEdit', '修改供能账单', {
  input: z
    .object({
      BillId: idText,
      Version: count('版本', 1),
      ...fields,
      Reason: z.string('请填写修改原因').trim().min(1, '请填写修改原因').max(200, '修改原因最多200字'),
    })
    .refine(inOrder, BACKWARDS),
  output: saved,
});
export type BillTerms = z.output<typeof billAdd.input>;
