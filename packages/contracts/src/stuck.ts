/** Approvals that do not go on by themselves: what is wrong with them, and mending it. */
import { z } from 'zod';
import { call } from './call.ts';
import { flag, idText } from './common.ts';

export const STUCK_KINDS = ['noTask', 'nobody', 'unseen', 'leftOver', 'status', 'late', 'fixed', 'log'] as const;
export type StuckKind = (typeof STUCK_KINDS)[number];

export const STUCK_TITLES: Readonly<Record<StuckKind, string>> = {
  noTask: '没有待办的在途单据',
  nobody: '处理人均已停用',
  unseen: '处理人看不到的待办',
  leftOver: '单据已办结仍有待办',
  status: '单据状态与流程不一致',
  late: '超期一周未处理',
  fixed: '流程的固定人员已停用',
  log: '审批记录校验不通过',
};

const stuckRow = z.object({
  kind: z.enum(STUCK_KINDS),
  /** Task, instance, record, or step of a chain, as `kind` says. */
  key: z.string(),
  ProcedureId: z.number(),
  module: z.string(),
  /** Empty where it is the module's chain that is wrong, before any record gets there. */
  BusinessId: z.string(),
  serial: z.string().nullable(),
  title: z.string(),
  step: z.string().nullable(),
  /** What is wrong, in words. */
  note: z.string(),
  since: z.string().nullable(),
});
export type StuckRow = z.output<typeof stuckRow>;

export const stuckIndex = call('POST', '/bpmapi/Stuck/Index', '异常流程：逐项检查审批数据，列出不能自己走下去的单据', {
  input: z.object({
    /** Work out the hashes of all running approvals as well. */
    deep: flag.default(false),
  }),
  output: z.object({
    checkedAt: z.string(),
    /** Kinds that were looked for, with how many there are; `rows` holds 100 of each at most. */
    kinds: z.array(z.object({ kind: z.enum(STUCK_KINDS), total: z.number() })),
    rows: z.array(stuckRow),
  }),
});

export const stuckRepair = call('POST', '/bpmapi/Stuck/Repair', '修复一项异常流程，修复前重新检查', {
  input: z.object({
    kind: z.enum(STUCK_KINDS, '异常类型不正确'),
    key: z.string().regex(/^[A-Za-z]*:?\d{1,18}$/, '编号格式不正确'),
    /** Who takes over, for kinds that need somebody. */
    UserId: z.preprocess((value) => (value === '' ? undefined : value), idText.optional()),
    reason: z.string().trim().min(1, '请填写原因').max(200, '原因最多200字'),
  }),
  output: z.object({ done: z.string() }),
});
