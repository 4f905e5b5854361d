/** Statistics of people. */
import { z } from 'zod';
import { call } from '../call.ts';
import { day, several } from '../common.ts';
import { roleName } from './shared.ts';

export const personnelStat = call('POST', '/webapi/UserInfo/PersonnelStatIndex', '在岗人数统计', {
  input: z.object({
    groupBy: z.enum(['area', 'dept', 'role'], '分组只能是 area、dept 或 role').default('area'),
    dept: z.string().max(15).optional(),
  }),
  output: z.object({
    rows: z.array(z.object({ key: z.string(), name: z.string(), headcount: z.number() })),
    total: z.number(),
  }),
});

export const roleSubjectStat = call('POST', '/webapi/UserInfo/RoleSubjectStatIndex', '各角色处理审批的数量与时长', {
  input: z.object({
    range: z.object({ from: day.optional(), to: day.optional() }).optional(),
    dept: z.string().max(15).optional(),
    roleIds: several(z.string().max(40), 100, '最多100个角色').optional(),
  }),
  output: z.object({
    rows: z.array(
      roleName.extend({
        users: z.number(),
        handled: z.number(),
        /** Hours from arrival to handling, one decimal; null where none was handled. */
        avgHours: z.string().nullable(),
        /** Per cent of those handled after they were due, one decimal. */
        overdueRate: z.string().nullable(),
      }),
    ),
  }),
});
