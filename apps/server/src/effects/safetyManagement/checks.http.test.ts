/** Inspections, accidents, drills and building sites: the books that each writes, by the people whose turn it is, and the way back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const GOOD = { result: '合格', remark: null, photos: [] };
const BAD = { result: '不合格', remark: '已现场拍照', photos: [] };

let chains: Chains;
let contractor = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  contractor = (await chains.offered('operator', 'supplier'))[0] ?? '';
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);

const hazards = () =>
  rows(`select content, level, state, owner::text, deadline::text, closed_on::text as closed from b_safety_hazard
    where project = '${PROJECT}' and not voided order by id`);
const archive = () =>
  rows(`select last_check_on::text as checked, pass_rate::numeric(5,1)::text as rate, coalesce(drills, 0) as drills,
    coalesce(accidents, 0) as accidents, coalesce(casualties, 0) as casualties, coalesce(loss, 0)::numeric(18,2)::text as loss
    from b_safety_archive where project = '${PROJECT}' and not voided`);
const assessed = () =>
  rows(
    `select employee::text, kind, amount::text from b_assessment_item where project = '${PROJECT}' and not voided order by id`,
  );
const costs = () =>
  rows(`select account, sum(amount)::text as amount from project_cost where project_code = '${PROJECT}'
    and source_module in ('systemSafetyCheck', 'suddenAccidentRecord') group by account having sum(amount) <> 0`);

const ITEMS = [
  '燃气报警器与紧急切断阀联动正常',
  '燃气阀门法兰检漏液无气泡',
  '事故排风机与报警联锁可启动',
  '烟道接口严密无漏烟、冷凝水排放通畅',
  '主机高发防爆门（片）完好',
  '靶流开关与冷水低温保护动作可靠',
  '高发超温超压保护动作可靠',
  '配电柜无过热积灰且接地可靠',
  '电缆沟无积水且孔洞封堵完好',
  '水泵联轴器护罩齐全',
];

describe('系统安全检查', () => {
  it('keeps what is not closed as a hazard, reminds of it, and the next check knows how many there are', async () => {
    const bad = (item: string) => ({
      item,
      result: BAD,
      hazardLevel: '较大隐患',
      responsible: user('operator2'),
      deadline: chains.day(5),
    });
    const check = {
      project: PROJECT,
      checkType: '月度检查',
      checkDate: chains.day(-2),
      gasConcentration: '0.0',
      lastCheck: null,
      items: ITEMS.map((item, at) => (at < 2 ? bad(item) : { item, result: GOOD })),
    };
    const { id, took } = await chains.through('systemSafetyCheck', 'operator', check, {
      整改反馈: { rectifyDate: chains.day(-1), rectifyCost: '320.00' },
      安全员复查: { recheckResult: '部分闭环限期再改', unclosedItems: [ITEMS[1]], nextDeadline: chains.day(10) },
    });
    expect(took).toEqual(expect.arrayContaining(['项目经理审核', '区域经理督办', '整改反馈', '安全员复查']));
    const hazard = { level: '较大', owner: user('operator2') };
    expect(await hazards()).toEqual([
      {
        ...hazard,
        content: `${ITEMS[0]}：已现场拍照`,
        state: '已闭环',
        deadline: chains.day(5),
        closed: chains.day(-1),
      },
      { ...hazard, content: `${ITEMS[1]}：已现场拍照`, state: '整改中', deadline: chains.day(10), closed: null },
    ]);
    expect(await archive()).toMatchObject([{ checked: chains.day(-2), rate: '80.0' }]);
    expect(await chains.reminders('systemSafetyCheck', id)).toMatchObject([
      { day: chains.day(7), users: [user('operator2'), user('projectManager')] },
    ]);
    expect(await costs()).toEqual([{ account: '维修费', amount: '320.00' }]);
    const next = await chains.preview('systemSafetyCheck', 'operator', {
      project: PROJECT,
      lastCheck: id,
      lastUnclosed: null,
    });
    expect(next.lastUnclosed).toBe(1);

    await chains.cancel('systemSafetyCheck', id);
    expect(await hazards()).toEqual([]);
    expect(await archive()).toMatchObject([{ checked: null, rate: null }]);
    expect(await chains.reminders('systemSafetyCheck', id)).toEqual([]);
    expect(await costs()).toEqual([]);
  });
});

describe('专项安全检查', () => {
  it('brings the clauses of its table along, stops devices until they are accepted, and scores the project', async () => {
    const [table = ''] = await chains.offered('areaManager', 'checkTable', null);
    const topic = String((await rows(`select topic from b_check_table where id = ${table}`))[0]?.topic);
    const walk = chains.walk('specialSafetyCheck');
    const draft = await walk.draft('safetyOfficer', { project: PROJECT });
    const answer = await walk.post('safetyOfficer', 'Preview', {
      BusinessId: draft,
      project: PROJECT,
      topic,
      checkTable: table,
    });
    const shown = answer.data.record as { clauses: { clause: string; fullScore: string }[] };
    expect(shown.clauses.length).toBeGreaterThanOrEqual(5);
    expect(shown.clauses.reduce((sum, row) => sum + Number(row.fullScore), 0)).toBe(100);

    const devices = await rows(
      `select id::text, state from device where project_code = '${PROJECT}' and category = '主机' order by id`,
    );
    const state = () =>
      rows(`select id::text, state from device where project_code = '${PROJECT}' and category = '主机' order by id`);
    const check = {
      project: PROJECT,
      topic: '高处作业',
      checkTable: null,
      leader: user('safetyOfficer'),
      startDate: chains.day(-3),
      endDate: chains.day(-2),
      stopOrder: true,
      clauses: [
        { clause: '安全带高挂低用', fullScore: '60', deduct: '0' },
        {
          clause: '脚手架验收挂牌',
          fullScore: '40',
          deduct: '40',
          finding: '未挂牌',
          level: '重大隐患',
          owner: user('projectManager'),
          dueDate: chains.day(3),
        },
      ],
      stopDevices: devices.map((device) => ({ device: device.id, stopReason: '检修平台不合格' })),
    };
    const id = await chains.submit('specialSafetyCheck', 'safetyOfficer', check);
    await chains.agree(
      'specialSafetyCheck',
      'safetyOfficer',
      id,
      { 运营总监审批: { penalty: '500.00' } },
      '项目整改反馈',
    );
    expect((await state()).map((row) => row.state)).toEqual(devices.map(() => 'stopped'));
    await chains.agree('specialSafetyCheck', 'safetyOfficer', id, {
      项目整改反馈: { rectifyFinish: chains.day(-1) },
      检查组长验收: { acceptance: '复工恢复使用' },
    });
    expect(await state()).toEqual(devices);
    expect(await hazards()).toMatchObject([
      { content: '脚手架验收挂牌：未挂牌', level: '重大', state: '已闭环', closed: chains.day(-1) },
    ]);
    const scores = () =>
      rows(
        `select kind, score_rate::numeric(5,1)::text as rate, penalty::text from b_project_score where project = '${PROJECT}' and not voided`,
      );
    expect(await scores()).toEqual([{ kind: '专项安全检查', rate: '60.0', penalty: '500.00' }]);
    expect(await assessed()).toEqual([{ employee: null, kind: '专项安全检查扣款', amount: '500.00' }]);
    await chains.cancel('specialSafetyCheck', id);
    expect([await state(), await hazards(), await scores(), await assessed()]).toEqual([devices, [], [], []]);
  });
});

describe('消防', () => {
  const equipment = () =>
    rows(`select kind, location, quantity, valid, pressure_zone as zone, expire_date::text as expires from b_fire_equipment
      where project = '${PROJECT}' and not voided and quantity > 0 order by id`);

  it('keeps the extinguishers, lists what is missing for purchase, and a drill uses some up', async () => {
    const before = await equipment();
    const [first = {}] = before;
    const check = {
      project: PROJECT,
      checkDate: chains.day(-1),
      fireOwner: user('projectManager'),
      gasLinkage: GOOD,
      extinguishers: [
        {
          kind: first.kind,
          location: first.location,
          quantity: 3,
          valid: 2,
          pressureZone: '黄区',
          expireDate: chains.day(100),
        },
      ],
      facilities: [
        { item: '安全出口畅通未上锁', result: BAD, fixUser: user('operator'), fixBefore: chains.day(2) },
        { item: '疏散指示标志常亮', result: GOOD },
      ],
    };
    const fire = await chains.through('specialFireSafetyCheck', 'operator', check, {
      安全员销项: { closeDate: chains.day(0) },
    });
    const checked = [
      { kind: first.kind, location: first.location, quantity: 3, valid: 2, zone: '黄区', expires: chains.day(100) },
      ...before.slice(1),
    ];
    expect(await equipment()).toEqual(checked);
    expect(await hazards()).toMatchObject([
      { content: '安全出口畅通未上锁：已现场拍照', state: '已闭环', owner: user('operator') },
      { content: `${first.kind}灭火器缺失或失效1具`, owner: user('projectManager') },
    ]);
    expect(await chains.reminders('specialFireSafetyCheck', fire.id)).toMatchObject([
      { day: chains.day(70), users: [user('projectManager')] },
    ]);
    expect(await chains.followUps('specialFireSafetyCheck', fire.id)).toMatchObject([
      { kind: '待填报', user: user('projectManager'), title: expect.stringContaining('1具') },
    ]);
    expect(await chains.drafted('specialFireSafetyCheck', fire.id, 'operatePurchase')).toMatchObject({
      applyReason: expect.stringContaining('灭火器1具'),
    });

    const drill = await chains.through(
      'fireDrillRecords',
      'operator',
      {
        project: PROJECT,
        drillMode: '实战演练',
        startTime: chains.at(-6),
        endTime: chains.at(-4),
        participants: [user('operator'), user('operator2')],
        materials: [{ material: '干粉灭火器', quantity: 4, unitPrice: '80.00' }],
      },
      { 安全员评估: { drillScore: 85, planRevise: true, reviseRequire: '补充夜间值守' } },
    );
    expect(drill.took).toEqual(expect.arrayContaining(['项目经理审核', '安全员评估', '区域经理确认']));
    const powder = (list: readonly Record<string, unknown>[]) =>
      list.filter((row) => String(row.kind).includes('干粉')).reduce((sum, row) => sum + Number(row.valid), 0);
    expect(powder(checked)).toBe(3);
    expect(powder(await equipment())).toBe(0);
    expect(await archive()).toMatchObject([{ drills: 1 }]);
    const trained = () =>
      rows(
        `select employee::text as who, credit_hours::text as hours, result from b_train_record where project = '${PROJECT}' and not voided order by id`,
      );
    expect(await trained()).toEqual(
      ['operator', 'operator2'].map((who) => ({ who: user(who), hours: '2.0', result: '合格' })),
    );
    expect((await chains.followUps('fireDrillRecords', drill.id)).map((row) => row.kind)).toEqual([
      '核对台账',
      '修订预案',
    ]);
    await chains.cancel('fireDrillRecords', drill.id);
    expect([await trained(), await chains.followUps('fireDrillRecords', drill.id)]).toEqual([[], []]);
    expect(await archive()).toMatchObject([{ drills: 0 }]);
    expect(await equipment()).toEqual(checked);
    await chains.cancel('specialFireSafetyCheck', fire.id);
    expect(await equipment()).toEqual(before);
    expect(await hazards()).toEqual([]);
  });
});

describe('突发事故', () => {
  it('enters the ledgers, shares the penalty among those who are to blame, and tells every project manager', async () => {
    const [device = ''] = await chains.offered('operator', 'device');
    const id = await chains.submit('suddenAccidentRecord', 'operator', {
      project: PROJECT,
      device,
      accidentType: '主机故障停供',
      accidentLevel: '一般事故',
      occurTime: chains.at(-30),
      reportTime: chains.at(-29),
      controlTime: chains.at(-28),
      slightInjured: 1,
      seriousInjured: 0,
      deaths: 0,
      indirectLoss: '1000.00',
      losses: [{ lossKind: '设备部件', lossName: '溶液泵', quantity: '1', unitPrice: '6000.00' }],
    });
    await chains.agree('suddenAccidentRecord', 'operator', id, {
      安全员调查: { causeType: '维护保养不到位', responsibleUsers: [user('operator'), user('operator2')] },
      区域经理定责: { penaltyAmount: '300.01' },
      防范措施落实: { claimAmount: '2000.00', preventionDate: chains.day(0) },
    });
    expect(
      await rows('select kind, total_loss::text as loss, claim::text from b_safety_accident where not voided'),
    ).toEqual([{ kind: '主机故障停供', loss: '7000.00', claim: '2000.00' }]);
    expect(await archive()).toMatchObject([{ accidents: 1, casualties: 1, loss: '7000.00' }]);
    const history = () =>
      rows(
        "select device_id::text as device, kind from device_history where source_module = 'suddenAccidentRecord' and not voided",
      );
    expect(await history()).toEqual([{ device, kind: '故障' }]);
    const shares = await assessed();
    expect(shares.map((row) => row.employee)).toEqual([user('operator'), user('operator2')]);
    expect(shares.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 0)).toBe(30_001);
    expect(await costs()).toEqual([{ account: '维修费', amount: '5000.00' }]);
    const told = await rows(
      `select distinct user_id::text as id from wf_notice where module_id = 'suddenAccidentRecord' and biz_id = ${id} and title like '事故通报%'`,
    );
    expect(told.map((row) => row.id)).toEqual(
      expect.arrayContaining([user('projectManager'), user('projectManager3')]),
    );
    await chains.cancel('suddenAccidentRecord', id);
    expect([await history(), await assessed(), await costs()]).toEqual([[], [], []]);
    expect(await archive()).toMatchObject([{ accidents: 0, casualties: 0, loss: '0.00' }]);
  });
});

describe('施工安全检查', () => {
  const stops = () => rows(`select state, resumed_at is not null as resumed from b_work_stoppage where not voided`);
  const fines = () =>
    rows(
      `select kind, amount::text, state from b_supplier_fine where supplier = ${contractor} and kind = '安全罚款' and not voided`,
    );
  const marks = () =>
    rows(
      `select score::text, result from b_supplier_evaluation where supplier = ${contractor} and kind = '现场安全' and not voided`,
    );
  const inspection = () => ({
    project: PROJECT,
    builder: contractor,
    application: null,
    guardian: user('operator2'),
    checkTime: chains.at(-5),
    workerCount: 5,
    briefedCount: 5,
    insuredCount: 5,
    stopWork: true,
    fine: '1500.00',
    permits: [],
    workers: [],
    items: ['安全帽反光衣佩戴', '管道试压区域隔离', '设备孔洞临边防护', '材料堆放与工完场清'].map((item, at) => ({
      item,
      result: at === 0 ? BAD : GOOD,
    })),
  });

  it('stops the work at submit, resumes it, fines and marks the contractor', async () => {
    const id = await chains.submit('constructionSafetyInspection', 'operator', inspection());
    expect(await stops()).toEqual([{ state: '停工整改', resumed: false }]);
    expect(await fines()).toEqual([]);
    await chains.agree('constructionSafetyInspection', 'operator', id, { 项目经理复核: { resumeTime: chains.at(-1) } });
    expect(await stops()).toEqual([{ state: '施工中', resumed: true }]);
    expect(await fines()).toEqual([{ kind: '安全罚款', amount: '1500.00', state: '已确认' }]);
    expect(await marks()).toEqual([{ score: '75.0', result: '责令停工' }]);
    expect(await hazards()).toMatchObject([{ content: '安全帽反光衣佩戴：已现场拍照', state: '已闭环' }]);
    await chains.cancel('constructionSafetyInspection', id);
    expect([await stops(), await fines(), await marks(), await hazards()]).toEqual([[], [], [], []]);
  });

  it('lets the work go on when the inspection is sent back', async () => {
    const id = await chains.submit('constructionSafetyInspection', 'operator', inspection());
    expect(await stops()).toHaveLength(1);
    expect((await chains.walk('constructionSafetyInspection').reject('operator', id)).message).toBe('');
    expect(await stops()).toEqual([]);
  });
});
