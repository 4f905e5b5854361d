/** Handing over everything of a person who leaves: looked at first, then done in one go. */
import { z } from 'zod';
import { call } from './call.ts';
import { flag, idText, several } from './common.ts';

export const HANDOVER_KINDS = [
  'task',
  'record',
  'role',
  'dept',
  'project',
  'member',
  'delegation',
  'chain',
  'field',
] as const;
export type HandoverKind = (typeof HANDOVER_KINDS)[number];
export const HANDOVER_TITLES: Readonly<Record<HandoverKind, string>> = {
  task: '待办',
  record: '发起的在途单据',
  role: '角色',
  dept: '部门与区域负责人',
  project: '项目经理',
  member: '参与的项目',
  delegation: '代理授权',
  chain: '流程中固定指定的步骤',
  field: '在途单据中指定的后续处理人',
};

export const handoverLine = z.object({
  key: z.string(),
  kind: z.enum(HANDOVER_KINDS),
  title: z.string(),
  note: z.string(),
  /** The record to look at, where it is one. */
  ProcedureId: z.number().nullable(),
  BusinessId: z.string().nullable(),
  /** Nobody else could do it. */
  alone: z.boolean(),
  /** Belongs to a hand-over unless somebody says otherwise. */
  suggested: z.boolean(),
  /** `give` to a successor, `end`, or only to `know`. */
  act: z.enum(['give', 'end', 'know']),
  /** Why it cannot go as planned; only where a plan was asked about. */
  problem: z.string().nullable(),
});
export type HandoverLine = z.output<typeof handoverLine>;

const successor = z.preprocess((value) => (value === '' ? undefined : value), idText.optional());
const planned = z.object({ key: z.string().max(80), to: successor });
const plan = {
  userId: idText,
  /** Who gets what has nobody of its own. */
  to: successor,
  lines: several(planned, 2000, '一次最多交接2000项').default([]),
};

export const handoverPreview = call(
  'POST',
  '/bpmapi/Handover/Preview',
  '离职交接：逐条列出，带方案时说明哪些不能这样交接',
  {
    input: z.object(plan),
    output: z.object({
      userId: z.string(),
      UserName: z.string(),
      account: z.string(),
      state: z.enum(['active', 'disabled', 'pending']),
      lines: z.array(handoverLine),
    }),
  },
);

export const handoverSave = call(
  'POST',
  '/bpmapi/Handover/Save',
  '离职交接：所列各项一次完成，有一项不能交接则都不交接',
  {
    input: z.object({
      ...plan,
      reason: z.string().trim().max(200, '原因最多200字').default(''),
      /** Disable the account with it. */
      disable: flag.default(false),
    }),
    output: z.object({ done: z.number(), left: z.number(), disabled: z.boolean() }),
  },
);
