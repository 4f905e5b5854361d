/**
 * Accounts from a sheet: every row is checked before anything is written, and then all are written or none. The accounts have no password:
 * their people sign in by phone code the first time and set one, so a sheet never carries or answers secrets.
 */
import {
  type SheetFault,
  USER_IMPORT_COLUMNS,
  USER_IMPORT_ROWS,
  type userImport,
  type userImportErrors,
  userSave,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { importWhole, type SheetLine, type WholeSheet } from '../../engine/imports/whole.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { FileAnswer, UploadedFile } from '../../platform/http/registry.ts';
import { coversDept } from './guard.ts';
import { pinyinOf } from './pinyin.ts';
import { trail } from '../../platform/audit/trail.ts';
import { faultsBook, workbook } from './workbook.ts';

type Column = (typeof USER_IMPORT_COLUMNS)[number];
type Person = z.output<typeof userSave.input>;

const KEYS: Readonly<Record<Column, keyof Person>> = {
  账号: 'account',
  姓名: 'UserName',
  部门编码: 'T_OutSideDeptId',
  手机: 'phone',
  工号: 'jobNo',
  岗位: 'position',
  邮箱: 'email',
};

type Line = SheetLine<Column>;

const SHEET: WholeSheet<Column> = {
  columns: USER_IMPORT_COLUMNS,
  mostBytes: 2,
  mostRows: USER_IMPORT_ROWS,
  empty: '表格中没有人员',
  tooMany: (rows) => `一次最多导入${USER_IMPORT_ROWS}人，本表有${rows}人`,
};

/** Faults of a row by itself. */
const parseLine = ({ row, cells }: Line): { person: Person | null; faults: SheetFault[] } => {
  const parsed = userSave.input.safeParse(
    Object.fromEntries(USER_IMPORT_COLUMNS.map((column) => [KEYS[column], cells[column]])),
  );
  const faults: SheetFault[] = (parsed.error?.issues ?? []).map((issue) => ({
    row,
    column: USER_IMPORT_COLUMNS.find((column) => KEYS[column] === issue.path[0]) ?? '',
    message: issue.message,
  }));
  if (cells.手机 === '') faults.push({ row, column: '手机', message: '请填写手机，首次以手机验证码登录' });
  return { person: parsed.data ?? null, faults };
};

interface Known {
  /** Department → whether it is in service. */
  readonly depts: ReadonlyMap<string, boolean>;
  readonly taken: Readonly<Record<'账号' | '手机' | '工号', ReadonlySet<string>>>;
}

const UNIQUE = [
  ['账号', '账号已存在'],
  ['手机', '手机号已被其他账号使用'],
  ['工号', '工号已存在'],
] as const;

const known = async (db: Db | Tx): Promise<Known> => {
  const depts = await sql<{ id: string; state: string }>`select id, state from dept`.execute(db);
  const people = await sql<{ account: string; phone: string | null; job: string | null }>`
    select lower(account) as account, phone, job_no as job from app_user`.execute(db);
  const set = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null));
  return {
    depts: new Map(depts.rows.map((dept) => [dept.id, dept.state === 'active'])),
    taken: {
      账号: set(people.rows.map((one) => one.account)),
      手机: set(people.rows.map((one) => one.phone)),
      工号: set(people.rows.map((one) => one.job)),
    },
  };
};

/** Faults of rows against the company and against each other. */
const compare = (ctx: Ctx, lines: readonly Line[], { depts, taken }: Known): SheetFault[] => {
  const faults: SheetFault[] = [];
  const first = { 账号: new Map<string, number>(), 手机: new Map<string, number>(), 工号: new Map<string, number>() };
  for (const { row, cells } of lines) {
    const dept = cells.部门编码;
    const fault = (column: Column, message: string) => faults.push({ row, column, message });
    if (dept !== '') {
      if (!depts.has(dept)) fault('部门编码', '部门不存在');
      else if (depts.get(dept) === false) fault('部门编码', '部门已停用');
      else if (!coversDept(ctx.session, dept)) fault('部门编码', '该部门不在您的管理范围内');
    }
    for (const [column, message] of UNIQUE) {
      const value = column === '账号' ? cells[column].toLowerCase() : cells[column];
      if (value === '') continue;
      const earlier = first[column].get(value);
      if (taken[column].has(value)) fault(column, message);
      else if (earlier !== undefined) fault(column, `与第${earlier}行重复`);
      else first[column].set(value, row);
    }
  }
  return faults;
};

/** @returns the roles that posts of the sheet brought along, by account */
const insertAll = async (tx: Tx, people: readonly Person[]): Promise<Readonly<Record<string, string>>> => {
  const rows = people.map((person) => ({
    account: person.account,
    name: person.UserName,
    dept: person.T_OutSideDeptId,
    phone: person.phone ?? null,
    job: person.jobNo ?? null,
    position: person.position ?? null,
    email: person.email ?? null,
    pinyin: pinyinOf(person.UserName),
  }));
  const made = await sql<{ id: string }>`
    insert into app_user (account, user_name, password_hash, phone, dept_id, state, must_change_password, password_changed_at, job_no, position,
      email, pinyin)
    select account, name, '', phone, dept, 'active', true, now(), job, position, email, pinyin
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(account text, name text, phone text, dept text, job text, position text,
      email text, pinyin text)
    on conflict do nothing returning id`.execute(tx);
  // Somebody took an account or number between the check and now: nothing of the sheet stays.
  if (made.rows.length !== rows.length) throw conflict('有账号、手机或工号刚被占用，请重新导入');
  const { rows: held } = await sql<{ account: string; roles: string }>`
    select u.account, string_agg(r.name, '、' order by r.sort, r.id) as roles
    from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where u.id = any(${made.rows.map(({ id }) => id)}::bigint[]) group by u.account order by u.account`.execute(tx);
  return Object.fromEntries(held.map(({ account, roles }) => [account, roles]));
};

/** Checks the sheet and, if every row is right, makes all its accounts. */
export const importUsers = (ctx: Ctx, file: UploadedFile): Promise<z.input<typeof userImport.output>> =>
  importWhole(
    ctx,
    file,
    SHEET,
    async (tx, lines) => {
      const parsed = lines.map(parseLine);
      return {
        faults: [...parsed.flatMap((one) => one.faults), ...compare(ctx, lines, await known(tx))],
        items: parsed.flatMap((one) => (one.person === null ? [] : [one.person])),
      };
    },
    async (tx, people) => {
      const roles = await insertAll(tx, people);
      await trail(tx, ctx, {
        kind: '权限',
        action: '导入账号',
        object: '用户',
        summary: `${people.length}人`,
        after: {
          账号: people.map((person) => person.account).join('、'),
          ...(Object.keys(roles).length > 0 ? { 岗位角色: roles } : {}),
        },
      });
    },
  );

/** The heading alone; how to fill it in stands on the second sheet. */
export const importTemplate = (ctx: Ctx): Promise<FileAnswer> =>
  workbook(ctx, {
    title: '用户导入模板',
    head: USER_IMPORT_COLUMNS,
    rows: [],
    filters: [
      ['账号', '必填，4～32位字母、数字或下划线，不可重复'],
      ['姓名', '必填，最多30字'],
      ['部门编码', '必填，如 A6303，可在部门管理导出'],
      ['手机', '必填，11位，不可重复；首次登录用手机验证码并设置密码'],
      ['行数上限', String(USER_IMPORT_ROWS)],
    ],
  });

export const importErrors = (ctx: Ctx, input: z.output<typeof userImportErrors.input>): Promise<FileAnswer> =>
  faultsBook(ctx, '用户导入错误', input.errors);
