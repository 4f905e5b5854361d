import { certificate, employeeContract, type userEntry } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { voidRows } from '../books/books.ts';
import { insertRows } from '../books/rows.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { closeAccount, fullPinyin, grantProject, grantRoles, rolesNamed } from './accounts.ts';

type Entry = Recorded<typeof userEntry>;

const source = (record: Entry) => ({ module: 'userEntry', id: record.id }) as const;

/** The account that this entry made. */
async function accountOf(tx: Tx, record: Entry): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from app_user where job_no = ${record.jobNo}`.execute(tx);
  const id = rows[0]?.id;
  if (!id) throw invalid([{ path: 'jobNo', message: `工号${record.jobNo ?? ''}没有对应的账号` }]);
  return id;
}

export const userEntryEffects: EffectsOf<'userEntry', Entry> = {
  'userEntry.employee': {
    async apply(tx, { record, log }) {
      const roles = await rolesNamed(tx, record.roleNames ?? '');
      const pinyin = fullPinyin(record.name);
      // No password is set: the employee signs in by phone code the first time and chooses one.
      const { rows } = await sql<{ id: string }>`
        insert into app_user (account, user_name, password_hash, phone, dept_id, state, must_change_password, job_no, position, pinyin)
        values (${record.jobNo}, ${record.name}, '', ${record.mobile}, ${record.entryDept}, 'active', true, ${record.jobNo}, ${record.position}, ${pinyin})
        on conflict do nothing returning id`.execute(tx);
      const id = rows[0]?.id;
      if (!id) throw invalid([{ path: 'jobNo', message: '工号或手机号已有账号，请核对' }]);
      await sql`insert into employee_profile (user_id, id_no, education, salary, bank_account_name, bank_account, entry_date, probation_end, mentor)
        values (${id}, ${record.idNo}, ${record.education}, ${record.formalSalary}, ${record.name}, ${record.bankAccount}, ${record.actualEntry},
          ${record.probationEnd}, ${record.mentor})`.execute(tx);
      await grantRoles(tx, id, roles, `入职 ${record.serial ?? ''}`);
      if (record.project) await grantProject(tx, id, record.project, record.position, record.actualEntry);
      log({ userId: id });
    },
    async reverse(tx, { record, logged }) {
      if (!logged.userId) return;
      await closeAccount(tx, logged.userId, `入职 ${record.serial ?? ''}作废`);
    },
  },
  'userEntry.contract': effect(async ({ tx, record, book, set, services }) => {
    const user = await accountOf(tx, record);
    await book(employeeContract, {
      employee: user,
      kind: '劳动合同',
      employType: record.employType,
      startOn: record.contractStart,
      endOn: record.contractEnd,
      probationEnd: record.probationEnd,
      document: record.serial,
    });
    await set('employee', user, {
      employ_state: record.probationEnd === null ? '正式' : '试用',
      employ_type: record.employType,
      contract_end: record.contractEnd,
      probation_salary: record.probationSalary,
      formal_salary: record.formalSalary,
      dispatch_company: record.dispatchCompany,
    });
    await services.remind({
      on: record.contractEnd,
      daysBefore: 60,
      to: [],
      role: 'hr',
      title: `${record.name}的劳动合同${record.contractEnd}到期`,
    });
  }),
  'userEntry.certificates': effect(async ({ tx, record, book }) => {
    const user = await accountOf(tx, record);
    await book(
      certificate,
      ...record.certs.map((row) => ({
        holder: user,
        project: record.project,
        kind: row.certType,
        certNo: row.certNo,
        issueOrg: row.issueOrg,
        validTo: row.expireDate,
        scans: row.scan,
        state: '有效' as const,
      })),
    );
  }),
  'userEntry.materials': {
    async apply(tx, { record }) {
      const user = await accountOf(tx, record);
      const missing = record.materials
        .filter((row) => !row.submitted)
        .map((row) => ({
          user_id: user,
          name: record.name,
          material: row.material,
          promise_date: row.promiseDate,
          source_id: record.id,
        }));
      await insertRows(tx, 'entry_material', missing);
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), [], ['entry_material']),
  },
  'userEntry.housingTodo': {
    async apply(_tx, { record, services }) {
      if (record.needHouse)
        await services.todo({
          kind: '租房安排',
          title: `${record.name}（${record.position}）需安排住宿，报到日${record.actualEntry ?? record.entryDate}`,
          project: record.project,
          to: [],
          role: 'admin',
          due: record.actualEntry ?? record.entryDate,
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  'userEntry.remindFormal': {
    async apply(tx, { record, services }) {
      if (record.probationEnd)
        await services.remind({
          on: record.probationEnd,
          daysBefore: 15,
          to: [await accountOf(tx, record)],
          title: `试用期至${record.probationEnd}，请发起转正申请`,
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
};
