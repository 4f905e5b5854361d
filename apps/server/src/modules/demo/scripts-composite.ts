/** What the demo records of a site's manifold matters say: services of others, rented houses, inventions, checks, bills paid for customers, plans, an exit. */
import type { Driver } from './driver.ts';
import {
  approved,
  day,
  first,
  firstOf,
  monthBefore,
  moment,
  none,
  previewed,
  rejected,
  type Script,
  site,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';

const supplier = (driver: Driver, tools: Tools, account: string, name: string): Promise<string> =>
  first(driver, tools, account, 'supplier', { Keyword: name });

const outService = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'outService',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const file = await tools.file();
      const quote = async (name: string, quoteTotal: string, days: number) => ({
        quoteUnit: await supplier(driver, tools, at.manager, name),
        quoteTotal,
        days,
        warrantyMonths: 6,
        quoteFile: [file],
      });
      return {
        project: at.project,
        device: await firstOf(driver, tools, at.manager, 'device', at.project, { Category: '主机' }),
        serviceType: '燃烧器调试',
        urgency: '计划性',
        faultDesc: '大火工况一氧化碳偏高，伺服行程与风门开度不匹配',
        outReason: '无专用工具仪器',
        inWarranty: false,
        costBearer: '公司',
        selectMode: '三家比价',
        supplier: await supplier(driver, tools, at.manager, '远方燃烧'),
        supplierContact: '魏远',
        supplierPhone: '19700000004',
        planStart: moment(tools.now, 24),
        planEnd: moment(tools.now, 30),
        needStop: true,
        stopNotice: '已书面告知物业，安排在夜间停机四小时',
        dangerWork: ['燃气管路'],
        sitePhotos: [file],
        items: [
          { itemName: '燃烧器全负荷调试', itemUnit: '台', quantity: '1.00', unitPrice: '3200.0000', taxRate: '6' },
          { itemName: '烟气分析报告', itemUnit: '项', quantity: '1.00', unitPrice: '600.0000', taxRate: '6' },
        ],
        quotes: [
          await quote('远方燃烧', '3800.00', 1),
          await quote('恒冷制冷', '4300.00', 2),
          await quote('科控自动化', '4600.00', 2),
        ],
      };
    },
    steps: {
      区域经理审核: none,
      采购核价: async () => ({ dealAmount: '3700.00', priceBasis: '三家比价最低并议价' }),
      完工验收: async (tools) => ({
        actualStart: moment(tools.now, -6),
        actualEnd: moment(tools.now, -1),
        beforeAfter: '大火CO由86ppm降至18ppm，排烟温度由176℃降至161℃',
        acceptResult: '合格',
        serviceScore: 92,
        finalAmount: '3700.00',
        workOrder: [await tools.file()],
        warrantyTo: day(tools.now, 180),
      }),
    },
  };
};

const cashier = async (driver: Driver, tools: Tools, paidAmount: string, mark: string) => ({
  payDate: day(tools.now),
  payAccount: await first(driver, tools, 'cashier', 'companyAccount', {}),
  paidAmount,
  bankSerial: `${mark}${day(tools.now).replaceAll('-', '')}${String(tools.index).padStart(4, '0')}`,
  payVoucher: [await tools.file()],
});

const newLease = (stage: Stage): Script => {
  const at = site(0);
  return {
    module: 'staffRent',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        applyType: '新租',
        houseAddress: '滨江大道 168 弄 7 号 1203 室',
        distance: '1.2',
        layout: '两室一厅',
        houseArea: '78.00',
        landlord: '蒋淑芬',
        landlordPhone: '13900001088',
        payeeAccount: '建设银行浦东支行 6227001100223344',
        leaseStart: day(tools.now, 5),
        leaseEnd: day(tools.now, 369),
        monthRent: '2800.00',
        payCycle: '押一付三',
        deposit: '2800.00',
        agentFee: '0',
        periodStart: day(tools.now, 5),
        periodEnd: day(tools.now, 95),
        payMonths: '3.0',
        perStandard: '1500.00',
        invoiceType: '税务代开',
        contractFiles: [await tools.file()],
        occupants: [
          { occupant: await tools.user('operator'), stayFrom: day(tools.now, 5), selfShare: '100.00' },
          { occupant: await tools.user('operator2'), stayFrom: day(tools.now, 5), selfShare: '100.00' },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审核: none,
      行政审核: async () => ({ houseCheck: ['有漏电保护', '消防通道畅通', '门锁完好'], leaseNo: 'ZL-EMC01001-02' }),
      财务审核: async () => ({ costSubject: '员工宿舍租金' }),
      出纳付款: (tools, driver) => cashier(driver, tools, '11200.00', 'ZF'),
    },
  };
};

const houseBills = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'staffRent',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const lease = await firstOf(driver, tools, at.manager, 'rentLease', at.project);
      const asked = { project: at.project, applyType: '水电物业费支付', lease };
      const seen = await previewed(driver, tools, at.manager, 'staffRent', asked);
      const month = monthBefore(day(tools.now), 1);
      return {
        ...asked,
        layout: '两室一厅',
        houseArea: '76.00',
        houseAddress: seen.houseAddress,
        landlord: seen.landlord,
        landlordPhone: seen.landlordPhone,
        payeeAccount: seen.payeeAccount,
        leaseStart: seen.leaseStart,
        leaseEnd: seen.leaseEnd,
        monthRent: seen.monthRent,
        payCycle: '押一付三',
        periodStart: `${month}-01`,
        periodEnd: `${month}-28`,
        payMonths: '0',
        perStandard: '1500.00',
        invoiceType: '收据',
        occupants: [{ occupant: await tools.user(at.operators[0]), stayFrom: day(tools.now, -100), selfShare: '0' }],
        utilities: [
          { feeName: '电费', lastReading: '3120.00', thisReading: '3306.00', price: '0.6170' },
          { feeName: '水费', lastReading: '218.00', thisReading: '229.00', price: '3.4500' },
          { feeName: '网络费', fixedAmount: '60.00' },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      行政审核: async () => ({ houseCheck: ['不适用'] }),
    },
  };
};

const ACHIEVEMENTS = [
  { name: '冷却塔风机按湿球温度变频调节', kind: '节能优化', specialty: '冷却塔与水质', power: '42000.00', gas: '0' },
  { name: '高发烟管在线清灰工装', kind: '技术革新', specialty: '溴化锂主机', power: '0', gas: '9600.00' },
] as const;

const technicalRegistration = (i: number, stage: Stage): Script => {
  const at = site(i);
  const of = ACHIEVEMENTS[i % ACHIEVEMENTS.length] ?? ACHIEVEMENTS[0];
  return {
    module: 'technicalRegistration',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        regType: of.kind,
        achievement: of.name,
        specialty: of.specialty,
        startDate: day(tools.now, -75),
        finishDate: day(tools.now, -40),
        phenomenon: '原按固定台数和工频运行，过渡季过量冷却，端差波动大',
        causeAnalysis: '控制仅取回水温度，没有考虑湿球温度',
        solution: '加装湿球温度测点，按逼近度4℃给定风机频率，人工校核一个月后投自动',
        keyPoint: '逼近度设定与最低频率下限',
        riskNote: '频率低于20Hz时注意减速机润滑',
        investAmount: '3600.00',
        saveGas: of.gas,
        gasPrice: of.gas === '0' ? '0' : '3.5200',
        savePower: of.power,
        powerPrice: of.power === '0' ? '0' : '0.7800',
        spreadScope: ['直燃机项目', '电制冷项目'],
        attachFiles: [await tools.file()],
        measures: [{ indicator: '冷却水端差', indicatorUnit: '℃', before: '5.200', after: '4.100' }],
        contributors: [
          { person: await tools.user(at.operators[0]), duty: '方案与实施', share: '60' },
          { person: await tools.user(at.manager), duty: '数据核对与推广', share: '40' },
        ],
      };
    },
    steps: {
      项目经理核实效果: async () => ({ effectTrue: '属实', trackDays: 36 }),
      能源数据核算: async () => ({ verifiedSaving: '28600.00' }),
      专业评审: async () => ({
        innovScore: '22.0',
        practicalScore: '26.0',
        benefitScore: '20.0',
        spreadScore: '12.0',
        reviewOpinion: '思路清楚，数据完整，可在同类项目推广',
      }),
      技术总监定级: async () => ({ grade: '二等', rewardAmount: '1200.00' }),
    },
  };
};

const REVIEWED = [
  { name: '清源水处理', kind: '水处理药剂' },
  { name: '同力水泵', kind: '水泵冷却塔' },
] as const;

const providerAnnualReview = (i: number, stage: Stage): Script => {
  const of = REVIEWED[i % REVIEWED.length] ?? REVIEWED[0];
  return {
    module: 'providerAnnualReview',
    applicant: 'purchaser',
    ...stage,
    async fields(tools, driver) {
      return {
        supplier: await supplier(driver, tools, 'purchaser', of.name),
        reviewYear: Number(day(tools.now).slice(0, 4)),
        providerType: of.kind,
        cooperateSince: day(tools.now, -1100),
        currentGrade: 'A',
        licenseTo: day(tools.now, 2600),
        qualifyTo: day(tools.now, 520),
        creditCheck: '正常',
        creditShot: [await tools.file()],
        orderCount: 14,
        onTimeCount: 13,
        rejectCount: 1,
        emergencyCount: 3,
        hasSafetyAccident: false,
        hasBribery: false,
        hasMajorQuality: false,
        deals: [],
      };
    },
    steps: {
      使用部门评分: async () => ({ qualityScore: '26.0', serviceScore: '13.0' }),
      采购评分: async () => ({ deliverScore: '18.0', priceScore: '16.0' }),
      安全员评分: async () => ({ safetyScore: '9.0' }),
      财务评分: async () => ({ complyScore: '4.5' }),
      总经理定级: async () => ({ newGrade: 'B', conclusion: '继续合作', shareNextYear: '40' }),
    },
  };
};

const FULL = {
  vacuumScore: '12.0',
  burnScore: '10.0',
  transScore: '10.0',
  powerScore: '8.0',
  meterScore: '8.0',
  energyScore: '15.0',
  safetyScore: '12.0',
  staffScore: '5.0',
  clientScore: '5.0',
};

const EMCProjectCheck = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = i === 0 ? 'areaManager' : 'areaManager2';
  return {
    module: 'EMCProjectCheck',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const dutyPerson = await tools.user(at.operators[0]);
      const problem = { severity: '一般', dutyPerson, deadline: day(tools.now, 10), photo: [await tools.file()] };
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        checkKind: '季前开机检查',
        checkDate: day(tools.now),
        checkers: [await tools.user(by)],
        siteLeader: await tools.user(at.manager),
        device: await firstOf(driver, tools, by, 'device', at.project, { Category: '主机' }),
        runHours: '12400.0',
        vacuumPressure: '0.82',
        exhaustTemp: '162.0',
        exhaustO2: '3.8',
        exhaustCO: 22,
        coolRatio: '4.20',
        coolApproach: '1.8',
        energyYear: '8.60',
        energyGoal: '8.80',
        ...FULL,
        waterScore: '8.0',
        recordScore: '4.0',
        checkPhotos: [await tools.file()],
        checkSummary: '主机状态良好，开机准备充分，水质记录与档案尚有欠缺',
        problems: [
          {
            ...problem,
            part: '软水与加药装置',
            problem: '加药泵冲程标定记录缺失',
            deduct: '2.0',
            measure: '重新标定并挂牌',
          },
          { ...problem, part: '运行日志', problem: '保养记录未归档两份', deduct: '1.0', measure: '补齐归档' },
        ],
      };
    },
    steps: {
      项目经理确认问题: async () => ({ confirmOpinion: '无异议' }),
      区域经理审核: none,
      EMC总监审批: async () => ({ grade: '优秀', rewardPunish: '通报表扬' }),
      整改反馈: async (tools) => ({
        rectifiedCount: 2,
        rectifyNote: '加药泵已标定，档案补齐',
        rectifyPhotos: [await tools.file()],
      }),
      检查人复核: async (tools) => ({ recheckDate: day(tools.now), recheckResult: '全部闭环' }),
    },
  };
};

const feePaymentBehalf = (i: number, stage: Stage): Script => {
  const at = site(i);
  const used = 620 + i * 85;
  const amount = (used * 5.2).toFixed(2);
  return {
    module: 'feePaymentBehalf',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        feeType: '自来水费',
        behalfOf: '物业公司',
        behalfName: '浦江物业服务中心',
        behalfReason: '总分表分摊',
        payeeUnit: '城市自来水有限公司',
        payeeBank: '中国银行静安支行',
        payeeAccount: '6216000300030003',
        lastPayDate: day(tools.now, 8),
        serviceRate: '0',
        recoverMode: '并入当期结算',
        recoverDate: day(tools.now, 40),
        unrecovered: '0',
        invoiceTo: '我公司',
        bills: [
          {
            accountNo: `SH-${at.project}-02`,
            billMonth: monthBefore(day(tools.now), 1),
            lastReading: '48820.00',
            thisReading: String(48820 + used),
            ratio: '1.00',
            billUnit: 'm³',
            unitPrice: '5.2000',
            billAmount: amount,
            billFile: [await tools.file()],
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审核: none,
      财务审核: async () => ({ ledgerSubject: '其他应收款-代垫', recoverCertain: '确定' }),
      出纳付款: (tools, driver) => cashier(driver, tools, amount, 'DJ'),
    },
  };
};

/** The customer ends the contract of a hotel that is rebuilt: agreed on, not yet carried out. */
const outHandover = (stage: Stage): Script => {
  const by = 'projectManager5';
  const project = 'OM04001';
  return {
    module: 'outHandover',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const device = (Category: string) => firstOf(driver, tools, by, 'device', project, { Category });
      const asset = { ownership: '客户', bookCount: 1, actualCount: 1, condition: '完好', disposal: '移交接收方' };
      return {
        project,
        contract: `HT-${project}-01`,
        exitReason: '客户提前解约',
        noticeDate: day(tools.now, -20),
        exitDate: day(tools.now, 40),
        noticeFile: [await tools.file()],
        receiveUnit: '滇池度假酒店工程部',
        receiver: '段工',
        receiverPhone: '19600000031',
        trainDays: 7,
        assetOwner: '无投资资产',
        receivableFee: '86400.00',
        payableEnergy: '0',
        unsettledMatters: '末端风机盘管维修两台待配件，移交时一并列明',
        assets: [
          { ...asset, device: await device('主机') },
          { ...asset, device: await device('冷却塔') },
        ],
        meters: [
          {
            meterKind: '电表',
            meterNo: 'DB-01',
            readKind: '正常',
            ratio: '160.00',
            // What the ledger has of it (`devices.ts`): an exit begins nowhere below.
            lastReading: '19666.40',
            exitReading: '19708.40',
            unitPrice: '0.7800',
            readingPhoto: await tools.file(),
          },
        ],
        documents: [
          { docKind: '竣工图纸', copies: 1 },
          { docKind: '运行记录', copies: 24 },
        ],
      };
    },
    steps: {
      区域经理审核: async () => ({ areaOpinion: '同意按通知期退场，做好交接带教' }),
      采购确认资产物资: none,
    },
  };
};

export const COMPOSITE: readonly Script[] = [
  outService(0, approved()),
  outService(1, waiting(1)),
  newLease(approved()),
  houseBills(1, waiting(1)),
  technicalRegistration(0, approved()),
  technicalRegistration(1, waiting(2)),
  providerAnnualReview(0, approved()),
  providerAnnualReview(1, waiting(1)),
  EMCProjectCheck(0, approved()),
  EMCProjectCheck(1, waiting(1)),
  feePaymentBehalf(0, approved()),
  feePaymentBehalf(1, rejected(1)),
  outHandover(waiting(2)),
];
