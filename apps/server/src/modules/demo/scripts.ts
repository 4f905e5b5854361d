/** What the demo records of the sites say and how far each has come. */
import { day, first, moment, none, type Script, site, STAGES } from './script.ts';
import { ENERGY } from './scripts-energy.ts';
import { OFFICE } from './scripts-office.ts';
import { CONTRACTS } from './scripts-contracts.ts';
import { INSPECTIONS } from './scripts-inspection.ts';
import { CUSTOMERS } from './scripts-customers.ts';
import { COMPOSITE } from './scripts-composite.ts';
import { EMPLOYEES } from './scripts-employees.ts';
import { SALES } from './scripts-sales.ts';
import { WATER } from './scripts-water.ts';
import { SYSTEMS } from './scripts-systems.ts';
import { DELIVERIES } from './scripts-deliveries.ts';
import { MONEY } from './scripts-money.ts';
import { ACCOUNTS } from './scripts-accounts.ts';
import { EVALUATIONS } from './scripts-evaluations.ts';
import { EFFICIENCY } from './scripts-efficiency.ts';
import { CONSULTING } from './scripts-consulting.ts';
import { SIGNED } from './scripts-signed.ts';
import { HOUSEHOLDS } from './scripts-households.ts';
import { INVESTMENTS } from './scripts-investments.ts';
import { PROVIDERS } from './scripts-providers.ts';
import { WON_PROJECTS } from './scripts-won.ts';
import { WORKS } from './scripts-works.ts';
import { MACHINES } from './scripts-machines.ts';
import { OPERATIONS } from './scripts-operations.ts';
import { PAPER_SCRIPTS } from './scripts-papers.ts';
import { PEOPLE_SCRIPTS } from './scripts-people.ts';
import { RECEIVABLES } from './scripts-receivables.ts';
import { SAFETY } from './scripts-safety.ts';
import { SAFETY_OFFICERS } from './scripts-safety-officers.ts';
import { TRAINING } from './scripts-training.ts';
import { UPKEEP } from './scripts-upkeep.ts';

const constructionNotice = (i: number): Script => {
  const at = site(i);
  const by = i % 2 === 0 ? at.manager : at.operators[0];
  return {
    module: 'constructionNotice',
    applicant: by,
    ...(STAGES[i % STAGES.length] ?? { end: 'running', after: 0 }),
    async fields(tools, driver) {
      const file = await tools.file();
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        workType: ['加药', '杀菌灭藻', '预膜镀膜'][i % 3],
        waterSystems: ['冷却水', '冷温水'],
        workScope: '制冷机房1、2号冷却塔及冷却水管路',
        planStart: moment(tools.now, 48),
        planEnd: moment(tools.now, 56),
        waterVolume: String(180 + i * 12),
        constructionUnit: await first(driver, tools, by, 'supplier', { Keyword: 'qy' }),
        siteLeader: '邹建军',
        leaderPhone: '19600000001',
        customerContact: '刘敏',
        noticeWay: '书面送达',
        noticeDate: day(tools.now),
        stopSupply: i % 3 === 0,
        ...(i % 3 === 0 ? { stopHours: '3.5', affectedArea: '裙楼一至三层' } : {}),
        drainVolume: '12',
        drainPoint: '中和池处理后排放',
        safetyMeasures: ['断电挂牌上锁', '防酸碱护目镜手套', '现场通风'],
        schemeFiles: [file],
        chemicals: [
          {
            name: await first(driver, tools, by, 'waterChemical', { ProjectCode: at.project }),
            useSystem: '冷却水',
            quantity: String(20 + (i % 4) * 5),
          },
        ],
        workers: [
          { workerName: '邹建军', trade: '水处理工', insured: true },
          { workerName: '孟祥', trade: '监护人', insured: true },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      水质工程师审核: async () => ({
        engineerAdvice: '按方案投加，投加后每4小时检测一次',
        targetIndex: 'pH7.5–9.5、浊度不大于10NTU',
      }),
      安全员审核: async () => ({ safetyBriefed: true }),
      执行反馈: async (tools) => ({
        actualStart: moment(tools.now, -6),
        actualFinish: moment(tools.now, -1),
        afterPh: '8.2',
        afterConductivity: '1560',
        workResult: '达标',
        finishPhotos: [await tools.file()],
      }),
    },
  };
};

const roomInspection = (i: number): Script => {
  const at = site(i);
  return {
    module: 'roomInspectionRecord',
    applicant: at.operators[0],
    ...(STAGES[(i + 1) % STAGES.length] ?? { end: 'running', after: 0 }),
    async fields(tools, driver) {
      const host = await first(driver, tools, at.operators[0], 'device', { ProjectCode: at.project, Category: '主机' });
      const pump = await first(driver, tools, at.operators[0], 'device', { ProjectCode: at.project, Category: '水泵' });
      const good = { result: '合格' };
      return {
        project: at.project,
        inspectTime: moment(tools.now, -1),
        shift: ['早班', '中班', '夜班'][i % 3],
        machineRoom: '制冷机房',
        runMode: '采暖',
        outdoorTemp: String(6 + (i % 5)),
        outdoorHumidity: '62',
        roomTemp: '24.5',
        gasConcentration: '0',
        gasPressure: '13.2',
        sysPressure: '0.42',
        supplyTemp: '52.5',
        returnTemp: '45.8',
        gasAlarm: good,
        ventFan: good,
        powerCabinet: good,
        groundWater: i % 2 === 0 ? good : { result: '不合格', remark: '集水坑泵浮球卡涩' },
        fireEquip: good,
        towerState: good,
        leakState: good,
        handoverNote: '1号机运行平稳，注意观察高发温度',
        successor: await tools.user(at.operators[1]),
        hosts: [
          {
            host,
            hostState: '运行',
            fireRate: '65',
            chilledIn: '45.8',
            chilledOut: '52.5',
            highGenTemp: '148',
            exhaustTemp: '162',
            flame: good,
          },
        ],
        pumps: [{ pump, pumpHz: '42', pumpAmp: '78.5', pumpIn: '0.38', pumpOut: '0.61', pumpOk: good }],
      };
    },
    steps: {
      接班人确认: async () => ({ takeoverOk: true }),
      项目经理处理: async () => ({ dispose: '安排检修更换浮球开关', toRepair: false }),
      安全员处理: async () => ({ safetyDispose: '已复测，正常' }),
    },
  };
};

const aircrewBurn = (i: number): Script => {
  const at = site(i);
  return {
    module: 'aircrewBurn',
    applicant: at.operators[0],
    ...(STAGES[(i + 2) % STAGES.length] ?? { end: 'running', after: 0 }),
    async fields(tools, driver) {
      const file = await tools.file();
      const point = (load: string, flow: number, o2: string, co: number) => ({
        stage: '调校前',
        load,
        fuelFlow: String(flow),
        airTemp: '22.0',
        exhaustTemp: String(150 + flow / 20),
        o2,
        co,
        nox: 42,
        coefA: '0.66',
        coefB: '0.009',
      });
      return {
        project: at.project,
        device: await first(driver, tools, at.operators[0], 'device', { ProjectCode: at.project, Category: '主机' }),
        testReason: '采暖季开机',
        burnerBrand: '威索Weishaupt',
        burnerModel: 'WM-G20/3-A',
        fuel: '天然气',
        calorific: '35.59',
        runMode: '采暖',
        analyzer: 'Testo 350 02731',
        analyzerExpire: day(tools.now, 200),
        testDate: day(tools.now),
        tester: await tools.user(at.operators[0]),
        flame: { result: '合格' },
        ignition: { result: '合格' },
        smoke: '0级',
        adjusted: false,
        printSlip: [file],
        points: [point('小火', 60, '4.8', 18), point('50%负荷', 110, '4.1', 22), point('大火', 172, '3.4', 31)],
      };
    },
    steps: {
      项目经理审核: async (tools) => ({ nextTestDate: day(tools.now, 180) }),
      暖通工程师评定: async () => ({ grade: '合格', techAdvice: '含氧量和一氧化碳在合格范围，按期复测' }),
    },
  };
};

const interview = (i: number): Script => {
  const at = site(i);
  return {
    module: 'interviewRecord',
    applicant: at.manager,
    ...(STAGES[(i + 4) % STAGES.length] ?? { end: 'running', after: 0 }),
    async fields(tools) {
      const dimensions = [
        '制冷效果',
        '采暖效果',
        '卫生热水',
        '空气品质与噪音',
        '设备运行稳定',
        '报修响应速度',
        '服务态度与仪容',
        '机房卫生与标识',
        '账单透明准确',
        '节能建议与成效',
      ];
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        year: Number(day(tools.now).slice(0, 4)),
        quarter: '第三季度',
        season: '制冷季',
        visitWay: '座谈会',
        visitTime: moment(tools.now, -3),
        customerName: '业主单位',
        interviewee: '刘敏',
        intervieweePost: '工程总监',
        intervieweePhone: '19800000001',
        companyVisitors: [await tools.user(at.manager)],
        indoorTempFeedback: '24.5',
        billDispute: false,
        renewIntention: i % 2 === 0 ? '倾向续签' : '未表态',
        praise: '夜间抢修及时',
        scores: dimensions.map((dimension, n) => ({ dimension, weight: '10', score: 8 + ((i + n) % 3) })),
        problems:
          i % 2 === 0
            ? [
                {
                  problemType: '噪音振动',
                  problem: '屋面冷却塔夜间噪音偏大',
                  owner: await tools.user(at.manager),
                  promiseDate: day(tools.now, 14),
                },
              ]
            : [],
      };
    },
    steps: {
      区域经理审核: async () => ({ areaOpinion: '请按承诺日期答复客户' }),
      意见处理反馈: async () => ({ solvedCount: 1, solveDetail: '已调整风机转速并加装消音垫', customerConfirm: true }),
    },
  };
};

const workContact = (i: number): Script => {
  const from = [
    ['engineer', 'A632201'],
    ['sales', 'A630802'],
    ['hr', 'A6304'],
  ] as const;
  const [applicant, dept] = from[i % from.length] ?? from[0];
  return {
    module: 'departmentalWorkContact',
    applicant,
    ...(STAGES[(i + 5) % STAGES.length] ?? { end: 'running', after: 0 }),
    async fields(tools) {
      const me = await tools.user(applicant);
      return {
        fromDept: dept,
        toDept: 'A630701',
        receiver: await tools.user('hvacLeader'),
        contactType: ['技术支持', '图纸资料需求', '培训需求'][i % 3],
        urgency: i % 2 === 0 ? '一般' : '紧急',
        replyBefore: day(tools.now, 5),
        finishBefore: day(tools.now, 15),
        background: '项目冬季负荷偏低，请协助核算机组台数与水泵频率',
        involveCost: false,
        matters: [
          {
            matter: '负荷核算',
            demand: '按近三年气象数据',
            deliverable: '计算书',
            needDate: day(tools.now, 10),
            coordinator: me,
          },
          {
            matter: '现场交底',
            demand: '半天',
            deliverable: '现场服务',
            needDate: day(tools.now, 14),
            coordinator: me,
          },
        ],
      };
    },
    steps: {
      提出部门负责人审核: none,
      接收部门负责人签收: async (tools) => ({
        acceptOpinion: '接受',
        promiseDate: day(tools.now, 6),
        NextHandlerUserId: await tools.user('hvacEngineer'),
      }),
      承办人办理: async (tools) => ({
        handleResult: '计算书已提交并完成交底',
        finishDate: day(tools.now),
        workHours: '12',
      }),
      提出人确认评价: async () => ({ timelyMark: 9, qualityMark: 9 }),
    },
  };
};

const maintenance = (i: number): Script => {
  const at = site(i);
  return {
    module: 'maintenanceRecords',
    applicant: at.operators[0],
    ...(STAGES[i % STAGES.length] ?? { end: 'running', after: 0 }),
    async fields(tools, driver) {
      const file = await tools.file();
      return {
        project: at.project,
        faultTime: moment(tools.now, -9),
        findWay: '值班巡检',
        reporter: '值班长',
        equipment: await first(driver, tools, at.operators[0], 'device', { ProjectCode: at.project, Category: '水泵' }),
        faultSystem: '冷温水系统',
        faultPart: '轴承密封',
        faultLevel: i % 3 === 0 ? '较大' : '一般',
        affectSupply: false,
        faultDesc: '机械密封处滴水约每分钟30滴，轴承温度偏高',
        causeType: '自然磨损',
        causeAnalysis: '密封面磨损，已运行超过12000小时',
        arriveTime: moment(tools.now, -8.5),
        repairStart: moment(tools.now, -8),
        repairEnd: moment(tools.now, -5),
        repairWay: '项目自修',
        repairers: '运行班组',
        repairMeasures: '更换机械密封，校正联轴器同心度',
        payer: '公司承担',
        otherFee: '0',
        repairPhotos: [file],
        labors: [{ trade: '管工', laborHours: String(3 + (i % 3)), hourRate: '120' }],
      };
    },
    steps: {
      项目经理审核: none,
      技术工程师审核: async () => ({ techOpinion: '处理得当', preventMeasure: '纳入季度保养检查' }),
      试运行验收: async () => ({
        trialHours: '24',
        trialResult: '恢复正常',
        trialParams: '电流78A，振动2.8mm/s，无渗漏',
      }),
    },
  };
};

const loan = (i: number): Script => {
  const who = ['engineer', 'sales', 'hvacEngineer', 'legal'] as const;
  const depts = { engineer: 'A632201', sales: 'A630802', hvacEngineer: 'A630701', legal: 'A6306' } as const;
  const applicant = who[i % who.length] ?? 'engineer';
  return {
    module: 'borrowing',
    applicant,
    ...(STAGES[i % STAGES.length] ?? { end: 'running', after: 0 }),
    async fields(tools) {
      return {
        dept: depts[applicant],
        loanAction: '借款',
        borrower: await tools.user(applicant),
        loanKind: '零星采购借款',
        useReason: '项目现场零星材料采购与差旅',
        budgetMonth: day(tools.now).slice(0, 7),
        expectClear: day(tools.now, 30),
        receiveMode: '转账至借款人',
        receiveName: '本人',
        receiveBank: '工商银行',
        receiveNo: '6222021200000001',
        uses: [
          { useItem: '交通费', usePlace: '项目现场', useDate: day(tools.now, 3), useAmount: String(600 + i * 50) },
          { useItem: '材料配件', usePlace: '建材市场', useDate: day(tools.now, 4), useAmount: '1200' },
        ],
      };
    },
    steps: {
      部门负责人审核: none,
      财务审核: async () => ({ approvedAmount: String(1800 + i * 50), loanSubject: '其他应收款-个人借款' }),
      出纳收付款: async (tools) => ({
        payDate: day(tools.now),
        paidAmount: String(1800 + i * 50),
        bankSerial: `DEMO${day(tools.now).replaceAll('-', '')}${String(tools.index).padStart(4, '0')}`,
        payVoucher: [await tools.file()],
      }),
    },
  };
};

const SITE = [constructionNotice, maintenance, roomInspection, workContact, aircrewBurn, loan, interview] as const;
const KINDS = [...SITE, ...OFFICE];

/** At least one of each module: the first sixty mixed as they would come in, then by what they are about. Added at the end only: installations know them by their place. */
export const SCRIPTS: readonly Script[] = [
  ...Array.from({ length: 60 }, (_, at) => {
    const make = KINDS[at % KINDS.length] ?? constructionNotice;
    return make(Math.floor(at / KINDS.length));
  }),
  ...TRAINING,
  ...CONTRACTS,
  ...RECEIVABLES,
  ...SAFETY,
  ...UPKEEP,
  ...INSPECTIONS,
  ...CUSTOMERS,
  ...ENERGY,
  ...OPERATIONS,
  ...PEOPLE_SCRIPTS,
  ...SAFETY_OFFICERS,
  ...MACHINES,
  ...SALES,
  ...EMPLOYEES,
  ...COMPOSITE,
  ...WATER,
  ...SYSTEMS,
  ...DELIVERIES,
  ...MONEY,
  ...ACCOUNTS,
  ...EFFICIENCY,
  ...EVALUATIONS,
  ...CONSULTING,
  ...INVESTMENTS,
  ...SIGNED,
  ...WORKS,
  ...PROVIDERS,
  ...HOUSEHOLDS,
  ...WON_PROJECTS,
  ...PAPER_SCRIPTS,
];
