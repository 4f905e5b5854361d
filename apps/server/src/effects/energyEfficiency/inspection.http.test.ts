/** How a project runs, seen on the spot; data that people ask for; and how it is managed for a year. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const ofSource = (table: string, columns: string, id: string, module: string) =>
  chains.rows(
    `select ${columns} from ${table} where source_module = '${module}' and source_id = ${id} and not voided order by id`,
  );
const good = { result: '合格', remark: null, photos: [] };
const bad = { result: '不合格', remark: '见描述', photos: [] };

describe('项目能源检查', () => {
  const plan = async (): Promise<string> => {
    const segment = (tempFrom: string, tempTo: string) => ({
      tempFrom,
      tempTo,
      segDays: '30',
      dayGas: '1000',
      dayPower: '2000',
    });
    const filed = await chains.through(
      'operationsPlan',
      'projectManager',
      {
        project: PROJECT,
        season: '过渡季',
        planVersion: '首版',
        effectFrom: chains.day(-10),
        effectTo: chains.day(80),
        indoorLow: '20',
        indoorHigh: '26',
        gasPrice: '3.5',
        powerPrice: '0.8',
        quotaCost: '900000',
        segments: [segment('5', '10'), segment('10', '15'), segment('15', '20')],
      },
      { 能源数据测算复核: { energyVerified: '合理' }, 班组交底: { briefDate: chains.day(0) } },
    );
    return filed.id;
  };

  it('scores, follows what is open, and has wrong and old meters put right', async () => {
    const currentPlan = await plan();
    const meters = await chains.rows(
      `select id::text from device where project_code = '${PROJECT}' and category = '电表' order by code limit 2`,
    );
    const item = (checkItem: string, ok: boolean) => ({
      checkItem,
      fullScore: '10',
      result: ok ? good : bad,
      deduct: ok ? '0' : '5',
      ...(ok ? {} : { problem: `${checkItem}不到位`, rectifyDate: chains.day(10) }),
    });
    const names = [
      '真空度与抽气记录',
      '燃烧含氧量与排烟温度',
      '传热端差与清洗周期',
      '冷却水浓缩倍数与排污',
      '管道保温完好',
      '补水量与漏水',
      '公共区域超温',
      '日报能耗分析',
      '峰谷电价利用',
      '加班用能签证',
    ];
    const meter = (at: number, more: Readonly<Record<string, unknown>>) => ({
      meterDevice: meters[at]?.id,
      siteReading: '1000',
      platformReading: '1000',
      meterRatio: '160',
      platformRatio: '160',
      calibrateTo: chains.day(300),
      ...more,
    });
    const leader = chains.user('operator');
    const done = await chains.through(
      'projectEnergyInspection',
      'projectManager',
      {
        project: PROJECT,
        inspectTime: chains.at(-5),
        rectifyLeader: leader,
        currentPlan,
        outdoorTemp: '12',
        indoorTemp: '22',
        runningHosts: 1,
        monthCost: '90000.00',
        monthQuota: '100000.00',
        lastInspection: null,
        items: names.map((name, at) => item(name, at > 1)),
        meterChecks: [meter(0, { platformRatio: '80' }), meter(1, { calibrateTo: chains.day(15) })],
      },
      {
        运营总监审批: { assessAmount: '300.00' },
        整改反馈: { closedCount: 1, openCount: 1, openItems: ['真空度与抽气记录'], estimateSave: '1000.00' },
      },
    );
    const { record } = await chains.walk('projectEnergyInspection').info('projectManager', done.id);
    expect(record).toMatchObject({ scoreRate: '90.0000', badCount: 2, ratioWrongCount: 1, quotaUseRate: '90.0000' });
    const module = 'projectEnergyInspection';
    const issues = () => ofSource('b_energy_issue', 'content, state', done.id, module);
    const figures = () => ofSource('b_efficiency_index', 'metric, value::float8 as value', done.id, module);
    const scored = () =>
      ofSource('b_project_score', 'kind, score_rate::float8 as rate, problems, penalty::text', done.id, module);
    const assessed = () => ofSource('b_assessment_item', 'employee::text, amount::text', done.id, module);
    expect(await issues()).toEqual([
      { content: '真空度与抽气记录：真空度与抽气记录不到位', state: '整改中' },
      { content: '燃烧含氧量与排烟温度：燃烧含氧量与排烟温度不到位', state: '已闭环' },
    ]);
    expect(await figures()).toEqual([{ metric: '能源费定额使用率', value: 90 }]);
    expect(await scored()).toEqual([{ kind: '能源检查', rate: 90, problems: 2, penalty: '300.00' }]);
    expect(await assessed()).toEqual([{ employee: leader, amount: '300.00' }]);
    const left = await chains.followUps(module, done.id);
    expect(new Set(left.map((row) => row.kind))).toEqual(new Set(['待填报', '倍率更正', '数据修改', '表计送检']));
    expect(left.find((row) => row.kind === '表计送检')).toMatchObject({ user: leader, due: chains.day(15) });
    await chains.cancel(module, done.id);
    expect([
      await issues(),
      await figures(),
      await scored(),
      await assessed(),
      await chains.followUps(module, done.id),
    ]).toEqual([[], [], [], [], []]);
  });
});

describe('项目数据需求', () => {
  it('notes what was given to whom, asks for what is missing, and holds the delay against the provider', async () => {
    const file = await chains.file('energyAnalyst');
    const done = await chains.through(
      'projectDataRequire',
      'projectManager',
      {
        project: PROJECT,
        dataFrom: '2026-01',
        dataTo: '2026-06',
        deadline: chains.day(0),
        provider: chains.user('energyAnalyst'),
        fileFormat: 'Excel',
        outside: false,
        secretLevel: '商业秘密',
        needs: [{ dataKind: '结算与收款', pointCount: 6 }],
      },
      {
        运营总监审批: { releaseScope: '按申请提供' },
        数据提供: {
          provideDate: chains.day(2),
          desensitized: true,
          deliveries: [
            { deliverKind: '冷热量日报', rowCount: 170, expectCount: 181, missReason: '通讯中断', dataFile: file },
            { deliverKind: '结算单', rowCount: 6, expectCount: 6, missReason: '无缺失', dataFile: file },
          ],
        },
        需求人验收: { destroyDate: chains.day(90) },
      },
    );
    const module = 'projectDataRequire';
    expect((await chains.walk(module).info('projectManager', done.id)).record).toMatchObject({
      moneyCount: 1,
      deliverCount: 2,
    });
    const given = () =>
      ofSource(
        'b_data_delivery',
        `content, complete_rate::float8 as rate, secret_level as level, destroy_on::text as destroy`,
        done.id,
        module,
      );
    const assessed = () => ofSource('b_assessment_item', 'employee::text, kind', done.id, module);
    expect(await given()).toEqual([
      { content: '冷热量日报', rate: 93.9227, level: '商业秘密', destroy: chains.day(90) },
      { content: '结算单', rate: 100, level: '商业秘密', destroy: chains.day(90) },
    ]);
    expect(await assessed()).toEqual([{ employee: chains.user('energyAnalyst'), kind: '数据超期提供' }]);
    expect((await chains.followUps(module, done.id)).map((row) => row.kind)).toEqual(['数据补录']);
    expect(await chains.reminders(module, done.id)).toMatchObject([{ day: chains.day(90) }]);
    await chains.cancel(module, done.id);
    expect([await given(), await assessed(), await chains.reminders(module, done.id)]).toEqual([[], [], []]);
  });
});

describe('管理方案', () => {
  const filed = (from: number, summer: string) => ({
    project: PROJECT,
    contract: null,
    planYear: 2027,
    planKind: '年度修订',
    yearPlan: null,
    effectFrom: chains.day(from),
    effectTo: chains.day(from + 300),
    dutyMode: '24小时三班',
    staffCount: 60,
    specialCert: 3,
    indoorSummer: summer,
    indoorWinter: '20',
    responseMinutes: 30,
    posts: [
      { post: '主机操作工', headCount: 8, needCert: '制冷与空调作业证' },
      { post: '客服收费员', headCount: 52, needCert: '无' },
    ],
    indicators: ['室温合格率', '报修及时率', '水质合格率', '系统综合能效', '客户满意度'].map((indicator) => ({
      indicator,
      indicatorUnit: '%',
      targetValue: '95',
      weight: '20',
      dutyUser: chains.user('operator'),
    })),
    routines: [
      { routine: '水质检测', cycle: '每月', routineOwner: chains.user('operator'), routineBudget: '1200' },
      { routine: '消防演练', cycle: '每年', routineOwner: chains.user('operator2'), routineBudget: '3000' },
    ],
  });
  const signed = () => ({ 客户确认登记: { customerConfirm: '确认执行', confirmDate: chains.day(0) } });
  const standing = async () => ({
    plans: await chains.rows(
      `select state from b_project_management where project = '${PROJECT}' and not voided order by id`,
    ),
    baseline: await chains.rows(
      `select state, count(*)::int as n from b_assessment_baseline where project = '${PROJECT}' and not voided group by 1 order by 1`,
    ),
    posts: await chains.rows(
      `select post, valid_to::text as until from b_project_post where source_module = 'managementPlan' and not voided order by id`,
    ),
    promised: await chains.rows(
      `select summer_temp::text as summer, response_minutes as minutes from project where code = '${PROJECT}'`,
    ),
    asked: await chains.rows(
      `select title, every_days as every from reminder where source_effect = 'managementPlan.routines' and ended_at is null order by id`,
    ),
  });

  it('puts one plan in force with its targets, posts and work, and gives way to the one before', async () => {
    const before = await standing();
    const first = await chains.through('managementPlan', 'projectManager', filed(2, '26'), signed());
    const one = await standing();
    expect(one).toMatchObject({
      plans: [{ state: '现行' }],
      baseline: [{ state: '现行', n: 5 }],
      posts: [
        { post: '主机操作工', until: chains.day(302) },
        { post: '客服收费员', until: chains.day(302) },
      ],
      promised: [{ summer: '26.0', minutes: 30 }],
      asked: [{ every: 30 }, { every: null }],
    });
    expect((await chains.followUps('managementPlan', first.id))[0]?.title).toContain('须持证8人，已持证3人');
    expect((await chains.reminders('managementPlan', first.id)).map((row) => row.day)).toContain(chains.day(272));

    const second = await chains.through('managementPlan', 'projectManager', filed(40, '25'), signed());
    const two = await standing();
    expect(two.plans.map((row) => row.state)).toEqual(['已归档', '现行']);
    expect(two.posts.map((row) => row.until)).toEqual([
      chains.day(39),
      chains.day(39),
      chains.day(340),
      chains.day(340),
    ]);
    expect(two.promised).toEqual([{ summer: '25.0', minutes: 30 }]);
    expect(two.asked).toHaveLength(2);
    await chains.cancel('managementPlan', second.id);
    expect(await standing()).toEqual(one);
    await chains.cancel('managementPlan', first.id);
    expect(await standing()).toEqual(before);
  });
});
