/**
 * What site, customer and personnel forms do to the books. The demo company's own records are filed through the product's calls; each approved
 * one must have left its rows, and a void must leave nothing of it standing.
 */
import { BOOKS, type DefinedModuleId, dormitoryStay, FORMS } from '@hengneng/forms';
import { bookTableName, type FormShape } from '@hengneng/form-kit';
import { MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../engine/books/entries.ts';
import { startWithRecords, type TestServer } from '../testing/server.ts';
import { Walk } from '../testing/walk.ts';
import { dayOf } from './books/source.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithRecords({ tried: false });
});
afterAll(() => server.close());

const FORM_LIST: Readonly<Record<string, FormShape>> = FORMS;
const effectNames = (form: FormShape): readonly string[] =>
  (form.onApproved ?? []).map((use) => (typeof use === 'string' ? use : use.do));

/** Books whose rows are voided; those that one module writes know the record only. */
const SHARED = ['device_history', 'day_report_lock', 'tech_archive', 'work_hours', 'payroll_deduction'];
const OWN: Readonly<Record<string, readonly string[]>> = {
  interviewRecord: ['satisfaction_archive'],
  userEntry: ['entry_material'],
  jobTransfer: ['transfer_order', 'labour_cost'],
  roomInspectionRecord: ['inspection_completion'],
  consult: ['committee_plan'],
};
const NETTED = ['project_cost', 'dept_cost', 'input_tax'];

/** How many rows of a record stand in the books, asked of all of them at once. */
async function standing(module: string, id: string): Promise<Record<string, number>> {
  const of = sql`source_module = ${module} and source_id = ${id}`;
  const counts = [
    ...[...SHARED, ...Object.keys(BOOKS).map(bookTableName)].map(
      (table) => sql`select ${table} as book, count(*)::int as n from ${sql.table(table)} where ${of} and not voided`,
    ),
    ...(OWN[module] ?? []).map(
      (table) =>
        sql`select ${table} as book, count(*)::int as n from ${sql.table(table)} where source_id = ${id} and not voided`,
    ),
    ...[...NETTED, 'stock_movement'].map(
      (table) => sql`select ${table} as book, count(*)::int as n from ${sql.table(table)} t where ${of}
        and reverses_id is null and not exists (select from ${sql.table(table)} r where r.reverses_id = t.id)`,
    ),
    sql`select 'follow_up' as book, count(*)::int as n from follow_up where ${of} and cancelled_at is null and kind <> '通知'`,
    sql`select 'reminder' as book, count(*)::int as n from reminder where ${of} and ended_at is null`,
  ];
  const { rows } = await sql<{ book: string; n: number }>`select book, n from (${sql.join(counts, sql` union all `)}) c
    where n > 0`.execute(server.db);
  return Object.fromEntries(rows.map(({ book, n }) => [book, n]));
}

const stockFolds = async (): Promise<void> => {
  const { rows } =
    await sql`select id from stock s where quantity <> coalesce((select sum(quantity) from stock_movement m where m.stock_id = s.id), 0)`.execute(
      server.db,
    );
  expect(rows).toEqual([]);
};

describe('what approved records leave in the books', () => {
  it('runs every effect once, and a void takes every one back', async () => {
    // The latest first: what was built on others goes before them.
    const { rows } = await sql<{ module: DefinedModuleId; id: string }>`select module_id as module, biz_id::text as id
      from wf_instance where status = 'approved' order by finished_at desc, id desc`.execute(server.db);
    const effectsOf = async (module: string, id: string): Promise<readonly string[]> =>
      (
        await sql<{ effect: string }>`select effect from effect_log where module_id = ${module} and biz_id = ${id}
          and reversed_at is null`.execute(server.db)
      ).rows.map(({ effect }) => effect);
    const refused: string[] = [];
    for (const { module, id } of rows) {
      const form = FORM_LIST[module];
      if (form === undefined) throw new Error(`${module} has no definition`);
      const names = await effectsOf(module, id);
      expect(new Set(names).size, `${module} ${id}`).toBe(names.length);
      // An effect bound to a step that was passed over has nothing to do.
      expect(
        effectNames(form).filter(
          (name) => !names.includes(name) && typeof form.onApproved?.find((use) => use === name) === 'string',
        ),
        `${module} ${id}`,
      ).toEqual([]);
      const { client } = server;
      const answer = await client.post(
        `${MODULES[module].api}/Cancel`,
        { BusinessId: id, Opinion: '测试作废' },
        await client.signIn('generalManager'),
      );
      if (answer.message !== '') {
        refused.push(module);
        continue;
      }
      expect(await standing(module, id), `${module} ${id}`).toEqual({});
      expect(await effectsOf(module, id), `${module} ${id}`).toEqual([]);
    }
    expect(rows.length).toBeGreaterThan(100);
    // Issued invoices are reversed, not cancelled; on the others stands what is still under way: consultations, projects handed over.
    expect(refused.toSorted()).toEqual([
      'constructionLog',
      'consultProject',
      'consultProject',
      'consultProject',
      'payMoney',
      'preOpen',
      'preOpen',
      'purchaseInvoice',
      'userSettlement',
    ]);
    await stockFolds();
  });
});

describe('水处理施工通知', () => {
  it('takes the chemicals out of stock, books their cost, and refuses more than there is', async () => {
    const walk = new Walk(server, 'constructionNotice');
    const maker = 'operator';
    const chemical =
      (await sql<{ id: string }>`select id::text from water_chemical order by id limit 1`.execute(server.db)).rows[0]
        ?.id ?? '';
    const stock = async (): Promise<number> =>
      Number(
        (
          await sql<{
            q: string;
          }>`select quantity::text as q from stock where kind = 'chemical' and project_code = 'EMC01001' and item_id = ${chemical}`.execute(
            server.db,
          )
        ).rows[0]?.q,
      );
    const values = async (quantity: string) => ({
      project: 'EMC01001',
      workType: '加药',
      waterSystems: ['冷却水'],
      workScope: '冷却塔',
      planStart: '2097-03-01T08:00:00+08:00',
      planEnd: '2097-03-01T18:00:00+08:00',
      waterVolume: '100',
      constructionUnit: '1',
      siteLeader: '李四',
      leaderPhone: '13800000000',
      customerContact: '王总',
      noticeWay: '微信',
      noticeDate: dayOf(new Date()),
      drainPoint: '不排放',
      safetyMeasures: ['现场通风'],
      schemeFiles: [await walk.file(maker)],
      chemicals: [{ name: chemical, useSystem: '冷却水', quantity }],
      workers: [{ workerName: '赵六', trade: '水处理工', insured: true }],
    });
    const before = await stock();
    const tooMuch = await walk.draft(maker, await values(String(before + 1)));
    expect((await walk.submit(maker, tooMuch)).errors).toEqual([
      { path: 'chemicals[0].quantity', message: '药剂用量超过项目现有库存，请先提交水处理药剂申请' },
    ]);

    const id = await walk.draft(maker, await values('12.5'));
    expect((await walk.submit(maker, id)).message).toBe('');
    await walk.until(maker, id, null, {
      水质工程师审核: { engineerAdvice: '同意', targetIndex: 'pH7.5' },
      安全员审核: { safetyBriefed: true },
      执行反馈: async (who) => ({
        actualStart: '2097-03-01T08:10:00+08:00',
        actualFinish: '2097-03-01T16:00:00+08:00',
        workResult: '未达标需返工',
        finishPhotos: [await walk.file(who)],
      }),
    });
    expect(await stock()).toBe(before - 12.5);
    const { rows } =
      await sql`select account, month, amount::text from project_cost where source_module = 'constructionNotice' and source_id = ${id}`.execute(
        server.db,
      );
    const price = Number(
      (
        await sql<{ p: string }>`select unit_price::text as p from water_chemical where id = ${chemical}`.execute(
          server.db,
        )
      ).rows[0]?.p,
    );
    expect(rows).toEqual([
      { account: '水处理', month: '2097-03', amount: (Math.round(price * 12.5 * 100) / 100).toFixed(2) },
    ]);
    expect(await standing('constructionNotice', id)).toMatchObject({
      b_supplier_evaluation: 1,
      b_water_archive: 1,
      stock_movement: 1,
    });
    await walk.post('generalManager', 'Cancel', { BusinessId: id, Opinion: '返工重报' });
    expect(await stock()).toBe(before);
    expect(await standing('constructionNotice', id)).toEqual({});
  });
});

describe('人事', () => {
  it('makes an account that signs in by phone code, and closes it at a void', async () => {
    const walk = new Walk(server, 'userEntry');
    const maker = 'hr';
    const { rows: places } = await sql<{
      id: string;
    }>`select dept_id as id from app_user where account = 'engineer'`.execute(server.db);
    const dept = places[0]?.id ?? '';
    const papers = async () => ({
      project: 'EMC01001',
      name: '新员工',
      gender: '男',
      idNo: '11010519491231002X',
      mobile: '13911112222',
      education: '大专',
      homeAddress: '某市',
      liveAddress: '某区',
      emergencyName: '父',
      emergencyPhone: '13911113333',
      channel: '网络招聘',
      employType: '劳动合同工',
      entryDept: dept,
      position: '空调技师',
      entryDate: '2097-01-04',
      contractYears: '3',
      contractStart: '2097-01-04',
      contractEnd: '2100-01-03',
      probationMonths: 2,
      probationEnd: '2097-03-03',
      probationSalary: '5600',
      formalSalary: '7000',
      bankAccount: '工商银行 6222',
      certs: [
        {
          certType: '制冷与空调设备运行操作作业证',
          certNo: 'Z1',
          expireDate: '2101-01-01',
          scan: [await walk.file(maker)],
        },
      ],
      materials: [
        { material: '身份证正反面', submitted: true },
        { material: '离职证明', submitted: false, promiseDate: '2097-02-01' },
      ],
    });
    const id = await walk.draft(maker, await papers());
    expect((await walk.submit(maker, id)).errors).toEqual([]);
    const handled = (jobNo: string) => ({
      用人部门面试评价: { theoryScore: 80, practiceScore: 85, interviewOpinion: '可用' },
      人事审核: { jobNo, backgroundCheck: '已核实无异常' },
      报到办理: { actualEntry: '2097-01-04', safetyEdu: '2097-01-05', workWear: ['工牌'], roleNames: '运行工' },
    });
    await walk.until(maker, id, null, handled('HN9001'));
    expect((await walk.info(maker, id)).Status).toBe('approved');
    const person = (
      await sql<{
        id: string;
        state: string;
        roles: string;
      }>`select u.id::text, u.state, string_agg(r.code, ',') as roles from app_user u
      left join user_role ur on ur.user_id = u.id left join role r on r.id = ur.role_id where u.job_no = 'HN9001' group by u.id`.execute(
        server.db,
      )
    ).rows[0];
    expect(person).toMatchObject({ state: 'active', roles: 'operator' });
    const granted =
      await sql`select kind, summary, after from audit_log where action = '分配角色' and object = '用户 HN9001'`.execute(
        server.db,
      );
    expect(granted.rows).toEqual([
      { kind: '权限', summary: expect.stringMatching(/^入职 .+/), after: { 角色: '运行工', 岗位角色: null } },
    ]);
    expect(await standing('userEntry', id)).toMatchObject({
      b_certificate: 1,
      b_employee_contract: 1,
      entry_material: 1,
      reminder: 2,
    });

    const stay = {
      occupant: person?.id ?? '',
      lease: '1',
      houseAddress: '某小区1室',
      project: 'EMC01001',
      document: 'ZF1',
    };
    await server.db
      .transaction()
      .execute((tx) => enter(tx, dormitoryStay, [{ ...stay, stayFrom: '2026-01-01', stayTo: null }], SETUP));
    const stays = async () =>
      (
        await sql`select project, stay_to::text as until from b_dormitory_stay where occupant = ${person?.id}`.execute(
          server.db,
        )
      ).rows;

    const move = new Walk(server, 'jobTransfer');
    const other = (
      await sql<{
        id: string;
        dept_id: string;
      }>`select id::text, dept_id from app_user where account = 'projectManager'`.execute(server.db)
    ).rows[0];
    const leaving = {
      project: 'EMC01001',
      employee: person?.id,
      transferType: '部门调动',
      transferReason: '缺编补充',
      reasonDetail: '补充运行班组',
      toDept: other?.dept_id,
      toProject: 'EMC01002',
      toPosition: '运行班长',
      toManager: other?.id,
      effectiveDate: dayOf(new Date()),
      handoverTo: other?.id,
      handoverDeadline: dayOf(new Date()),
      certMatched: '满足',
      newSalary: '7600',
      outSubsidy: '600',
      handovers: [{ item: '机房钥匙与门禁卡', detailNote: '两把', receiver: other?.id, finishDate: dayOf(new Date()) }],
    };
    const transfer = await move.draft(maker, leaving);
    expect((await move.submit(maker, transfer)).errors).toEqual([]);
    const taken = {
      调出方负责人审核: { vacancyPlan: '班组内调剂' },
      调入方负责人确认: { acceptOpinion: '同意接收', arrivalPost: '早班' },
      人事审核: { contractChange: '签订变更协议', insuranceMove: '无需转移' },
      交接完成确认: async (who: string) => ({ handoverDone: dayOf(new Date()), handoverSign: await move.file(who) }),
    };
    await move.until(maker, transfer, null, taken);
    const moved = async () =>
      (
        await sql`select u.dept_id, u.position, p.salary::text, (select string_agg(project_code, ',' order by project_code) from user_project up where up.user_id = u.id
      and (to_date is null or to_date >= current_date)) as projects from app_user u join employee_profile p on p.user_id = u.id where u.job_no = 'HN9001'`.execute(
          server.db,
        )
      ).rows[0];
    expect(await moved()).toEqual({
      dept_id: other?.dept_id,
      position: '运行班长',
      salary: '7600.00',
      projects: 'EMC01002',
    });
    expect(await stays()).toEqual([{ project: 'EMC01002', until: null }]);
    // What the person costs there is the salary and the allowance for being away.
    const costs =
      await sql`select project_code, amount::text from labour_cost where source_id = ${transfer} order by id`;
    expect((await costs.execute(server.db)).rows).toEqual([
      { project_code: 'EMC01001', amount: '-7000.00' },
      { project_code: 'EMC01002', amount: '8200.00' },
    ]);
    expect((await move.post('generalManager', 'Cancel', { BusinessId: transfer, Opinion: '取消' })).message).toBe('');
    expect(await stays()).toEqual([{ project: 'EMC01001', until: null }]);

    const away = await move.draft(maker, { ...leaving, needHouse: true });
    expect((await move.submit(maker, away)).errors).toEqual([]);
    await move.until(maker, away, null, taken);
    expect(await stays()).toEqual([{ project: 'EMC01001', until: dayOf(new Date(Date.now() - 86_400_000)) }]);
    expect((await move.post('generalManager', 'Cancel', { BusinessId: away, Opinion: '取消' })).message).toBe('');
    expect(await stays()).toEqual([{ project: 'EMC01001', until: null }]);
    expect(await moved()).toEqual({ dept_id: dept, position: '空调技师', salary: '7000.00', projects: 'EMC01001' });

    expect((await walk.post('generalManager', 'Cancel', { BusinessId: id, Opinion: '未报到' })).message).toBe('');
    expect((await sql`select state from app_user where job_no = 'HN9001'`.execute(server.db)).rows).toEqual([
      { state: 'disabled' },
    ]);
    expect(await standing('userEntry', id)).toEqual({});

    // Who comes after all is entered again under the same phone number.
    const again = await walk.draft(maker, await papers());
    expect((await walk.submit(maker, again)).errors).toEqual([]);
    await walk.until(maker, again, null, handled('HN9002'));
    expect((await walk.info(maker, again)).Status).toBe('approved');
  });
});
