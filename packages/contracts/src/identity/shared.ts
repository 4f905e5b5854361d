/** What the calls about people, departments and roles have in common. */
import { z } from 'zod';
import { blankable, day } from '../common.ts';

export const deptId = z.string('请选择部门').trim().min(1, '请选择部门').max(15, '部门编码不正确');
export const projectCode = z.string().max(30, '项目编码过长');
export const scopeKind = z.enum(['self', 'dept', 'area', 'project', 'all'], '数据范围不正确');
export const period = { from: blankable(day).optional(), to: blankable(day).optional() };

export const roleName = z.object({ roleId: z.string(), roleCode: z.string(), roleName: z.string() });

/** A colleague, as pickers and cards show one. */
export const personRow = z.object({
  UserId: z.string(),
  account: z.string(),
  UserName: z.string(),
  T_OutSideDeptId: z.string().nullable(),
  deptName: z.string().nullable(),
  position: z.string().nullable(),
  jobNo: z.string().nullable(),
  avatar: z.string().nullable(),
  /** In service. */
  active: z.boolean(),
});
