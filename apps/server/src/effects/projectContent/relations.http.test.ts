/** Letters between departments: data for consulting, and matters of a project; a cancel leaves nothing of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
let chains: Chains;

beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

describe('内部联系单（旧）', () => {
  const ask = (usable: string, fieldValue: string) =>
    chains.through(
      'internalRelation',
      'sales',
      {
        project: PROJECT,
        sourceConsult: null,
        consultProject: null,
        hvacEngineer: chains.user('hvacEngineer'),
        periodFrom: '2026-01',
        periodTo: '2026-02',
        benchmarkUnit: '按供冷供热量',
        outward: false,
        needDate: chains.day(10),
      },
      {
        暖通工程师确认需求: { needField: true },
        运营总监分派: { energyAnalyst: chains.user('energyAnalyst'), openLevel: '月汇总' },
        能源数据分析师提供: {
          missingRate: '1.5',
          dataFiles: [],
          energyRows: [
            { dataMonth: '2026-01', supplyHeat: '1000.0', gasUse: '110.0', powerUse: '40.0' },
            { dataMonth: '2026-02', supplyHeat: '3000.0', gasUse: '290.0', powerUse: null },
          ],
        },
        EMC总监分派: { emcEngineer: chains.user('engineer') },
        EMC工程师实测: { measures: [{ meterPoint: '1号机冷水出口', systemValue: '107.00', fieldValue }] },
        暖通工程师接收: { usable },
      },
    );
  const library = () =>
    chains.rows(`select metric, value::text, unit, usable from b_energy_benchmark where not voided order by id`);

  it('keeps what running projects use, and has meters looked into that do not agree', async () => {
    const { id, took } = await ask('修正后使用', '100.00');
    expect(took).toContain('EMC总监审核');
    // Each over the months that have both figures.
    expect(await library()).toEqual([
      { metric: '单位供能气耗', value: '0.1000', unit: 'm³/kWh', usable: '修正后使用' },
      { metric: '输配电耗比', value: '0.0400', unit: 'kWh/kWh', usable: '修正后使用' },
    ]);
    const [draft] = await chains.followUps('internalRelation', id);
    expect(draft).toMatchObject({ module: 'energyAbnormalReport', user: chains.user('projectManager') });
    expect(String(draft?.title)).toContain('1号机冷水出口偏差7%');
    await chains.cancel('internalRelation', id);
    expect([await library(), await chains.followUps('internalRelation', id)]).toEqual([[], []]);
  });

  it('keeps nothing that is of no use', async () => {
    const { id } = await ask('不可用', '107.00');
    expect([await library(), await chains.followUps('internalRelation', id)]).toEqual([[], []]);
    await chains.cancel('internalRelation', id);
  });
});

describe('内部联系单', () => {
  const MAKER = 'sales';
  const matter = (more: Readonly<Record<string, unknown>> = {}, steps: Readonly<Record<string, unknown>> = {}) =>
    chains.through(
      'internalRelationNew',
      MAKER,
      {
        project: PROJECT,
        contract: null,
        relationKind: '施工配合',
        fromDept: 'A630802',
        toDept: 'A632201',
        toLeader: chains.user('areaManager'),
        ccUsers: [],
        relatedConsult: null,
        projectPhase: '运营',
        replyBy: chains.at(48),
        scheduleImpact: 0,
        costImpact: '0.00',
        stopSupply: false,
        matters: [{ matter: '停机配合', expectResult: '配合完成' }],
        ...more,
      },
      {
        受理部门负责人分派: { handler: chains.user('projectManager'), promiseTime: chains.at(72) },
        经办人办理: {
          workHours: '6.0',
          replies: [{ replyMatter: '停机配合', replyResult: '已完成', finishDate: chains.day(1) }],
        },
        申请人验收: { acceptResult: '满意' },
        ...steps,
      },
    );
  const books = async () => {
    const of = `source_module = 'internalRelationNew' and not voided`;
    return {
      together: await chains.rows(
        `select to_dept as dept, on_time, quality_mark as mark, cost::text from b_dept_cooperation where ${of}`,
      ),
      cost: await chains.rows(
        `select sum(amount)::text as amount from project_cost where source_module = 'internalRelationNew' having sum(amount) <> 0`,
      ),
      depts: await chains.rows(
        `select dept_id as dept, sum(amount)::text as amount from dept_cost where source_module = 'internalRelationNew' group by 1 having sum(amount) <> 0`,
      ),
      fines: await chains.rows(`select kind, amount::text, state from b_supplier_fine where ${of}`),
      owed: await chains.rows(`select source_kind as kind, amount::text from b_receivable_ledger where ${of}`),
      stops: await chains.rows(`select kind, hours::text, excluded from b_run_calendar where ${of}`),
    };
  };
  const NONE = { together: [], cost: [], depts: [], fines: [], owed: [], stops: [] };

  it('that costs the project something is booked as finance found it, and its stop stands in the calendar', async () => {
    const { id, took } = await matter(
      {
        costImpact: '12000.00',
        costBearer: '项目成本',
        stopSupply: true,
        stopFrom: chains.at(24),
        stopTo: chains.at(30),
        customerInformed: true,
      },
      { 财务核费用: { verifiedCost: '11500.00' } },
    );
    expect(took).toContain('财务核费用');
    expect(await books()).toEqual({
      ...NONE,
      together: [{ dept: 'A632201', on_time: '按期', mark: 5, cost: '11500.00' }],
      cost: [{ amount: '11500.00' }],
      stops: [{ kind: '计划停供', hours: '6.0', excluded: true }],
    });
    const told = await chains.rows(`select user_id::text as who from wf_notice where module_id = 'internalRelationNew'
      and biz_id = ${id} and title like '%停机停能%'`);
    expect(told.map((row) => row.who)).toContain(chains.user('operator'));
    await chains.cancel('internalRelationNew', id);
    expect(await books()).toEqual(NONE);
  });

  it.each([
    ['受理部门', { depts: [{ dept: 'A632201', amount: '800.00' }] }],
    ['供应商', { fines: [{ kind: '协作费用', amount: '800.00', state: '已确认' }] }],
    ['客户', { owed: [{ kind: '代垫费用', amount: '800.00' }] }],
  ])('is borne by %s', async (costBearer, expected) => {
    const { id } = await matter({ costImpact: '800.00', costBearer });
    expect(await books()).toMatchObject({ ...NONE, together: [{ cost: '800.00' }], ...expected });
    await chains.cancel('internalRelationNew', id);
    expect(await books()).toEqual(NONE);
  });

  it('puts off the works that it delays', async () => {
    const [work] =
      await chains.rows(`insert into b_sub_project (source_module, source_id, source_effect, project, name, budget, plan_end, state)
      values ('setup', 0, 'setup', '${PROJECT}', '联系单顺延测试', 0, '2027-01-30', '施工中') returning id::text`);
    const planned = async () =>
      (await chains.rows(`select plan_end::text as day from b_sub_project where id = ${String(work?.id)}`))[0]?.day;
    const { id } = await matter({ projectPhase: '施工', scheduleImpact: 5, delayedWork: work?.id });
    expect(await planned()).toBe('2027-02-04');
    await chains.cancel('internalRelationNew', id);
    expect(await planned()).toBe('2027-01-30');
  });
});
