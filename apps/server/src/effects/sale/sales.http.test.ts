/** Visits to projects, supporting journeys, bids, visitors and what tests found: what each writes, starts next, and takes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const of = (module: string, id: string, table: string, columns: string) =>
  chains.rows(
    `select ${columns} from ${table} where source_module = '${module}' and source_id = ${id} and not voided order by id`,
  );

describe('项目参观', () => {
  const visit = () => ({
    project: PROJECT,
    visitUnit: '市卫健委',
    visitLevel: 'C级（部门负责人）',
    startTime: chains.at(48),
    endTime: chains.at(50),
    planCount: 12,
    customerAgreed: true,
    potentialProject: '市二院能源站',
    potentialAmount: '3200.00',
    route: [{ stop: '制冷机房', minutes: 30 }],
    budgets: [{ quantity: '12.0', unitPrice: '60.00' }],
  });
  const received = async () =>
    (await chains.rows(`select receptions, reception_guests as guests from project where code = '${PROJECT}'`))[0];

  it('takes its hours on site, which nobody else can have, and is counted', async () => {
    const before = await received();
    const id = await chains.submit('projectVisitApplication', 'sales', visit());
    expect(await of('projectVisitApplication', id, 'b_run_calendar', 'kind, hours::text')).toEqual([
      { kind: '参观接待', hours: '2.0' },
    ]);
    const walk = chains.walk('projectVisitApplication');
    const second = await walk.draft('sales', await chains.filled('projectVisitApplication', 'sales', 0, visit()));
    expect((await walk.submit('sales', second)).errors).toMatchObject([{ path: 'startTime' }]);

    await chains.agree('projectVisitApplication', 'sales', id, {
      项目经理确认: { runState: '正常运行', helmetCount: 20 },
      参观结果反馈: { actualCount: 11, actualCost: '700.00', intention: '意向较强' },
    });
    const follow = () => of('projectVisitApplication', id, 'b_prospect_follow', 'prospect, outcome, amount::text');
    expect(await follow()).toEqual([{ prospect: '市二院能源站', outcome: '意向较强', amount: '3200.00' }]);
    expect(await received()).toEqual({
      receptions: Number(before?.receptions ?? 0) + 1,
      guests: Number(before?.guests ?? 0) + 11,
    });
    const claim = await chains.preview('expenseReimbursement', 'sales', { claimKind: '业务招待', visitForm: id });
    expect(claim).toMatchObject({ visitClaims: 0 });
    await chains.cancel('projectVisitApplication', id);
    expect([await follow(), await received()]).toEqual([[], before]);
    expect((await walk.submit('sales', second)).message).toBe('');
  });
});

describe('技术支持出差', () => {
  it('borrows what is needed ahead, and is known to attendance and of the project to be won', async () => {
    const { id, took } = await chains.through(
      'EMCTechnicalSupportTravel',
      'sales',
      {
        project: null,
        requestUser: user('salesTechnical'),
        customerName: '市二院',
        targetProject: '市二院能源站',
        projectStage: '方案',
        departDate: chains.day(2),
        returnDate: chains.day(4),
        travelDays: '3.0',
        travelers: [user('hvacEngineer'), user('sales')],
        travelerCount: 2,
        allowanceStandard: '100.00',
        advance: '1500.00',
        itinerary: [{ tripDate: chains.day(2), fare: '900.00', hotel: '800.00', other: '0.00' }],
      },
      {
        需求提出人确认: { customerReady: '已落实' },
        提交支持成果: { actualCost: '2100.00', resultType: '推进到下一阶段' },
      },
    );
    expect(took).toContain('EMC总监派工');
    expect(await of('EMCTechnicalSupportTravel', id, 'b_attendance', 'employee::text, days::text')).toEqual([
      { employee: user('hvacEngineer'), days: '3.0' },
      { employee: user('sales'), days: '3.0' },
    ]);
    expect(await of('EMCTechnicalSupportTravel', id, 'b_prospect_follow', 'prospect, stage, outcome')).toEqual([
      { prospect: '市二院能源站', stage: '方案', outcome: '推进到下一阶段' },
    ]);
    const [loan] = await chains.followUps('EMCTechnicalSupportTravel', id);
    const { record } = await chains.walk('borrowing').info('sales', String(loan?.target));
    expect(record).toMatchObject({ loanKind: '差旅借款', travelForm: id, applyTotal: '1500.00' });
    await chains.cancel('EMCTechnicalSupportTravel', id);
    expect(await of('EMCTechnicalSupportTravel', id, 'b_attendance', 'id')).toEqual([]);
    expect(await chains.followUps('EMCTechnicalSupportTravel', id)).toEqual([]);
  });
});

describe('投标复盘', () => {
  it('knows rivals, asks the deposit back, and starts the review of what was won', async () => {
    const { id, took } = await chains.through(
      'EMCProjectBidSummary',
      'sales',
      {
        project: null,
        bidName: '市二院能源托管',
        bidNo: 'ZB-2026-118',
        tenderee: '市二院',
        openTime: chains.at(-48),
        controlPrice: '1300.00',
        ourPrice: '1200.00',
        priceScore: '28.00',
        techScore: '52.00',
        creditScore: '9.00',
        ranking: 1,
        bidResult: '中标',
        winPrice: '1200.00',
        deposit: '50000.00',
        competitors: [
          { competitor: '某能源公司', price: '1250.00', businessPart: '27.00', techPart: '48.00', creditPart: '8.00' },
        ],
        bidCosts: [{ amount: '1800.00' }],
      },
      { 财务核对保证金与费用: { depositReturned: '20000.00', depositReturnDate: chains.day(0) } },
    );
    expect(took).toContain('总经理阅示');
    const read = async () => [
      await of('EMCProjectBidSummary', id, 'b_sales_bid', 'our_score::text as score, result, cost::text'),
      await of('EMCProjectBidSummary', id, 'b_rival_quote', 'rival, total_score::text as score, won'),
      await of('EMCProjectBidSummary', id, 'b_deposit_receivable', 'kind, amount::text, returned::text'),
      await of('EMCProjectBidSummary', id, 'b_prospect_follow', 'prospect, outcome'),
    ];
    expect(await read()).toEqual([
      [{ score: '89.00', result: '中标', cost: '1800.00' }],
      [{ rival: '某能源公司', score: '83.00', won: false }],
      [{ kind: '投标保证金', amount: '50000.00', returned: '20000.00' }],
      [{ prospect: '市二院能源托管', outcome: '中标' }],
    ]);
    expect(await chains.reminders('EMCProjectBidSummary', id)).toMatchObject([{ users: [user('sales')], every: 30 }]);
    expect(await chains.followUps('EMCProjectBidSummary', id)).toMatchObject([{ module: 'projectInvestReview' }]);
    await chains.cancel('EMCProjectBidSummary', id);
    expect(await read()).toEqual([[], [], [], []]);
    expect(await chains.followUps('EMCProjectBidSummary', id)).toEqual([]);
    expect(await chains.reminders('EMCProjectBidSummary', id)).toEqual([]);
  });
});

describe('客户来访', () => {
  it('keeps whom we met, what was promised and what was spent, and an angry visitor is a complaint', async () => {
    const { id } = await chains.through(
      'customerVisitRegistration',
      'sales',
      {
        project: PROJECT,
        visitorUnit: '人民医院后勤处',
        visitorType: '投诉来访',
        arriveTime: chains.at(-3),
        leaveTime: chains.at(-1),
        receptionUser: user('projectManager'),
        mood: '强烈不满',
        customerDemand: '当天处理',
        enterRoom: false,
        mealCost: '240.00',
        lodgingCost: '0.00',
        giftCost: '0.00',
        visitors: [{ visitorName: '吴敏', visitorPhone: '13900139001' }],
        followUps: [{ matter: '更换过滤网', owner: user('operator'), dueDate: chains.day(5), done: false }],
      },
      { 行政核销接待费: { approvedCost: '240.00' } },
    );
    const contact = () => of('customerVisitRegistration', id, 'b_customer_contact', 'person, mobile');
    expect(await contact()).toEqual([{ person: '吴敏', mobile: '13900139001' }]);
    const left = await chains.followUps('customerVisitRegistration', id);
    expect(left.map((row) => row.module ?? row.kind).toSorted()).toEqual([
      'expenseReimbursement',
      'userComplaint',
      '承诺事项',
    ]);
    expect(await chains.reminders('customerVisitRegistration', id)).toMatchObject([
      { day: chains.day(4), users: [user('operator')] },
    ]);
    await chains.cancel('customerVisitRegistration', id);
    expect([await contact(), await chains.followUps('customerVisitRegistration', id)]).toEqual([[], []]);
  });
});

describe('问题检测反馈', () => {
  it('is open until tested again; what is only better is watched on', async () => {
    const [device = ''] = (
      await chains.rows(`select id::text from device where project_code = '${PROJECT}' order by id limit 1`)
    ).map((row) => String(row.id));
    const given = {
      project: PROJECT,
      device,
      detectKind: '燃烧检测',
      detectDate: chains.day(-5),
      replyBefore: chains.day(1),
      severity: '一般',
      gasWaste: '1000.00',
      gasPrice: '3.5000',
      powerWaste: '0.00',
      powerPrice: '0.0000',
      indexes: [{ indexName: '烟气含氧量', lowLimit: '3.000', highLimit: '5.000', measured: '7.200' }],
      suggestions: [{ suggestCost: '800.00' }],
    };
    const id = await chains.submit('problemDetectionFeedback', 'operator', given);
    const issue = () =>
      of('problemDetectionFeedback', id, 'b_detection_issue', 'state, month_loss::text as loss, cost::text');
    expect(await issue()).toEqual([{ state: '整改中', loss: '3500.00', cost: null }]);
    await chains.agree('problemDetectionFeedback', 'operator', id, {
      项目经理答复: { planFinish: chains.day(3), measureOwner: user('waterEngineer') },
      责任人整改反馈: { actualFinish: chains.day(-1), actualCost: '760.00' },
      检测人复测: { retestDate: chains.day(0), retestOut: 1, retestResult: '改善继续观察', savedMonthly: '3000.00' },
    });
    const read = async () => [
      await issue(),
      await of('problemDetectionFeedback', id, 'b_saving_benefit', 'monthly::text, cost::text'),
      await of('problemDetectionFeedback', id, 'device_history', 'kind, device_id::text as device'),
      await chains.rows(`select account, sum(amount)::text as amount from project_cost
        where source_module = 'problemDetectionFeedback' and source_id = ${id} group by account having sum(amount) <> 0`),
      (await chains.reminders('problemDetectionFeedback', id)).map((row) => row.day),
    ];
    expect(await read()).toEqual([
      [{ state: '继续观察', loss: '3500.00', cost: '760.00' }],
      [{ monthly: '3000.00', cost: '760.00' }],
      [{ kind: '复测', device }],
      [{ account: '维修费', amount: '760.00' }],
      [chains.day(30)],
    ]);
    await chains.cancel('problemDetectionFeedback', id);
    expect(await read()).toEqual([[], [], [], [], []]);
  });
});
