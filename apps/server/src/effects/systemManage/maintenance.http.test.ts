/** Upkeep of devices, pumps, valves, terminals and the balance of loops; checks of systems: what each writes and takes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const GOOD = { result: '合格', remark: null, photos: [] };
const BAD = { result: '不合格', remark: '待更换', photos: [] };

let chains: Chains;
let pump = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  pump = String(
    (
      await rows(
        `select id::text from device where project_code = '${PROJECT}' and category = '水泵' order by id limit 1`,
      )
    )[0]?.id,
  );
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const user = (account: string): string => chains.user(account);
const device = async () =>
  (
    await rows(`select last_maintain_date::text as last, next_maintain_date::text as next, run_hours::text as hours,
      last_efficiency::numeric(6,1)::text as efficiency from device where id = ${pump}`)
  )[0];
const history = (module: string) =>
  rows(
    `select device_id::text as device, kind, cost::text from device_history where source_module = '${module}' and not voided`,
  );
const costs = (module: string) =>
  rows(`select account, sum(amount)::text as amount from project_cost where project_code = '${PROJECT}' and source_module = '${module}'
    group by account having sum(amount) <> 0`);

describe('设备保养记录', () => {
  it('opens with the standard jobs, takes parts from stock, and dates the device', async () => {
    const opened = await chains.preview('equipmentMaintenanceRecord', 'operator', { project: PROJECT });
    expect(opened.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ item: '电机绝缘测量', standard: '380V电机不低于0.5MΩ' })]),
    );
    const [part = ''] = await chains.offered('operator', 'sparePart');
    const stock = async () =>
      Number(
        (
          await rows(
            `select quantity::text as q from stock where kind = 'part' and project_code = '${PROJECT}' and item_id = ${part}`,
          )
        )[0]?.q,
      );
    const [before, dated] = [await stock(), await device()];
    const { id, took } = await chains.through(
      'equipmentMaintenanceRecord',
      'operator',
      {
        project: PROJECT,
        contract: null,
        equipment: pump,
        equipmentType: '冷温水泵',
        maintainLevel: '一级保养',
        startTime: chains.at(-5),
        endTime: chains.at(-2),
        runHours: '8000.0',
        executorType: '项目自行保养',
        lockoutDone: true,
        insulationAfter: '200.00',
        ratedCurrent: null,
        items: [{ item: '轴承加注润滑脂', measured: '已加注', itemResult: BAD }],
        parts: [
          { part, source: '项目库存', quantity: '1', unitPrice: '100.00' },
          { part, source: '客户提供', quantity: '2', unitPrice: '100.00' },
        ],
      },
      { 项目经理验收: { acceptResult: '不合格返工', nextDate: chains.day(90) } },
    );
    expect(took).toEqual(expect.arrayContaining(['项目经理验收', '技术工程师审核']));
    expect(await stock()).toBe(before - 1);
    expect(await device()).toMatchObject({ next: chains.day(90), hours: '8000.0' });
    expect(await history('equipmentMaintenanceRecord')).toEqual([{ device: pump, kind: '保养', cost: '100.00' }]);
    expect(await costs('equipmentMaintenanceRecord')).toEqual([{ account: '设备保养', amount: '100.00' }]);
    expect(await chains.reminders('equipmentMaintenanceRecord', id)).toMatchObject([
      { day: chains.day(90), users: [user('operator'), user('projectManager')] },
    ]);
    expect(await chains.followUps('equipmentMaintenanceRecord', id)).toMatchObject([
      { module: 'maintenanceRecords', user: user('operator') },
    ]);
    await chains.cancel('equipmentMaintenanceRecord', id);
    expect([await stock(), await device()]).toEqual([before, dated]);
    expect([await history('equipmentMaintenanceRecord'), await costs('equipmentMaintenanceRecord')]).toEqual([[], []]);
    expect(await chains.followUps('equipmentMaintenanceRecord', id)).toEqual([]);
  });
});

describe('维修记录', () => {
  it('goes on as the next one where the machine is not put right', async () => {
    const repair = (trialResult: string) =>
      chains.through(
        'maintenanceRecords',
        'operator',
        { project: PROJECT, equipment: pump },
        { 试运行验收: { trialResult, trialParams: '振动4.8mm/s' } },
      );
    const { id: mended } = await repair('恢复正常');
    expect(await chains.followUps('maintenanceRecords', mended)).toEqual([]);
    const { id } = await repair('未修复');
    const [next] = await chains.followUps('maintenanceRecords', id);
    expect(next).toMatchObject({ module: 'maintenanceRecords', user: user('operator') });
    const { record } = await chains.walk('maintenanceRecords').info('operator', String(next?.target));
    expect(record).toMatchObject({ equipment: pump, faultDesc: expect.stringMatching(/未修复：振动4.8mm\/s$/) });
    await chains.cancel('maintenanceRecords', id);
    expect(await chains.followUps('maintenanceRecords', id)).toEqual([]);
  });
});

describe('输配系统保养', () => {
  it('works out the efficiency of a pump and keeps it with the device', async () => {
    const dated = await device();
    const { id } = await chains.through(
      'transmissionSystemMaintenance',
      'operator',
      {
        project: PROJECT,
        contract: null,
        maintainDate: chains.day(-1),
        outUnit: (await chains.offered('operator', 'supplier'))[0],
        outFee: '900.00',
        leakPoints: 1,
        leakDesc: '2号泵出口法兰',
        airVent: GOOD,
        softJoint: GOOD,
        pipeInsulation: GOOD,
        hanger: GOOD,
        pumps: [
          {
            pump,
            frequency: '45.0',
            flow: '400.0',
            inPressure: '0.300',
            outPressure: '0.600',
            power: '50.0',
            sealLeak: BAD,
            lubricate: GOOD,
            alignment: GOOD,
            checkValve: null,
          },
        ],
        strainers: [],
      },
      { 项目经理验收: { nextMaintain: chains.day(60) } },
    );
    // 0.3 MPa is 30.6 m; 400 × 30.6 × 0.002725 ÷ 50
    expect(await device()).toMatchObject({ last: chains.day(-1), next: chains.day(60), efficiency: '66.7' });
    expect(await costs('transmissionSystemMaintenance')).toEqual([{ account: '设备保养', amount: '900.00' }]);
    const [follow] = await chains.followUps('transmissionSystemMaintenance', id);
    const draft = await chains.walk('maintenanceRecords').info('operator', String(follow?.target));
    expect(draft.record).toMatchObject({ equipment: pump, faultDesc: '漏点1处：2号泵出口法兰；机械密封：待更换' });
    await chains.cancel('transmissionSystemMaintenance', id);
    expect([
      await device(),
      await costs('transmissionSystemMaintenance'),
      await history('transmissionSystemMaintenance'),
    ]).toEqual([dated, [], []]);
  });
});

describe('阀门', () => {
  const valves = () =>
    rows(`select valve_no as no, set_opening::numeric(5,1)::text as opening, state, last_service_on::text as served, verify_due::text as due
      from b_valve_ledger where project = '${PROJECT}' and not voided and (state is not null or set_opening is not null) order by id`);

  it('are kept by number, reminded of, bought anew, and set where the loops are balanced', async () => {
    const before = await valves();
    const valve = (more: Readonly<Record<string, unknown>>) => ({
      place: '分水器',
      dn: 100,
      medium: '冷温水',
      normalOpen: '100',
      action: ['启闭试验'],
      stroke: GOOD,
      outerLeak: GOOD,
      innerLeak: GOOD,
      actuator: null,
      replaceNeeded: false,
      ...more,
    });
    const served = await chains.through('valveMaintenance', 'operator', {
      project: PROJECT,
      valveCycle: '年度保养',
      serviceDate: chains.day(-1),
      pipelineState: '泄压排空',
      consumableFee: '180.00',
      valves: [
        valve({ valveNo: 'AQF-01', valveKind: '安全阀', verifyDue: chains.day(300) }),
        valve({ valveNo: 'X-09', valveKind: '蝶阀', innerLeak: BAD, replaceNeeded: true }),
      ],
    });
    const kept = await valves();
    expect(kept.find((row) => row.no === 'AQF-01')).toMatchObject({
      state: '完好',
      served: chains.day(-1),
      due: chains.day(300),
    });
    expect(kept.find((row) => row.no === 'X-09')).toMatchObject({ state: '待更换', served: chains.day(-1) });
    expect(await chains.reminders('valveMaintenance', served.id)).toMatchObject([{ day: chains.day(270) }]);
    expect(await chains.followUps('valveMaintenance', served.id)).toMatchObject([
      { user: user('projectManager'), title: expect.stringContaining('蝶阀DN100（X-09）') },
    ]);
    expect(await chains.drafted('valveMaintenance', served.id, 'operatePurchase')).toMatchObject({
      purchaseType: '备品备件',
      applyReason: expect.stringContaining('蝶阀DN100（X-09'),
    });
    expect(await costs('valveMaintenance')).toEqual([{ account: '设备保养', amount: '180.00' }]);

    const known = String(
      (await rows(`select id::text from b_valve_ledger where project = '${PROJECT}' and valve_no = 'V-01'`))[0]?.id,
    );
    const branch = (more: Readonly<Record<string, unknown>>) => ({
      serveArea: '裙楼',
      valveType: '静态平衡阀',
      diameter: 150,
      designFlow: '100.0',
      openBefore: '50',
      flowBefore: '70.0',
      ...more,
    });
    const balanced = await chains.through(
      'hydraulicBalanceRecord',
      'operator',
      {
        project: PROJECT,
        testMode: '采暖',
        testStart: chains.at(-8),
        testEnd: chains.at(-2),
        calibrationDue: chains.day(100),
        headerFlow: '200.0',
        headerSupplyTemp: '52.0',
        headerReturnTemp: '45.0',
        supplyPressure: '0.500',
        returnPressure: '0.300',
        branches: [
          branch({ valve: known, branchName: '1号支路', openAfter: '80', flowAfter: '100.0' }),
          branch({ valve: null, branchName: '新支路', openAfter: '60', flowAfter: '85.0' }),
        ],
      },
      { 技术工程师审核: { needRenovation: true } },
    );
    expect((await valves()).filter((row) => ['V-01', '新支路'].includes(String(row.no)))).toMatchObject([
      { no: 'V-01', opening: '80.0' },
      { no: '新支路', opening: '60.0' },
    ]);
    const archive = () =>
      rows(
        `select out_of_balance as out, balance_rate::numeric(5,1)::text as rate, header_heat::text as heat from b_balance_archive where not voided`,
      );
    // 200 m³/h × 7 ℃ × 1.163
    expect(await archive()).toEqual([{ out: 1, rate: '50.0', heat: '1628' }]);
    const balancedOn = () => rows(`select last_balance_date::text as day from project where code = '${PROJECT}'`);
    expect(await balancedOn()).not.toEqual([{ day: null }]);
    expect(await chains.followUps('hydraulicBalanceRecord', balanced.id)).toMatchObject([
      { user: user('projectManager'), title: expect.stringContaining('需改造') },
    ]);
    expect(await chains.drafted('hydraulicBalanceRecord', balanced.id, 'technicalRenovationRecord')).toMatchObject({
      renovationType: '水力平衡改造',
      currentProblem: expect.stringMatching(/^水力平衡[A-Z]+-/),
    });
    await chains.cancel('hydraulicBalanceRecord', balanced.id);
    expect([await valves(), await archive(), await balancedOn()]).toEqual([kept, [], [{ day: null }]]);
    await chains.cancel('valveMaintenance', served.id);
    expect([await valves(), await costs('valveMaintenance')]).toEqual([before, []]);
  });
});

describe('末端保养', () => {
  it('dates each room, charges what the contract does not cover, and keeps what the customer said', async () => {
    const contract = `HT-${PROJECT}-01`;
    const done = await chains.through(
      'endPipeMaintenance',
      'operator',
      {
        project: PROJECT,
        contract,
        building: 'A座',
        floors: '3F',
        occupant: '华申律师事务所',
        beginTime: chains.at(-6),
        finishTime: chains.at(-2),
        inContract: false,
        chargeAmount: '860.00',
        ceilingDamage: false,
        terminals: [{ room: '301', terminalType: '卧式暗装风机盘管', terminalCount: 4, filterClean: BAD }],
        pipes: [{ pipePlace: '走廊', defect: '保温破损结露', pipeMeasure: '待补保温', solved: false }],
      },
      { 用户签认: { satisfaction: '满意' }, 项目经理审核: { followUp: '本周补保温' } },
    );
    const rooms = () =>
      rows(
        `select room, terminal_count as n, fails from b_terminal_ledger where project = '${PROJECT}' and last_service_on is not null`,
      );
    const owed = () =>
      rows(`select r.amount::text, r.customer_name as customer, b.kind from b_receivable_ledger r join b_settlement_basis b on b.receivable = r.id and not b.voided
        where r.source_module = 'endPipeMaintenance' and not r.voided`);
    const ratings = () => rows('select rating, score from b_service_rating where not voided');
    expect(await rooms()).toEqual([{ room: '301', n: 4, fails: 1 }]);
    expect(await owed()).toEqual([{ amount: '860.00', customer: '华申律师事务所', kind: '维修应收' }]);
    expect(await ratings()).toEqual([{ rating: '满意', score: 85 }]);
    expect(await chains.followUps('endPipeMaintenance', done.id)).toMatchObject([{ module: 'maintenanceRecords' }]);
    await chains.cancel('endPipeMaintenance', done.id);
    expect([
      await rooms(),
      await owed(),
      await ratings(),
      await chains.followUps('endPipeMaintenance', done.id),
    ]).toEqual([[], [], [], []]);
  });
});

describe('系统检查', () => {
  it('scores the project out of a hundred, compares with the check before, and follows what is not closed', async () => {
    const opened = await chains.preview('systemCheck', 'engineer', { project: PROJECT });
    expect(opened.totalFull).toBe('100.0');
    const item = { subsystem: '主机', measured: '已检查', fullScore: '10.0' };
    const bad = {
      getScore: '4.0',
      itemResult: BAD,
      problem: '渗漏',
      rectifyOwner: user('operator'),
      rectifyBefore: chains.day(5),
    };
    const check = {
      project: PROJECT,
      checkType: '月度检查',
      checkDate: chains.day(-1),
      accompany: user('operator2'),
      runState: '采暖运行',
      hostTotal: 3,
      hostRunning: 1,
      lastScore: null,
      stopRequired: true,
      stopReason: '燃气阀组泄漏',
      items: [
        { ...item, item: '燃气阀组检漏', ...bad },
        { ...item, item: '主机真空度', ...bad },
        { ...item, item: '传感器偏差', getScore: '10.0', itemResult: GOOD },
      ],
    };
    const { id, took } = await chains.through('systemCheck', 'engineer', check, {
      检查人复查: { recheckResult: '部分闭环', unclosedItems: ['燃气阀组检漏'], unclosedCount: 1 },
    });
    expect(took).toContain('技术总监审核');
    const scores = () =>
      rows(
        `select kind, score_rate::numeric(5,1)::text as rate, problems from b_project_score where project = '${PROJECT}' and not voided`,
      );
    expect(await scores()).toEqual([{ kind: '系统检查', rate: '60.0', problems: 2 }]);
    const alarms = () => rows(`select level, kind from alarm where source_module = 'systemCheck' and not voided`);
    expect(await alarms()).toEqual([{ level: '紧急', kind: '安全报警' }]);
    expect(await chains.followUps('systemCheck', id)).toMatchObject([
      { kind: '待填报', user: user('operator'), title: expect.stringContaining('燃气阀组检漏') },
      { kind: '停机整改', role: 'safetyOfficer' },
    ]);
    expect(await chains.drafted('systemCheck', id, 'problemDetectionFeedback')).toMatchObject({
      sourceForm: expect.stringMatching(/^[A-Z]+-/),
      phenomenon: expect.stringContaining('燃气阀组检漏'),
    });
    const next = await chains.preview('systemCheck', 'engineer', { project: PROJECT, checkType: '月度检查' });
    expect(Number(next.lastScore)).toBe(60);
    await chains.cancel('systemCheck', id);
    expect([await scores(), await alarms(), await chains.followUps('systemCheck', id)]).toEqual([[], [], []]);
  });
});
