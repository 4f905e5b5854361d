/** 内部分摊: an energy's bills of a month, shared out among those who use it. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, count, idText } from '../common.ts';
import { BILL_ENERGIES } from './bills.ts';
import { reportMonthText, reportProjectCode } from './report-parts.ts';

export const SHARE_KINDS = ['办公', '宿舍', '公区', '租户', '其他'] as const;
export const SHARE_METHODS = ['表计', '面积', '人数', '固定'] as const;

const asked = {
  ProjectCode: reportProjectCode,
  Month: reportMonthText,
  CategoryCode: z.enum(BILL_ENERGIES, '请选择能源'),
};

const receiver = z
  .object({
    Name: z.string('请填写受摊对象').trim().min(1, '请填写受摊对象').max(60, '受摊对象最多60字'),
    Kind: z.enum(SHARE_KINDS, '请选择对象类别'),
    Method: z.enum(SHARE_METHODS, '请选择分摊方式'),
    Base: blankable(
      z
        .string()
        .trim()
        .regex(/^\d{1,10}(\.\d{1,6})?$/, '基数应为不小于0的数，最多6位小数'),
    ).default(null),
    MeterId: blankable(idText).default(null),
  })
  .superRefine(({ Method, Base, MeterId }, context) => {
    if (Method === '表计' && MeterId === null)
      context.addIssue({ code: 'custom', path: ['MeterId'], message: '请选择受摊表计' });
    if (Method !== '表计' && Base === null) context.addIssue({ code: 'custom', path: ['Base'], message: '请填写基数' });
  });

const quality = { complete: z.number().nullable(), estimated: z.number().nullable() };

export const shareList = call('POST', '/emcapi/EnergyReport/Shares', '内部分摊：一种能源当月账单分给各受摊对象', {
  input: z.object(asked),
  output: z.object({
    projectName: z.string(),
    asOf: z.string(),
    Unit: z.string(),
    /** Of the bills that end in the month; null without one. */
    Bills: z.number(),
    Usage: z.string().nullable(),
    From: z.string().nullable(),
    To: z.string().nullable(),
    /** Absent for whoever may not see amounts. */
    Amount: z.string().nullable().optional(),
    /** The month from which the receivers hold, and who set them; null: nobody did. */
    Plan: z.object({ FromMonth: z.string(), Version: z.number(), By: z.string(), At: z.string() }).nullable(),
    rows: z.array(
      z.object({
        Id: z.string(),
        Name: z.string(),
        Kind: z.enum(SHARE_KINDS),
        Method: z.enum(SHARE_METHODS),
        Base: z.string().nullable(),
        MeterId: z.string().nullable(),
        MeterName: z.string().nullable(),
        Quantity: z.string().nullable(),
        Amount: z.string().nullable().optional(),
        ...quality,
      }),
    ),
    /** Why nothing is shared out. */
    Problem: z.string().nullable(),
    Notes: z.array(z.string()),
    Meters: z.array(z.object({ Id: z.string(), Name: z.string() })),
    whole: z.object(quality),
  }),
});

/** All receivers at once; they hold from the month on. */
export const shareSave = call('POST', '/emcapi/EnergyReport/SharesSave', '保存内部分摊的受摊对象', {
  input: z.object({
    ...asked,
    /** Of the plan of exactly this month; 0 where it has none yet. */
    Version: count('版本', 0),
    Rows: z.array(receiver, '请填写受摊对象').max(200, '一次最多200个受摊对象'),
  }),
  output: z.object({ Version: z.number() }),
});
