/** 技术登记、供方年度评审、EMC项目检查: what was achieved, who is fit to supply, what has to be put right; a cancel leaves nothing of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
let chains: Chains;
let device = '';
let supplier = '';

beforeAll(async () => {
  chains = await Chains.start();
  device = String(
    (
      await chains.rows(
        `select id::text from device where project_code = '${PROJECT}' and category = '主机' order by id limit 1`,
      )
    )[0]?.id,
  );
  supplier = String(
    (await chains.rows(`select id::text from supplier where state = '合格' order by id limit 1`))[0]?.id,
  );
});
afterAll(() => chains.close());

const entered = (module: string, table: string, columns: string) =>
  chains.rows(`select ${columns} from ${table} where source_module = '${module}' and not voided order by id`);
const messages = async (
  module: 'technicalRegistration' | 'providerAnnualReview' | 'EMCProjectCheck',
  who: string,
  given: object,
  over: object = {},
) => {
  const walk = chains.walk(module);
  const values = await chains.filled(module, who, 0, { ...given });
  return (await walk.submit(who, await walk.draft(who, { ...values, ...over }))).errors.map((error) => error.message);
};

describe('技术登记', () => {
  const MAKER = 'operator';
  const contributor = (account: string, share: string) => ({ person: chains.user(account), duty: '方案与实施', share });
  const achievement = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    device,
    regType: '疑难故障案例',
    achievement: '冷凝器端差异常的判断与处理',
    startDate: '2026-03-01',
    finishDate: '2026-05-20',
    investAmount: '5000.00',
    saveGas: '1000.00',
    gasPrice: '3.5000',
    savePower: '2000.00',
    powerPrice: '0.8000',
    saveWater: '0.00',
    waterPrice: '0.0000',
    saveOther: '0.00',
    patentNo: null,
    spreadScope: ['全部项目'],
    contributors: [contributor('operator', '33.33'), contributor('projectManager', '66.67')],
    ...more,
  });
  const steps = (grade: string, rewardAmount: string) => ({
    项目经理核实效果: { effectTrue: '属实', trackDays: 40 },
    能源数据核算: { verifiedSaving: '5000.00' },
    专业评审: { innovScore: '20', practicalScore: '20', benefitScore: '20', spreadScore: '10' },
    技术总监定级: { grade, rewardAmount },
  });
  const books = async () => ({
    library: await entered('technicalRegistration', 'b_tech_achievement', 'grade, saving::text'),
    lessons: await entered('technicalRegistration', 'b_train_resource', 'kind, state'),
    rewards: await entered('technicalRegistration', 'b_pay_reward', 'employee::text as who, amount::text'),
    savings: await entered('technicalRegistration', 'b_saving_measure', 'source, from_month as "from", measured::text'),
    history: await entered('technicalRegistration', 'device_history', 'kind'),
  });

  it('is published, rewarded to the fen and told to those who can use it', async () => {
    const empty = await books();
    const twice = { contributors: [contributor('operator', '50'), contributor('operator', '50')] };
    expect(await messages('technicalRegistration', MAKER, achievement(twice))).toEqual(['贡献人员重复，请合并为一行']);
    const { id } = await chains.through('technicalRegistration', MAKER, achievement(), steps('二等', '1000.01'));
    const { record } = await chains.walk('technicalRegistration').info(MAKER, id);
    // 1 000 × 3.5 + 2 000 × 0.8 yuan; (1 000 × 1.2143 + 2 000 × 0.1229) / 1 000 tce.
    expect(record).toMatchObject({ annualSaving: '5100.00', standardCoal: '1.46', paybackMonths: '11.8' });
    const rewards = [
      { who: chains.user('operator'), amount: '333.30' },
      { who: chains.user('projectManager'), amount: '666.71' },
    ];
    const seen = await books();
    expect({ ...seen, rewards: seen.rewards.toSorted((a, b) => Number(a.amount) - Number(b.amount)) }).toEqual({
      library: [{ grade: '二等', saving: '5000.00' }],
      lessons: [{ kind: '案例', state: '已发布' }],
      rewards,
      savings: [{ source: '技术成果', from: '2026-06', measured: '5000.00' }],
      history: [{ kind: '改造' }],
    });
    expect((await chains.followUps('technicalRegistration', id)).length).toBeGreaterThan(0);
    await chains.cancel('technicalRegistration', id);
    expect(await books()).toEqual(empty);
    expect(await chains.followUps('technicalRegistration', id)).toEqual([]);
  });

  it('that is not registered leaves nothing', async () => {
    const empty = await books();
    const { id } = await chains.through('technicalRegistration', MAKER, achievement(), steps('不予登记', '0.00'));
    expect(await books()).toEqual(empty);
    await chains.cancel('technicalRegistration', id);
  });
});

describe('供方年度评审', () => {
  const MAKER = 'purchaser';
  const review = (more: Readonly<Record<string, unknown>> = {}) => ({
    supplier,
    reviewYear: 2025,
    providerType: '劳务派遣',
    cooperateSince: '2020-01-01',
    currentGrade: '未评级',
    creditCheck: '正常',
    orderCount: 10,
    onTimeCount: 9,
    rejectCount: 0,
    hasSafetyAccident: false,
    hasBribery: false,
    hasMajorQuality: false,
    deals: [],
    ...more,
  });
  const steps = (last: Readonly<Record<string, unknown>>) => ({
    使用部门评分: { qualityScore: '25', serviceScore: '13' },
    采购评分: { deliverScore: '18', priceScore: '16' },
    安全员评分: { safetyScore: '8' },
    财务评分: { complyScore: '4' },
    总经理定级: { rectifyDeadline: null, shareNextYear: '30', ...last },
  });
  const books = async () => ({
    marks: await entered(
      'providerAnnualReview',
      'b_supplier_evaluation',
      'kind, score::text, to_grade as grade, next_share::float8 as share',
    ),
    supplier: await chains.rows(
      `select state, operation_grade as grade, banned_until::text as until, warning, invite_from::text as invite from supplier where id = ${supplier}`,
    ),
  });

  it('grades a supplier once a year, also of two reviews at once', async () => {
    const empty = await books();
    const walk = chains.walk('providerAnnualReview');
    const values = await chains.filled('providerAnnualReview', MAKER, 0, review());
    const two = [await walk.draft(MAKER, values), await walk.draft(MAKER, values)];
    const answers = await Promise.all(two.map((id) => walk.submit(MAKER, id)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.errors[0]?.message).toMatch(/^该供方2025年度已有评审/);
    const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    await chains.agree(
      'providerAnnualReview',
      MAKER,
      id,
      steps({ newGrade: 'B', conclusion: '限期整改', rectifyDeadline: chains.day(30) }),
    );
    expect(await books()).toMatchObject({
      marks: [{ kind: '年度评审', score: '84.0', grade: 'B', share: 30 }],
      supplier: [{ state: '合格', grade: 'B' }],
    });
    expect((await chains.reminders('providerAnnualReview', id)).map((row) => row.day)).toEqual([chains.day(30)]);
    expect((await chains.followUps('providerAnnualReview', id)).map((row) => row.role)).toEqual(['hr']);
    await chains.cancel('providerAnnualReview', id);
    expect(await books()).toEqual(empty);
    expect(await chains.followUps('providerAnnualReview', id)).toEqual([]);
  });

  it('throws out for good who is not to be used again', async () => {
    const empty = await books();
    const bribed = review({ hasBribery: true, problemNote: '转包给无资质队伍' });
    const { id } = await chains.through(
      'providerAnnualReview',
      MAKER,
      bribed,
      steps({ newGrade: 'D', conclusion: '淘汰拉黑' }),
    );
    expect((await books()).supplier).toMatchObject([
      { state: '停用', grade: 'D', until: '9999-12-31', warning: '2025年度评审淘汰' },
    ]);
    await chains.cancel('providerAnnualReview', id);
    expect(await books()).toEqual(empty);
  });
});

describe('EMC项目检查', () => {
  const MAKER = 'areaManager';
  const problem = (severity: string, deduct: string) => ({
    part: '燃气阀组与泄漏报警',
    problem: '燃气报警器未检定',
    severity,
    deduct,
    measure: '送检并更换备用',
    dutyPerson: chains.user('operator'),
    deadline: chains.day(10),
  });
  const full = {
    vacuumScore: '12',
    burnScore: '10',
    waterScore: '10',
    transScore: '10',
    powerScore: '8',
    meterScore: '8',
    energyScore: '15',
    safetyScore: '12',
    recordScore: '5',
    staffScore: '5',
    clientScore: '5',
  };
  const check = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    device,
    checkDate: '2026-05-10',
    runHours: '12000.0',
    vacuumPressure: '0.35',
    exhaustTemp: '145.0',
    exhaustO2: '4.2',
    exhaustCO: 30,
    coolRatio: '4',
    energyYear: '20.00',
    energyGoal: '20.00',
    ...full,
    safetyScore: '4',
    burnScore: '8',
    problems: [problem('重大隐患', '8'), problem('一般', '2')],
    ...more,
  });
  const steps = {
    EMC总监审批: { grade: '优秀' },
    项目经理确认问题: { confirmOpinion: '无异议' },
    整改反馈: { rectifiedCount: 2 },
    检查人复核: { recheckResult: '全部闭环' },
  };
  const books = async () => ({
    scores: await entered('EMCProjectCheck', 'b_project_score', 'kind, month, score_rate::float8 as rate, problems'),
    tests: await entered('EMCProjectCheck', 'b_device_test', 'kind, metric, value::float8 as value'),
    hazards: await entered('EMCProjectCheck', 'b_safety_hazard', 'level, state, origin'),
    device: await chains.rows(
      `select run_hours::text as hours, last_exhaust::text as exhaust from device where id = ${device}`,
    ),
  });

  it('asks for what is wrong to be put right once the director agreed, and keeps score and measurements', async () => {
    const empty = await books();
    expect(await messages('EMCProjectCheck', MAKER, check(), { safetyScore: '12.0' })).toEqual([
      '检查总分与问题扣分合计不符，总分应等于100减扣分合计',
    ]);
    const id = await chains.submit('EMCProjectCheck', MAKER, check());
    await chains.agree('EMCProjectCheck', MAKER, id, steps, '整改反馈');
    expect((await books()).hazards).toEqual([{ level: '重大', state: '待整改', origin: 'EMC项目检查' }]);
    const left = await chains.followUps('EMCProjectCheck', id);
    expect(left.map((row) => row.module ?? row.role).toSorted()).toEqual([
      'emcProblemRectification',
      'emcProblemRectification',
      'safetyOfficer',
    ]);
    const target = String(left.find((row) => row.module === 'emcProblemRectification')?.target);
    const { record } = await chains.walk('emcProblemRectification').info('projectManager', target);
    expect(record).toMatchObject({
      problemField: '燃烧系统',
      severity: '重大',
      rectifyLeader: chains.user('operator'),
    });
    expect((await chains.reminders('EMCProjectCheck', id)).map((row) => row.day)).toEqual([
      chains.day(9),
      chains.day(9),
    ]);
    await chains.agree('EMCProjectCheck', MAKER, id, steps);
    expect(await books()).toEqual({
      scores: [{ kind: 'EMC项目检查', month: '2026-05', rate: 90, problems: 2 }],
      tests: [
        { kind: '真空检测', metric: '不凝气压力', value: 0.35 },
        { kind: '燃烧检测', metric: '排烟温度', value: 145 },
        { kind: '燃烧检测', metric: '烟气含氧量', value: 4.2 },
        { kind: '燃烧检测', metric: '烟气一氧化碳', value: 30 },
      ],
      hazards: [{ level: '重大', state: '待整改', origin: 'EMC项目检查' }],
      device: [{ hours: '12000.0', exhaust: '145.0' }],
    });
    await chains.cancel('EMCProjectCheck', id);
    expect(await books()).toEqual(empty);
    expect(await chains.followUps('EMCProjectCheck', id)).toEqual([]);
    expect(await chains.reminders('EMCProjectCheck', id)).toEqual([]);
  });
});
