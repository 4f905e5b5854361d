/** 标准机房: built, rated and paid for; checked, rated again, and what is left to put right. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postBudget } from '../books/budget.ts';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const GOOD = { result: '合格', remark: null, photos: [] };
const BAD = { result: '不合格', remark: '待更换', photos: [] };

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);
const room = async () =>
  (
    await rows(`select level, score::text, rated_on::text as rated, next_review::text as next, demonstration from b_standard_room
      where project = '${PROJECT}' and room_name = '制冷机房' and not voided`)
  )[0];

describe('EMC机房建设', () => {
  const costs = () =>
    rows(
      `select sum(amount)::text as amount from project_cost where project_code = '${PROJECT}' and account = '机房建设' having sum(amount) <> 0`,
    );
  const deferred = () =>
    rows('select kind, amount::text, months, month_amount::text as monthly from b_deferred_expense where not voided');
  const owed = () =>
    rows(
      `select amount::text, source_kind as kind from b_receivable_ledger where source_module = 'EMCRoomConstruction' and not voided`,
    );
  const devices = () =>
    rows(
      `select name, category, state from device where project_code = '${PROJECT}' and code like 'JFJS-%' order by id`,
    );
  const facilities = () => rows(`select item, quantity::text as n from b_room_facility where not voided order by id`);

  const construction = (price: string, more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    contract: `HT-${PROJECT}-01`,
    buildKind: '存量机房改造',
    roomName: '制冷机房',
    roomArea: '200.00',
    currentLevel: '三星',
    targetLevel: '四星',
    visitRoute: true,
    clientAgree: '已同意',
    fundSource: '公司与客户分摊',
    clientPay: '2000.00',
    leftBudget: '50000.00',
    buildTeam: '项目自行实施',
    leader: user('projectManager'),
    planStart: chains.day(-20),
    planEnd: chains.day(-5),
    works: [
      {
        workItem: '地坪漆与通道划线',
        standard: '环氧自流平2mm',
        workUnit: 'm²',
        quantity: '100',
        unitPrice: '60.0000',
      },
      { workItem: '燃气报警与切断联动', standard: 'GT-6 四路', workUnit: '套', quantity: '1', unitPrice: price },
    ],
    ...more,
  });
  const accepted = (cost: string, more: Readonly<Record<string, unknown>> = {}) => ({
    actualStart: chains.day(-20),
    actualEnd: chains.day(-4),
    actualCost: cost,
    finishedCount: 2,
    acceptScore: '90.0',
    acceptLevel: '四星',
    ...more,
  });

  it('rates the room, spreads what we bear over months, and charges the customer the rest', async () => {
    const before = await room();
    const { id, took } = await chains.through('EMCRoomConstruction', 'projectManager', construction('9000.0000'), {
      财务审核: { costSubject: '长期待摊费用', amortizeMonths: 12 },
      完工验收: accepted('14000.00'),
    });
    expect(took).toContain('财务审核');
    expect(await room()).toMatchObject({ level: '四星', score: '90.0', rated: chains.day(-4), demonstration: true });
    expect(await deferred()).toEqual([{ kind: '长期待摊费用', amount: '12000.00', months: 12, monthly: '1000.00' }]);
    expect(await owed()).toEqual([{ amount: '2000.00', kind: '代垫费用' }]);
    expect(await costs()).toEqual([]);
    expect(await facilities()).toEqual([
      { item: '地坪漆与通道划线', n: '100.00' },
      { item: '燃气报警与切断联动', n: '1.00' },
    ]);
    expect(await devices()).toEqual([
      { name: '制冷机房燃气报警与切断联动', category: '燃气报警设备', state: 'active' },
    ]);
    expect(await chains.reminders('EMCRoomConstruction', id)).toMatchObject([
      { day: String((await room())?.next), users: [user('projectManager')] },
    ]);
    await chains.cancel('EMCRoomConstruction', id);
    expect(await room()).toEqual(before);
    expect([
      await deferred(),
      await owed(),
      await facilities(),
      await chains.reminders('EMCRoomConstruction', id),
    ]).toEqual([[], [], [], []]);
    expect((await devices()).map((row) => row.state)).toEqual(['retired']);
  });

  it('books small works as costs of the month', async () => {
    const { id } = await chains.through('EMCRoomConstruction', 'projectManager', construction('1000.0000'), {
      完工验收: accepted('7100.00'),
    });
    expect([await costs(), await deferred(), await owed()]).toEqual([
      [{ amount: '5100.00' }],
      [],
      [{ amount: '2000.00', kind: '代垫费用' }],
    ]);
    await chains.cancel('EMCRoomConstruction', id);
    expect([await costs(), await owed()]).toEqual([[], []]);
  });

  it('takes what is left of the year from the budget, and refuses to go beyond it or to aim no higher', async () => {
    await chains.server.db
      .transaction()
      .execute((tx) =>
        postBudget(
          tx,
          { ownerKind: 'project', ownerCode: PROJECT, month: chains.day(-20).slice(0, 7), subject: '技术改造' },
          { approved: '3000.00' },
          { module: 'fundBudget', id: '0' },
          '测试预算',
        ),
      );
    const walk = chains.walk('EMCRoomConstruction');
    const file = { ...construction('1000.0000'), targetLevel: '二星' };
    const values = await chains.filled('EMCRoomConstruction', 'projectManager', 0, { ...file, targetLevel: '四星' });
    const draft = await walk.draft('projectManager', { ...values, targetLevel: '二星', leftBudget: '50000.00' });
    expect(await chains.preview('EMCRoomConstruction', 'projectManager', values)).toMatchObject({
      leftBudget: '3000.00',
    });
    const refusal = await walk.submit('projectManager', draft);
    expect((refusal.errors ?? []).map((error) => error.message).toSorted()).toEqual(
      ['公司承担金额超过年度机房建设预算余额', '目标等级应高于现机房等级'].toSorted(),
    );
  });
});

describe('标准机房检查', () => {
  const full = {
    envScore: '12.0',
    layoutScore: '8.0',
    hostScore: '12.0',
    signScore: '12.0',
    wallScore: '8.0',
    recordScore: '10.0',
    powerScore: '8.0',
    fireScore: '6.0',
    toolScore: '6.0',
    pipeScore: '6.0',
    dutyScore: '6.0',
  };

  it('rates the room again, enters what is dangerous, and hands out what is not put right', async () => {
    const before = await room();
    const { id } = await chains.through(
      'standardRoomCheck',
      'safetyOfficer',
      {
        project: PROJECT,
        checkType: '公司抽查',
        roomName: '制冷机房',
        currentLevel: '三星',
        checkDate: chains.day(-6),
        dutyPerson: user('operator'),
        gasPpm: 30,
        roomNoise: null,
        gasCutCheck: BAD,
        valveCheck: GOOD,
        ...full,
        problems: [
          {
            zone: '燃气调压阀组',
            standardItem: '无泄漏',
            problemDesc: '法兰微漏',
            deductScore: '6.0',
            fixPerson: user('operator'),
            fixDeadline: chains.day(1),
          },
        ],
      },
      {
        区域经理评星: { newLevel: '四星', nextCheckDate: chains.day(180) },
        整改反馈: { fixedCount: 0, fixedDate: chains.day(-1) },
        检查人复查: {
          reviewDate: chains.day(0),
          reviewResult: '部分未整改',
          reviewNote: '待配件',
          openProblems: [{ openProblem: '法兰微漏', openOwner: user('operator'), openDeadline: chains.day(7) }],
        },
      },
    );
    expect(await room()).toMatchObject({ level: '四星', score: '94.0', next: chains.day(180) });
    const hazards = () =>
      rows(`select content, level, state from b_safety_hazard where project = '${PROJECT}' and not voided order by id`);
    expect(await hazards()).toEqual([
      { content: '检出燃气泄漏30ppm', level: '重大', state: '整改中' },
      { content: '燃气报警切断联动试验不合格：待更换', level: '较大', state: '整改中' },
      { content: '消防器材、燃气报警、通风联动得分6.0，不合格', level: '较大', state: '整改中' },
    ]);
    const scores = () =>
      rows(
        `select kind, score_rate::numeric(5,1)::text as rate from b_project_score where project = '${PROJECT}' and not voided`,
      );
    expect(await scores()).toEqual([{ kind: '标准机房检查', rate: '94.0' }]);
    expect(await chains.followUps('standardRoomCheck', id)).toMatchObject([
      { kind: '整改任务', user: user('operator'), due: chains.day(7) },
    ]);
    expect(await chains.reminders('standardRoomCheck', id)).toMatchObject([
      { day: chains.day(180), users: [user('projectManager')] },
    ]);
    await chains.cancel('standardRoomCheck', id);
    expect(await room()).toEqual(before);
    expect([
      await hazards(),
      await scores(),
      await chains.followUps('standardRoomCheck', id),
      await chains.reminders('standardRoomCheck', id),
    ]).toEqual([[], [], [], []]);
  });
});
