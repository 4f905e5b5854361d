/** What the demo records of building works say: tenders, goods ordered and taken in, sites opened, logged, paid and checked. */
import type { Driver } from './driver.ts';
import {
  approved,
  day,
  first,
  firstOf,
  GOOD,
  moment,
  none,
  previewed,
  type Script,
  site,
  type Site,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';

const BUYER = 'purchaser';

/** Of the works contract of a site: `通达` builds there. */
export const worksOf = async (driver: Driver, tools: Tools, account: string, project: string) => ({
  project,
  subProject: await firstOf(driver, tools, account, 'subProject', project, { Keyword: '制冷机房节能改造' }),
  projectContract: await firstOf(driver, tools, account, 'projectContract', project, { Keyword: '管道与设备安装' }),
});
export const builder = (driver: Driver, tools: Tools, account: string): Promise<string> =>
  first(driver, tools, account, 'supplier', { Keyword: '通达管道' });
const pipeLine = (driver: Driver, tools: Tools, account: string, project: string): Promise<string> =>
  firstOf(driver, tools, account, 'purchaseOrderLine', project, { Keyword: '无缝钢管' });

/** Who looks after the works of an area. */
const ENGINEERS: Readonly<Record<string, string>> = {
  EMC01001: 'engineer',
  EMC02002: 'engineer2',
  EMC03001: 'engineer3',
  EMC04001: 'engineer4',
};
const engineerOf = (at: Site): string => ENGINEERS[at.project] ?? 'engineer';

const WORKERS = [
  ['邱大力', '31011519880612431X', '焊工', 'T310115198806124'],
  ['罗建平', '440305199010233512', '管道工', null],
  ['马学东', '510107199204172818', '电工', 'T510107199204172'],
] as const;

const constructionApplication = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = engineerOf(at);
  return {
    module: 'constructionApplication',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      return {
        ...(await worksOf(driver, tools, by, at.project)),
        supplier: await builder(driver, tools, by),
        applyKind: '首次开工',
        planStart: day(tools.now, 1),
        planEnd: day(tools.now, 70),
        foreman: '赵通达',
        foremanPhone: '19700000006',
        foremanCert: '沪2312016201700168',
        guard: '柳成',
        guardCert: '沪建安C(2021)0162315',
        insurance: await tools.file(),
        insureExpire: day(tools.now, 160),
        safetyAgreement: true,
        dangerWorks: ['动火', '吊装', '临时用电'],
        largeDanger: false,
        stopEnergy: false,
        scheme: [await tools.file()],
        schedule: await tools.file(),
        workers: WORKERS.map(([workerName, workerId, workerTrade, workerCert]) => ({
          workerName,
          workerId,
          workerTrade,
          special: workerCert !== null,
          ...(workerCert === null ? {} : { workerCert, certExpire: day(tools.now, 400) }),
          trained: true,
        })),
        machines: [
          { machine: '电焊机', machineQty: 3, machineCheck: GOOD },
          { machine: '试压泵', machineQty: 1, machineCheck: GOOD },
        ],
      };
    },
    steps: {
      项目经理审核: async () => ({ workFace: '一号泵组区域可移交，水电接口已指定' }),
      安全员审核: async (tools) => ({ disclosure: [await tools.file()], safetyDeposit: '10000.00' }),
      暖通工程师审方案: async () => ({ schemeOpinion: '管道分段施工与临时供热措施可行' }),
      区域经理批准开工: async (tools) => ({ startOrder: day(tools.now) }),
    },
  };
};

const constructionLog = (i: number, back: number, stage: Stage): Script => {
  const at = site(i);
  const by = engineerOf(at);
  return {
    module: 'constructionLog',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      return {
        ...(await worksOf(driver, tools, by, at.project)),
        workDate: day(tools.now, -back),
        weatherAm: '多云',
        weatherPm: '晴',
        tempHigh: '17.0',
        tempLow: '9.0',
        siteLeader: '赵通达',
        safetyTalk: true,
        talkPhotos: [await tools.file()],
        hotWork: true,
        hotPermit: `DH-${day(tools.now, -back).replaceAll('-', '')}-01`,
        stopHours: '0',
        concealed: false,
        visaNeed: false,
        tomorrowPlan: '继续主管安装，安排分段试压',
        sitePhotos: [await tools.file()],
        crews: [
          { trade: '管道工', people: 4, hours: '8.0' },
          { trade: '焊工', people: 2, hours: '8.0' },
        ],
        progress: [
          {
            orderLine: await pipeLine(driver, tools, by, at.project),
            part: '冷温水主管',
            workItem: '管道安装',
            doneQty: '100.000',
            qtyUnit: '米',
          },
        ],
        issues: [],
      };
    },
    steps: { 项目经理审阅: async () => ({ managerComment: '焊缝外观良好，注意成品保护' }) },
  };
};

const CHECKED = ['管道坡度与支吊架', '阀门方向与启闭', '焊缝外观与探伤', '管道冲洗清洁', '水泵对中与振动'] as const;

const completionCheck = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = engineerOf(at);
  return {
    module: 'completionCheck',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      return {
        ...(await worksOf(driver, tools, by, at.project)),
        supplier: await builder(driver, tools, by),
        checkKind: '分部验收',
        actualStart: day(tools.now, -12),
        actualEnd: day(tools.now),
        extendDays: 0,
        delayDays: 0,
        pressureTest: '1.50',
        holdMinutes: 30,
        pressureDrop: '0.010',
        flushTurbidity: '4.0',
        weldPass: '98',
        handoverDept: i === 1 ? 'A632202' : 'A632203',
        selfCheck: [await tools.file()],
        items: CHECKED.map((item) => ({ item, result: GOOD })),
        documents: [
          { docName: '试压记录', copies: 2, docState: '齐全' },
          { docName: '焊接探伤报告', copies: 2, docState: '齐全' },
        ],
      };
    },
    steps: {
      项目经理组织验收: async (tools) => ({ checkDate: day(tools.now), managerOpinion: '分部实体与资料合格' }),
      暖通工程师审技术: async () => ({ perfResult: '达到设计' }),
      自控工程师审自控: async () => ({ pointPass: '100' }),
    },
  };
};

const invoiceOf = (stage: Stage): Script => {
  const at = site(1);
  const net = '53211.01';
  const tax = '4788.99';
  return {
    module: 'purchaseInvoice',
    applicant: BUYER,
    ...stage,
    async fields(tools, driver) {
      const { project, projectContract } = await worksOf(driver, tools, BUYER, at.project);
      const supplier = await builder(driver, tools, BUYER);
      const asked = { project, projectContract, supplier };
      const { providerTaxNo } = await previewed(driver, tools, BUYER, 'purchaseInvoice', asked);
      return {
        ...asked,
        matchBasis: '进度产值确认',
        invoiceKind: '数电专票',
        invoiceNo: `2535${String(50_000_000 + tools.index * 7907)}`.padEnd(20, '0'),
        invoiceDate: day(tools.now),
        sellerName: '通达管道安装有限公司',
        sellerTaxNo: providerTaxNo,
        buyerCompany: 'A63',
        netAmount: net,
        taxRate: '9',
        taxAmount: tax,
        invoiceTotal: '58000.00',
        verifyResult: '查验一致',
        billNote: GOOD,
        invoiceScan: [await tools.file()],
        matches: [
          {
            orderLine: await pipeLine(driver, tools, BUYER, at.project),
            billQty: '100.000',
            billPrice: '580.0000',
          },
        ],
      };
    },
    steps: {
      项目经理确认: async () => ({ workConfirm: '冷温水主管已完成一百米，试压合格' }),
      财务审核入账: async (tools) => ({
        deductible: true,
        certifyMonth: day(tools.now).slice(0, 7),
        voucherNo: `记-${String(tools.index).padStart(4, '0')}`,
      }),
    },
  };
};

const payMoney = (stage: Stage): Script => {
  const at = site(1);
  return {
    module: 'payMoney',
    applicant: BUYER,
    ...stage,
    async fields(tools, driver) {
      const { project, projectContract } = await worksOf(driver, tools, BUYER, at.project);
      return {
        project,
        projectContract,
        supplier: await builder(driver, tools, BUYER),
        payKind: '进度款',
        thisOffset: '0',
        thisFine: '0',
        applyAmount: '50000.00',
        wageProof: [await tools.file()],
        payMethod: '银行转账',
        planPayDate: day(tools.now, 10),
        budgetMonth: day(tools.now).slice(0, 7),
        progressDesc: '主管安装完成一百米并试压合格，按合同进度节点申请',
        invoices: [
          {
            invoice: await firstOf(driver, tools, BUYER, 'purchaseInvoice', at.project),
            thisClear: '50000.00',
          },
        ],
      };
    },
    steps: {
      项目经理确认进度: async () => ({ confirmedRate: '24' }),
      采购核对合同节点: async () => ({ nodeReached: true, nodeNote: '已达进度款节点' }),
      财务审核: async () => ({ checkedPayable: '50000.00', financeOpinion: '发票已入账，资金已安排' }),
    },
  };
};

const payBatch = (stage: Stage): Script => ({
  module: 'payMoneyApproval',
  applicant: 'finance2',
  ...stage,
  async fields(tools, driver) {
    return {
      payMonth: day(tools.now).slice(0, 7),
      batchKind: '月度集中付款',
      payCompany: 'A63',
      payAccount: await first(driver, tools, 'finance2', 'payAccount', {}),
      accountBalance: '3860000.00',
      planDate: day(tools.now, 2),
      acceptBill: '0',
      reviewNote: '按到期先后与农民工工资优先排款',
      pays: [
        {
          apply: await first(driver, tools, 'finance2', 'payMoney', {}),
          approveAmount: '50000.00',
          priority: '正常',
          callbackDone: true,
        },
      ],
    };
  },
  steps: { 财务负责人复核: async () => ({ fundOpinion: '资金充足，同意' }) },
});

const VALVES = { goods: '蝶阀', spec: 'DN300 PN16 蜗轮', quantity: '12.000' } as const;

const worksPurchase = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = engineerOf(at);
  return {
    module: 'purchase',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        subProject: (await worksOf(driver, tools, by, at.project)).subProject,
        purchaseType: '阀门',
        urgentLevel: '正常（7日）',
        purchaseWhy: '设计图纸',
        arrivePlace: '制冷机房',
        receiver: await tools.user(by),
        arriveBy: day(tools.now, 25),
        unloadWay: '人工',
        drawings: [await tools.file()],
        lines: [
          {
            goods: VALVES.goods,
            spec: VALVES.spec,
            unitName: '只',
            requestQty: VALVES.quantity,
            stockQty: '0',
            budgetPrice: '900.0000',
            lineNeed: day(tools.now, 25),
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      暖通工程师审规格: async () => ({ specOpinion: '规格与设计一致' }),
      采购询价定价: async (tools, driver) => {
        const ask = async (name: string, inquiryPrice: string, selected: boolean) => ({
          inquiryGoods: VALVES.goods,
          inquiryProvider: await first(driver, tools, BUYER, 'supplier', { Keyword: name }),
          inquiryQty: VALVES.quantity,
          inquiryPrice,
          freightInc: true,
          leadDays: 12,
          selected,
        });
        return {
          orderWay: '询价订单',
          priceNote: '三家比价，选定最低且供货期满足的一家',
          inquiries: [
            await ask('同力水泵', '820.0000', true),
            await ask('华光电气', '868.0000', false),
            await ask('通达管道', '885.0000', false),
          ],
        };
      },
    },
  };
};

const worksSend = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'purchaseSend',
    applicant: BUYER,
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        supplier: await first(driver, tools, BUYER, 'supplier', { Keyword: '同力水泵' }),
        order: await firstOf(driver, tools, BUYER, 'purchase', at.project),
        batchNo: 1,
        lastBatch: true,
        sendDate: day(tools.now),
        expectArrive: moment(tools.now, 24),
        transport: '厂家专车',
        carrier: '同力自有车队',
        grossWeight: '0.96',
        needCrane: false,
        shipInspect: '出厂资料审核合格',
        receiver: await tools.user(engineerOf(at)),
        packPhotos: [await tools.file()],
        sendDocs: [await tools.file()],
        goodsLines: [
          {
            orderLine: await firstOf(driver, tools, BUYER, 'purchaseOrderLine', at.project, { Keyword: VALVES.goods }),
            serialNos: 'D371X-2026-081',
            sendQty: VALVES.quantity,
            packages: 3,
          },
        ],
      };
    },
    steps: {
      采购确认发货: async () => ({ sendOpinion: '同意发货' }),
      现场收货: async (tools, driver) => ({
        arriveTime: moment(tools.now),
        storePlace: '机房东侧堆场',
        arrivePhotos: [await tools.file()],
        arrivals: [
          {
            arriveLine: await firstOf(driver, tools, engineerOf(at), 'purchaseOrderLine', at.project, {
              Keyword: VALVES.goods,
            }),
            shouldArrive: VALVES.quantity,
            arriveQty: VALVES.quantity,
            packState: '完好',
          },
        ],
      }),
    },
  };
};

/** What arrived is accepted by whoever received it. */
const worksAccept = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = engineerOf(at);
  return {
    module: 'purchaseCheckAccept',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const draft = await driver.left(await tools.user(by), tools.now, 'purchaseCheckAccept', { project: at.project });
      return {
        ...draft,
        checkDate: day(new Date(String(draft.createdAt))),
        checkPlace: '机房东侧堆场',
        checkTeam: [await tools.user(by), await tools.user(at.manager)],
        providerRep: '佟立',
        sampleWay: '全检',
        nameplate: GOOD,
        certificate: GOOD,
        spareBox: GOOD,
        storeMode: '入工地仓库',
        openPhotos: [await tools.file()],
        acceptLines: [
          {
            orderLine: await firstOf(driver, tools, by, 'purchaseOrderLine', at.project, { Keyword: VALVES.goods }),
            brandActual: '上海',
            arrivedQty: VALVES.quantity,
            passQty: VALVES.quantity,
            concessionQty: '0',
            concessionCut: '0',
          },
        ],
      };
    },
    steps: {
      验收人员会签: async () => ({ teamOpinion: '外观、铭牌与合格证一致，启闭灵活' }),
      项目经理确认: none,
      仓管入库: async () => ({ stockNo: `RK-${at.project}-01`, storeSlot: 'A区3排' }),
    },
  };
};

const TOWER_CONTROL = '480000.00';

const tender = (i: number, stage: Stage): Script => {
  const at = site(3 - i);
  return {
    module: 'tenderApplication',
    applicant: BUYER,
    ...stage,
    async fields(tools, driver) {
      const judges = ['engineer', 'engineer2', 'hvacEngineer', 'automationEngineer', 'technicalDirector2'];
      return {
        project: at.project,
        subProject: await firstOf(driver, tools, BUYER, 'subProject', at.project, { Keyword: '冷却塔更换' }),
        packageName: '冷却塔更换设备采购',
        packageKind: '冷却塔采购',
        tenderMode: '邀请招标',
        modeReason: '设备规格明确，名录内合格供方充足',
        budgetSource: '项目成本',
        controlPrice: TOWER_CONTROL,
        scope: '横流冷却塔三台供货、旧塔拆除与就位',
        techRequire: '单台600t/h，噪声不高于68dB(A)，湿球28℃时出水32℃',
        qualifyRequire: ['同类业绩', '无不良记录'],
        minGrade: 'B',
        bidDeposit: '9000.00',
        publishDate: day(tools.now, 10),
        askDeadline: moment(tools.now, 24 * 18),
        bidDays: 20,
        bidDeadline: moment(tools.now, 24 * 34),
        openTime: moment(tools.now, 24 * 34 + 2),
        evalMethod: '综合评分法',
        priceWeight: '40',
        judges: await Promise.all(judges.map((account) => tools.user(account))),
        evalLeader: await tools.user('technicalDirector2'),
        openTeam: [await tools.user('purchaser2'), await tools.user('legal')],
        tenderDocs: [await tools.file()],
        criteria: [
          { criterion: '技术参数响应', fullMark: '35.0', markRule: '逐项响应', starred: false },
          { criterion: '售后与备件', fullMark: '25.0', markRule: '服务网点与备件承诺', starred: false },
          { criterion: '投标报价', fullMark: '40.0', markRule: '以有效均价为基准', starred: false },
        ],
        boqLines: [
          {
            boqItem: '横流冷却塔',
            boqSpec: '600t/h 低噪声',
            boqUnit: '台',
            boqQty: '3.000',
            limitPrice: '160000.0000',
          },
        ],
      };
    },
    steps: {
      项目经理审核范围: none,
      技术总监审技术要求: async () => ({ techOpinion: '参数无倾向性' }),
      财务审控制价: async () => ({ priceOpinion: '低于概算，合理' }),
      总经理批准: none,
    },
  };
};

/** The tender left it: three are asked, their bids are not in yet. */
const invitation = (stage: Stage): Script => ({
  module: 'InvitationUnit',
  applicant: BUYER,
  ...stage,
  async fields(tools, driver) {
    const unit = async (name: string, contactMan: string, phone: string) => ({
      provider: await first(driver, tools, BUYER, 'supplier', { Keyword: name }),
      contactMan,
      contactPhone: phone,
    });
    return {
      ...(await driver.left(await tools.user(BUYER), tools.now, 'InvitationUnit')),
      unitSource: '合格供方名录',
      drawWay: '按等级与业绩排序',
      replyDeadline: moment(tools.now, 24 * 6),
      siteVisit: false,
      sendWay: '邮件加密附件',
      letter: await tools.file(),
      units: [
        await unit('恒冷制冷', '许先生', '19700000003'),
        await unit('同力水泵', '许先生', '19700000009'),
        await unit('华光电气', '顾先生', '19700000010'),
      ],
    };
  },
  steps: { 技术总监核资格: async () => ({ qualifyOpinion: '三家资质与业绩满足要求' }) },
});

export const WORKS: readonly Script[] = [
  constructionApplication(1, approved(22)),
  constructionApplication(2, approved(20)),
  constructionApplication(3, waiting(1)),
  constructionLog(1, 1, approved(17)),
  constructionLog(2, 1, approved(12)),
  constructionLog(2, 0, waiting(0, 5)),
  completionCheck(1, approved(11)),
  completionCheck(2, waiting(1, 4)),
  invoiceOf(approved(14)),
  payMoney(approved(10)),
  payBatch(waiting(1, 5)),
  worksPurchase(1, approved(30)),
  worksPurchase(3, waiting(1)),
  worksSend(1, approved(24)),
  worksAccept(1, approved(18)),
  tender(0, approved(16)),
  tender(1, waiting(1)),
  invitation(waiting(1, 8)),
];
