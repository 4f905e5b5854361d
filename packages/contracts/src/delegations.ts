/** Delegations: who handles whose to-dos while they are away. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { day, flag, idText, several } from './common.ts';

export const DELEGATION_STATES = ['pending', 'running', 'over', 'ended'] as const;
/** 未生效, 生效中, 已结束 by time, 已终止 by hand. */
export const DELEGATION_STATE_TITLES: Readonly<Record<(typeof DELEGATION_STATES)[number], string>> = {
  pending: '未生效',
  running: '生效中',
  over: '已结束',
  ended: '已终止',
};

const maybe = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), shape.optional());
const instant = (what: string) => z.iso.datetime({ offset: true, error: `请填写${what}时间` });

export const delegationRow = z.object({
  Id: z.string(),
  ownerId: z.string(),
  owner: z.string(),
  delegateId: z.string(),
  delegate: z.string(),
  /** Module ids; empty: all. */
  modules: z.array(z.string()),
  /** The same in words: 全部, or the titles. */
  scope: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  /** To-dos that wait for the delegate by it now, and those they have handled by it. */
  waiting: z.number(),
  handled: z.number(),
  state: z.enum(DELEGATION_STATES),
  setById: z.string(),
  setBy: z.string(),
  endedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  /** The caller may end it. */
  mayEnd: z.boolean(),
});
export type DelegationRow = z.output<typeof delegationRow>;

const filters = {
  /** Owner or delegate. */
  user: maybe(idText),
  state: maybe(z.enum(DELEGATION_STATES, '状态不存在')),
  range: z.object({ from: maybe(day), to: maybe(day) }).optional(),
};

export const delegationIndex = call(
  'POST',
  '/bpmapi/Delegation/Index',
  '代理授权：管理员看全部，其他人看与自己有关的',
  {
    input: listInput.extend({ ...filters, mine: flag.default(false) }),
    output: listOutput(delegationRow),
  },
);

export const delegationSave = call('POST', '/bpmapi/Delegation/Save', '设置代理（带 Id 与 end=true 为终止）', {
  input: z
    .object({
      Id: maybe(idText),
      end: flag.default(false),
      /** Whose to-dos; absent: the caller's own. */
      user: maybe(idText),
      delegate: maybe(idText),
      modules: several(z.string().max(60), 200, '最多选择200个模块').default([]),
      from: maybe(instant('开始')),
      to: maybe(instant('结束')),
      reason: z.string().trim().max(200, '原因最多200字').default(''),
    })
    .refine((value) => value.Id === undefined || value.end, { message: '已设置的代理只能终止', path: ['end'] }),
  output: z.object({ Id: z.string() }),
});

export const delegationExport = call('POST', '/bpmapi/Delegation/Export', '导出代理授权', {
  input: listInput.extend(filters),
  output: z.unknown(),
});
