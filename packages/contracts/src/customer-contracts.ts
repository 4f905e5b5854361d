/** One contract with a customer from all sides: its terms, its card on paper, the papers put with it. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable } from './common.ts';
import { uploaded } from './files.ts';

const ContractCode = z.string('请指定合同').trim().min(1, '请指定合同').max(40, '合同编号过长');
const text = z.string().nullable();

export const contractCard = call('POST', '/emcapi/Contract/Card', '一份合同的条款、履约进度、收款与同项目的其他合同', {
  input: z.object({ ContractCode }),
  output: z.object({
    ContractCode: z.string(),
    name: z.string(),
    ProjectCode: z.string(),
    ProjectName: z.string(),
    partyA: z.string(),
    partyB: z.string(),
    kind: z.string(),
    mode: text,
    chargeModel: text,
    state: z.string(),
    signOn: text,
    startOn: text,
    endOn: text,
    settleArea: text,
    settleCycle: text,
    payDays: z.number().nullable(),
    share: text,
    renewState: text,
    renewCount: z.number(),
    invoiceTitle: text,
    invoiceTaxNo: text,
    remark: text,
    /** Null for whoever may not see amounts, as are those below. */
    amount: text,
    yearAmount: text,
    due: text,
    received: text,
    unpaid: text,
    overdue: text,
    /** Percent of what is due that came in; null where nothing is due. */
    collected: text,
    /** Percent of the contract's days that are over. */
    progress: text,
    daysDone: z.number().nullable(),
    daysAll: z.number().nullable(),
    /** The form that it was signed by. */
    signedBy: z.object({ ProcedureId: z.number(), BusinessId: z.string(), serial: z.string() }).nullable(),
    others: z.array(
      z.object({ ContractCode: z.string(), name: z.string(), kind: z.string(), endOn: text, state: z.string() }),
    ),
  }),
});

export const contractPrintCard = call('POST', '/emcapi/Contract/PrintCard', '打印合同卡（A4）', {
  input: z.object({ ContractCode }),
  output: z.unknown(),
});

export const CONTRACT_FILE_KINDS = ['合同正文', '盖章扫描件', '技术附件', '授权与资质', '会议纪要', '其他'] as const;

export const contractAddFile = call('POST', '/emcapi/Contract/AddFile', '给合同上传一份附件，同类的版本递增', {
  input: z.object({
    ContractCode,
    kind: z.enum(CONTRACT_FILE_KINDS, '请选择附件类型'),
    paper: z.object(uploaded.shape, '请选择文件'),
    note: blankable(z.string().trim().max(100, '说明最多100字')).optional(),
  }),
  output: z.object({ Id: z.string(), version: z.number() }),
});
