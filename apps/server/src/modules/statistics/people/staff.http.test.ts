/** 人员分析 of half a year in an area of its own, counted by hand: who was there when, what is lacking, whose it is, the workbook. */
import { boardExport } from '@hengneng/contracts';
import {
  staffBoard,
  staffDepts,
  staffMonths,
  staffPeople,
  staffProjects,
  staffRisks,
  staffRoles,
} from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../../testing/chains.ts';
import { held } from '../../../testing/client.ts';

type Row = Readonly<Record<string, unknown>>;
interface Answer {
  readonly rows: readonly Row[];
  readonly figures: Row;
  readonly total: number;
  readonly sums: Row;
  readonly charts: Readonly<Record<string, readonly { readonly by: string; readonly values: readonly string[] }[]>>;
}

const AREA = 'A632209';
const SITE = 'EMC90009';
const HALF = { asOf: '2021-06-30', from: '2021-01', dept: AREA };

let chains: Chains;
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? '';

beforeAll(async () => {
  chains = await Chains.start();
  await chains.rows(
    `insert into dept (id, parent_id, name, establishment) values ('${AREA}', 'A6322', '测试区域', 9), ('${AREA}01', '${AREA}', '筹备组', 2)`,
  );
  await chains.rows(
    `insert into project (code, name, area, state, area_m2) values ('${SITE}', '人员项目', '${AREA}', 2, 60000)`,
  );
  // Name, post, day of entry, birth in the identity number, employment, end of probation, end of contract, state.
  const people = [
    ['T甲', '运行工', '2019-01-10', '11010119900305001X', '劳动合同工', null, null, 'active'],
    ['T乙', '空调技师', '2021-03-15', '110101198008200021', '劳务派遣', null, null, 'active'],
    ['T丙', '项目经理', '2015-07-01', '110101196601010031', '劳动合同工', null, null, 'active'],
    ['T丁', '运行工', '2018-05-01', null, '劳动合同工', null, null, 'disabled'],
    ['T戊', '工程师', '2020-01-01', null, null, null, null, 'active'],
    ['T己', '运行工', '2021-08-01', null, '劳动合同工', null, null, 'active'],
    ['T庚', '运行工', '2021-06-01', '110101199812310042', '劳动合同工', '2021-07-20', '2021-08-31', 'active'],
  ] as const;
  const sql = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
  for (const [name, post, entry, idNo, kind, probation, contract, state] of people) {
    const [user] = await chains.rows(`insert into app_user (account, user_name, dept_id, position, state)
      values ('t${ids.size}', '${name}', '${AREA}', '${post}', '${state}') returning id::text`);
    ids.set(name, String(user?.['id']));
    await chains.rows(`insert into employee_profile (user_id, entry_date, id_no, employ_type, probation_end, contract_end, employ_state)
      values (${idOf(name)}, '${entry}', ${sql(idNo)}, ${sql(kind)}, ${sql(probation)}, ${sql(contract)}, ${probation === null ? 'null' : `'试用'`})`);
  }
  await chains.rows(`insert into user_project (user_id, project_code, from_date, to_date) values (${idOf('T甲')}, '${SITE}', null, null),
    (${idOf('T乙')}, '${SITE}', '2021-03-15', null), (${idOf('T丙')}, '${SITE}', null, null), (${idOf('T丁')}, '${SITE}', null, '2021-04-20')`);
  await chains.rows(`insert into b_resignation (source_module, source_id, source_effect, employee, last_work_day, state)
    values ('resignationReport', 0, '', ${idOf('T丁')}, '2021-04-20', '已离职')`);
  await chains.rows(`insert into transfer_order (user_id, effective_on, from_dept, to_dept, to_position, applied_at, source_id)
    values (${idOf('T戊')}, '2021-05-10', 'A632201', '${AREA}', '工程师', '2021-05-10', 990001)`);
  await chains.rows(`insert into b_certificate (source_module, source_id, source_effect, holder, kind, cert_no, valid_to, state)
    values ('SETUP', 0, '', ${idOf('T甲')}, '制冷与空调设备运行操作作业证', 'T1', '2021-05-31', '有效'),
      ('SETUP', 0, '', ${idOf('T乙')}, '制冷与空调设备运行操作作业证', 'T2', null, '有效')`);
  await chains.rows(`insert into b_project_post (source_module, source_id, source_effect, project, kind, post, headcount, valid_from, valid_to)
    values ('SETUP', 0, '', '${SITE}', '自有编制', '运行工', 3, '2021-01-01', '2021-12-31'),
      ('SETUP', 0, '', '${SITE}', '自有编制', '项目经理', 1, '2021-01-01', '2021-12-31'),
      ('SETUP', 0, '', '${SITE}', '自有编制', '运行工', 9, '2022-01-01', '2022-12-31')`);
  await chains.rows(`insert into b_duty_roster (source_module, source_id, source_effect, project, month, watcher, post, plan_hours, state)
    values ('SETUP', 0, '', '${SITE}', '2021-06', ${idOf('T甲')}, '运行工', 210, '有效'), ('SETUP', 0, '', '${SITE}', '2021-06', ${idOf('T乙')}, '技师', 150, '有效'),
      ('SETUP', 0, '', '${SITE}', '2021-06', ${idOf('T乙')}, '技师', 99, '已替换')`);
  await chains.rows(`insert into b_leave_warning (source_module, source_id, source_effect, employee, project, reason, warned_on, state)
    values ('SETUP', 0, '', ${idOf('T丙')}, '${SITE}', '薪酬', '2021-06-10', '预警中')`);
  await chains.rows(`insert into inspection_completion (project_code, day, shift, machine_room, inspector, source_id)
    values ('${SITE}', '2021-06-02', '白班', '主机房', ${idOf('T甲')}, 990001), ('${SITE}', '2021-07-02', '白班', '主机房', ${idOf('T甲')}, 990002)`);
  await chains.rows(
    `insert into role_member (user_id, role_id) select ${idOf('T甲')}, id from role where code = 'operator'`,
  );
  await chains.rows(`insert into project_cost (project_code, account, month, amount, source_module, source_id)
    values ('${SITE}', '工资', '2021-06', 12000, 'SETUP', 990001)`);
}, 240_000);
afterAll(() => chains.close());

const call = async (view: ViewShape, body: object, account: string) => {
  const { client } = chains.server;
  return client.json(view.calls.index, { PageSize: 200, Charts: true, ...body }, await client.signIn(account));
};
const ask = async (view: ViewShape, body: object = HALF, account = 'admin'): Promise<Answer> => {
  const answer = await call(view, body, account);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data as unknown as Answer;
};
const chart = ({ charts }: Answer, key: string) => (charts[key] ?? []).map(({ by, values }) => [by, ...values]);

describe('人员分析', () => {
  it('lists who is in service on the day, with bands of age and what they lack', async () => {
    const all = await ask(staffPeople);
    expect(all.figures).toEqual({ people: '5', certRate: '33.33' });
    const by = new Map(all.rows.map((row) => [row['person'], row]));
    expect([...by.keys()].toSorted()).toEqual(['T甲', 'T乙', 'T丙', 'T戊', 'T庚'].map(idOf).toSorted());
    expect(by.get(idOf('T甲'))).toMatchObject({ ageBand: '25–34岁', certified: '缺证', employed: '正式', site: SITE });
    expect(by.get(idOf('T乙'))).toMatchObject({ certified: '持证', employed: '劳务派遣', tenure: '0.3' });
    expect(by.get(idOf('T庚'))).toMatchObject({ employed: '试用', site: null, certified: '缺证' });
    expect(JSON.stringify(all.rows)).not.toContain('110101');
    expect(chart(all, 'ages')).toEqual([
      ['25岁以下', '1'],
      ['25–34岁', '1'],
      ['35–44岁', '1'],
      ['55岁及以上', '1'],
      ['未登记', '1'],
    ]);
    // Before the transfer and the later entries, with the one who has left since.
    const april = await ask(staffPeople, { ...HALF, asOf: '2021-04-20' });
    expect(april.rows.map((row) => row['person']).toSorted()).toEqual(
      ['T甲', 'T乙', 'T丙', 'T丁'].map(idOf).toSorted(),
    );
    expect((await ask(staffPeople, { ...HALF, employType: '劳务派遣' })).total).toBe(1);
    expect((await ask(staffPeople, { ...HALF, role: '运行工' })).rows.map((row) => row['person'])).toEqual([
      idOf('T甲'),
    ]);
  });

  it('follows entries, leavings and transfers from month to month', async () => {
    const months = await ask(staffMonths);
    expect(
      months.rows.map((row) =>
        ['month', 'atFirst', 'hired', 'left', 'movedIn', 'movedOut', 'atLast'].map((key) => row[key]),
      ),
    ).toEqual([
      ['2021-01', 3, 0, 0, 0, 0, 3],
      ['2021-02', 3, 0, 0, 0, 0, 3],
      ['2021-03', 3, 1, 0, 0, 0, 4],
      ['2021-04', 4, 0, 1, 0, 0, 3],
      ['2021-05', 3, 0, 0, 1, 0, 4],
      ['2021-06', 4, 1, 0, 0, 0, 5],
    ]);
    expect(months.rows[3]).toMatchObject({ leftRate: '28.57' });
    expect(months.rows[5]).toMatchObject({ onDuty: 2, hours: '180.0', overworked: 1 });
    // 1 of 3 + 3 + 3.5 + 3.5 + 3.5 + 4.5
    expect(months.figures).toEqual({ leftRate: '4.76', hours: '180.0' });
    const from = await ask(staffMonths, { ...HALF, from: '2021-05', to: '2021-05', dept: 'A632201' });
    expect(from.rows[0]).toMatchObject({ movedOut: 1, movedIn: 0 });
    const whole = await ask(staffMonths, { asOf: '2021-06-30', from: '2021-05', to: '2021-05' });
    expect(whole.rows[0]).toMatchObject({ movedOut: 1, movedIn: 1 });
  });

  it('says how departments and projects are made up, and what a project lacks', async () => {
    expect((await ask(staffDepts)).rows).toMatchObject([
      {
        place: AREA,
        quota: 9,
        people: 5,
        short: 4,
        operators: 2,
        technicians: 1,
        managers: 1,
        others: 1,
        dispatched: '20.00',
        certRate: '33.33',
        hours: '180.0',
        leftRate: '4.76',
      },
      // Nobody is there yet.
      { place: `${AREA}01`, quota: 2, people: 0, short: 2, operators: null, leftRate: null },
    ]);
    expect((await ask(staffDepts, { ...HALF, employType: '正式' })).rows).toMatchObject([{ quota: null, people: 2 }]);
    const projects = await ask(staffProjects);
    expect(projects.rows).toMatchObject([
      {
        place: SITE,
        quota: '4.0',
        people: 3,
        short: '1.0',
        certRate: '50.00',
        hours: '180.0',
        // 1 of 3 + 3 + 3.5 + 3.5 + 3 + 3
        leftRate: '5.26',
        perHead: '3.00',
      },
    ]);
    // What labour costs is a matter of salaries: the administrator does not see it.
    expect(projects.rows[0]).not.toHaveProperty('labour');
    expect(projects.figures).toEqual({ quota: '4.0', short: '1.0', perHead: '3.00' });
    expect((await ask(staffPeople, { ...HALF, project: SITE })).total).toBe(3);
  });

  it('names what is about to go wrong, and who sees to it', async () => {
    const risks = await ask(staffRisks);
    expect(risks.rows.map((row) => [row['risk'], row['person'], row['on'], row['leftDays']])).toEqual([
      ['证书过期', idOf('T甲'), '2021-05-31', -30],
      ['流失风险高', idOf('T丙'), '2021-06-10', -20],
      ['超时工作', idOf('T甲'), '2021-06-30', 0],
      ['试用期将满', idOf('T庚'), '2021-07-20', 20],
      ['合同到期', idOf('T庚'), '2021-08-31', 62],
    ]);
    await chains.rows(`update b_certificate set voided = true where holder = ${idOf('T乙')}`);
    const alone = await ask(staffRisks, { ...HALF, risk: '班组无持证人' });
    expect(alone.rows).toMatchObject([{ site: SITE, person: null, on: null }]);
    await chains.rows(`update b_certificate set voided = false where holder = ${idOf('T乙')}`);
  });

  it('counts what roles did in the months, and how long it took them', async () => {
    await chains.rows(`with i as (insert into wf_instance (module_id, biz_id, status, starter, starter_dept, title)
        values ('payment', 990001, 'approved', ${idOf('T丙')}, '${AREA}', '') returning id),
      r as (insert into wf_node_run (instance_id, module_id, node_key, step_index, round, name, mode, is_final, state, created_at)
        select id, 'payment', 's1', 1, 1, '审批', 'any', true, 'done', '2021-06-01' from i returning id, instance_id)
      insert into wf_task (run_id, instance_id, position, kind, state, candidates, handled_by, created_at, due_at, handled_at)
      select r.id, r.instance_id, n, 'approve', state, '{}', ${idOf('T甲')}, '2021-06-01 10:00+08', due::timestamptz, done::timestamptz
      from r, (values (1, 'agreed', '2021-06-02 10:00+08', '2021-06-01 12:00+08'), (2, 'rejected', '2021-06-01 11:00+08', '2021-06-01 14:00+08'),
        (3, 'cancelled', null, '2021-06-01 14:00+08'), (4, 'agreed', null, '2021-07-01 14:00+08')) t (n, state, due, done)`);
    expect((await ask(staffRoles)).rows).toMatchObject([
      { name: '运行工', people: 1, handled: 2, took: '3.0', late: '50.00', rounds: 1, readings: 0, trainings: 0 },
    ]);
  });

  it('is no business of other areas, says what is wrong, and goes along with the same figures', async () => {
    for (const view of [staffPeople, staffMonths, staffDepts, staffProjects, staffRisks]) {
      const other = await ask(view, HALF, 'projectManager');
      expect(JSON.stringify(other.rows)).not.toContain(SITE);
      expect(other.rows.filter((row) => row['people'] !== undefined || row['person'] !== undefined)).toEqual([]);
    }
    expect((await ask(staffMonths, HALF, 'projectManager')).rows[5]).toMatchObject({ atLast: 0, onDuty: 0 });
    expect((await call(staffPeople, HALF, 'cashier')).status).not.toBe(1);
    expect((await call(staffMonths, { ...HALF, from: '2021-07', to: '2021-06' }, 'admin')).errors[0]?.path).toBe(
      'from',
    );
    expect((await ask(staffProjects, HALF, 'hr')).rows[0]).toMatchObject({ labour: '12000.00' });
    const { client } = chains.server;
    const file = await fetch(client.url + boardExport.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(await client.signIn('admin')) },
      body: JSON.stringify({ Board: staffBoard.id, ...HALF }),
    });
    const sheets = new Map(
      (await readXlsx(Buffer.from(await file.arrayBuffer()))).map(({ sheet, data }) => [sheet, data] as const),
    );
    expect([...sheets.keys()].slice(0, 6)).toEqual([
      '部门人员',
      '项目人员',
      '角色统计',
      '风险清单',
      '入离职与调动',
      '人员名单',
    ]);
    expect(sheets.get('部门人员')?.at(-1)).toContain(5);
    // The heading, five people, the sums.
    expect(sheets.get('人员名单')?.filter((row) => row.some((cell) => String(cell).startsWith('T')))).toHaveLength(5);
  });
});
