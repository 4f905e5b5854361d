/** What the demo records of contracts with customers and of larger purchases say: run, renewed, supplemented, bought, repaired, a company founded together. */
import {
  approved,
  day,
  first,
  firstOf,
  moment,
  none,
  previewed,
  type Script,
  site,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';

const signed = async (tools: Tools) => ({ signDate: day(tools.now), signedFile: [await tools.file()] });

const joinVenture = (stage: Stage): Script => ({
  module: 'joinVentureAgreement',
  applicant: 'legal',
  ...stage,
  async fields(tools, driver) {
    return {
      consultProject: await first(driver, tools, 'legal', 'consultProject', { Keyword: '创新港' }),
      ventureName: '创新港能源管理有限公司',
      ventureForm: '新设有限公司',
      investReview: await first(driver, tools, 'legal', 'projectInvestReview', {}),
      regCapital: '5000000.00',
      regAddress: '江苏省苏州市',
      businessScope: '合同能源管理、供冷供热服务、能源站建设运营',
      ventureYears: 12,
      controlKind: '控股并表',
      boardSeats: 5,
      ourSeats: 3,
      keyPosts: ['总经理', '财务负责人', '运营负责人'],
      vetoItems: '对外担保、超预算投资、变更主营业务',
      profitRule: '按实缴出资',
      exitWays: ['股权转让', '对方回购'],
      buybackRate: '8',
      operateRight: '我方独家运营',
      nonCompeteYears: 2,
      draftText: [await tools.file()],
      parties: [
        {
          partyName: '衡能示范公司',
          partySide: '我方',
          creditCode: '91310000B000999990',
          capitalForm: '货币',
          subscribed: '3000000.00',
          ratio: '60',
        },
        {
          partyName: '创新港开发建设有限公司',
          partySide: '合作方',
          creditCode: '91320000B000888880',
          capitalForm: '货币',
          subscribed: '2000000.00',
          ratio: '40',
        },
      ],
      instalments: [
        { batchNo: 1, payDeadline: day(tools.now, 60), payAmount: '1500000.00', payCondition: '公司设立完成' },
        { batchNo: 2, payDeadline: day(tools.now, 180), payAmount: '1500000.00', payCondition: '能源站开工' },
      ],
    };
  },
  steps: {
    法务审核: async () => ({ legalOpinion: '章程与股东协议条款一致，无须申报' }),
    财务审核: async () => ({ mergeOpinion: '控股并表，增值税一般纳税人' }),
    EMC总监审核: none,
  },
});

const BOUGHT = [
  {
    kind: '自控系统',
    subject: '机房群控与能耗计量改造',
    from: '科控自动化',
    goods: '群控柜及编程调试',
    model: 'PLC+触摸屏',
    unit: '套',
    price: '68000.0000',
  },
  {
    kind: '备品备件',
    subject: '采暖季备品备件一批',
    from: '恒冷制冷',
    goods: '溶液泵轴承组件',
    model: '11kW 屏蔽泵',
    unit: '套',
    price: '18600.0000',
  },
] as const;

const purchaseContract = (i: number, stage: Stage): Script => {
  const of = BOUGHT[i % BOUGHT.length] ?? BOUGHT[0];
  return {
    module: 'purchaseContract',
    applicant: 'purchaser',
    ...stage,
    async fields(tools, driver) {
      return {
        project: site(i).project,
        supplier: await first(driver, tools, 'purchaser', 'supplier', { Keyword: of.from }),
        purchaseKind: of.kind,
        subject: of.subject,
        sourcing: '询价比价',
        deliveryDate: day(tools.now, 45),
        deliveryPlace: '项目制冷机房',
        taxRate: '13',
        invoiceKind: '增值税专用发票',
        warrantyMonths: 24,
        retentionRate: '5',
        prepayOffsetRate: '20',
        performanceBond: '0',
        latePenalty: '0.50',
        penaltyCap: '10',
        acceptStandard: '按技术附件逐项验收，连续运行七日无故障',
        contractText: [await tools.file()],
        lines: [
          {
            goods: of.goods,
            model: of.model,
            brand: '国产一线',
            unitName: of.unit,
            quantity: '1.000',
            unitPrice: of.price,
          },
        ],
        payNodes: [
          { payNode: '预付款', nodeRatio: '20', nodeCondition: '合同签订', planDate: day(tools.now, 10) },
          { payNode: '到货款', nodeRatio: '75', nodeCondition: '到货验收', planDate: day(tools.now, 60) },
          { payNode: '质保金', nodeRatio: '5', nodeCondition: '质保期满', planDate: day(tools.now, 790) },
        ],
      };
    },
    steps: {
      项目经理确认需求: none,
      技术总监审技术附件: async () => ({ techOpinion: '技术附件完整，点表与方案一致' }),
      法务审条款: async () => ({ clauseOpinion: '违约与质保条款无须修改' }),
      财务审核: async () => ({ budgetItem: '年度技改预算', fundOpinion: '按节点付款' }),
      签订归档: async (tools) => ({ ...(await signed(tools)), sealKind: '合同专用章' }),
    },
  };
};

const maintenance = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'maintenance',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        supplier: await first(driver, tools, at.manager, 'supplier', { Keyword: '恒冷制冷' }),
        repairKind: '故障抢修',
        device: await firstOf(driver, tools, at.manager, 'device', at.project, { Category: '主机' }),
        faultDesc: '溶液泵运行声音异常，电流波动，疑轴承磨损',
        faultCause: '正常磨损',
        quoteCount: 2,
        lowestQuote: '5640.00',
        arriveHours: 4,
        planStart: moment(tools.now, 24),
        planEnd: moment(tools.now, 54),
        stopLossBear: '我方自担',
        repairWarranty: 12,
        oldPartsOwner: '我方回收',
        taxRate: '13',
        quoteFiles: [await tools.file()],
        parts: [
          {
            partName: '屏蔽泵轴承',
            partModel: '11kW 原厂',
            partSource: '维修方供原厂件',
            partQty: '2.00',
            partPrice: '1860.00',
          },
        ],
        works: [
          { workItem: '拆装溶液泵并检漏', workerLevel: '主机厂家工程师', workHours: '16.0', hourPrice: '120.00' },
        ],
      };
    },
    steps: { 项目经理审核: none, 区域经理审批: none, 签订归档: signed },
  };
};

const otherSource = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'otherSource',
    applicant: 'purchaser',
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        supplier: await first(driver, tools, 'purchaser', 'supplier', { Keyword: '碧波环保' }),
        outsourceKind: i === 0 ? '机房保洁' : '垃圾清运',
        licenseKind: '无特殊许可',
        startDate: day(tools.now, 10),
        endDate: day(tools.now, 374),
        serviceMonths: '12.0',
        chargeWay: '按岗位月费',
        socialProof: '按月提供',
        replaceDays: 5,
        accidentBear: '外包方',
        assessWay: '每月按机房卫生检查表打分，低于九十分按比例扣款',
        deductCap: '20',
        deposit: '0',
        taxRate: '6',
        marketQuotes: [await tools.file()],
        posts: [
          {
            post: i === 0 ? '机房保洁员' : '清运服务',
            headcount: '1.00',
            countUnit: i === 0 ? '人' : '项',
            periods: '12.0',
            price: i === 0 ? '3200.00' : '900.00',
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      财务审核: none,
      运营总监审批: none,
      签订归档: signed,
    },
  };
};

/** A hotel that is to go on for ten years by what its meters show: agreed on, not yet signed. */
const emcContract = (i: number, stage: Stage): Script => {
  const [project, customer] = i === 0 ? ['EMC01002', '静雅酒店'] : ['EMC03002', '海河国际酒店'];
  const by = i === 0 ? 'projectManager' : 'projectManager4';
  return {
    module: 'EMCOperateContract',
    applicant: by,
    ...stage,
    async fields(tools) {
      const year = Number(day(tools.now).slice(0, 4)) + 1;
      const term = { validFrom: `${year}-01-01`, validTo: `${year + 9}-12-31`, taxRate: '9' };
      return {
        project,
        contractNo: `EMC-${project}-${year}`,
        customerName: `${customer}管理有限公司`,
        customerCode: `91310000B0007${i}7770`,
        ourCompany: 'A63',
        emcMode: '冷热计量收费',
        startDate: term.validFrom,
        endDate: term.validTo,
        years: '10.0',
        coolSeason: '05-15至09-30',
        heatSeason: '11-15至03-15',
        serviceHours: '24小时',
        summerTemp: '25.0',
        winterTemp: '20.0',
        ourInvest: '0',
        energyPayer: '我方缴纳',
        settleCycle: '月',
        payDays: 30,
        lateRate: '0.5',
        priceLink: true,
        linkRule: '气价每变动0.10元/m³，热价相应调整0.011元/kWh',
        assetEnd: '续约继续使用',
        contractText: [await tools.file()],
        prices: [
          { ...term, priceItem: '供冷', billBasis: '元/kWh', unitPrice: '0.5200', yearQuantity: '1460000.00' },
          { ...term, priceItem: '采暖', billBasis: '元/kWh', unitPrice: '0.4300', yearQuantity: '1120000.00' },
        ],
        buildings: [{ building: '酒店主楼', usage: '酒店', builtArea: '42000.00', chargeArea: '38600.00' }],
      };
    },
    steps: {
      法务审核: async () => ({ legalOpinion: '权利义务对等，滞纳金与价格联动明确' }),
      财务审核: async () => ({ taxOpinion: '按9%开具供冷供热发票，月结三十日' }),
      EMC总监审批: none,
      总经理审批: none,
    },
  };
};

const operateMain = (i: number, stage: Stage): Script => {
  const project = i === 0 ? 'WB01001' : 'OM02001';
  const by = i === 0 ? 'projectManager2' : 'projectManager3';
  return {
    module: 'operateMainContract',
    applicant: by,
    ...stage,
    async fields(tools) {
      const year = Number(day(tools.now).slice(0, 4)) + 1;
      return {
        project,
        mainNo: `YY-${project}-${year}`,
        clientName: i === 0 ? '金鸡湖商业广场管理有限公司' : '海珠大学城管理有限公司',
        clientKind: '业主直签',
        signCompany: 'A63',
        trusteeMode: '运行值守',
        obtainWay: '直接委托',
        beginDate: `${year}-01-01`,
        finishDate: `${year + 2}-12-31`,
        serviceMonths: 36,
        airArea: i === 0 ? '120000.00' : '110000.00',
        includeEnergy: false,
        includeWater: true,
        partLimit: '800.00',
        yearPartCap: '30000.00',
        overEnergyBear: '不考核',
        repairHours: '1.0',
        uptimeRate: '98',
        satisfyLine: '90',
        assessCap: '5',
        performBond: '0',
        taxRate: '6',
        mainText: [await tools.file()],
        devices: [
          { deviceKind: '电制冷主机', deviceModel: '离心机', deviceCount: 3, useYear: 2018, condition: '完好' },
          { deviceKind: '冷却塔', deviceModel: '600t/h', deviceCount: 3, useYear: 2018, condition: '完好' },
        ],
        staffs: [
          { staffPost: '运行班长', headcount: 1, monthCost: '7800.00' },
          { staffPost: '空调技师', headcount: 4, monthCost: '6600.00' },
        ],
        fees: [
          { feeItem: '人工服务费', yearFee: '468000.00', payCycle: '季', payDay: 15 },
          { feeItem: '保养费', yearFee: '86000.00', payCycle: '半年', payDay: 15 },
        ],
      };
    },
    steps: {
      区域经理审核: async () => ({ staffingPlan: '区域内调剂班长一名，其余招聘' }),
      法务审核: async () => ({ legalOpinion: '服务边界清楚，同意' }),
      财务审核: async () => ({ grossMargin: '18' }),
      运营总监审批: none,
      签订归档: signed,
    },
  };
};

const operationRenewal = (stage: Stage): Script => {
  const by = 'projectManager2';
  return {
    module: 'operationRenewal',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const asked = { project: 'OM01001', contract: 'HT-OM01001-01' };
      const seen = await previewed(driver, tools, by, 'operationRenewal', asked);
      const end = String(seen.oldEndDate);
      const year = String(seen.oldYearAmount);
      return {
        ...asked,
        oldEndDate: end,
        oldYearAmount: year,
        renewKind: '调价续签',
        newStart: day(new Date(`${end}T00:00:00+08:00`), 1),
        newEnd: day(new Date(`${end}T00:00:00+08:00`), 1095),
        newMonths: 36,
        threeYearProfit: '1260000.00',
        arrears: '0',
        satisfyScore: '93.0',
        newInvest: '0',
        rivals: '一家本地物业报价低约3%，无医院业绩',
        customerAsk: '增加手术部夜间值守，账单按科室分摊',
        paymentChange: '不变',
        staffChange: 1,
        renewText: [await tools.file()],
        priceChanges: [
          {
            priceItem: '托管年费',
            billBasis: '元/年',
            oldPrice: `${year}00`,
            newPrice: `${(Number(year) * 1.03).toFixed(2)}00`,
            yearQuantity: '1.00',
          },
        ],
      };
    },
    steps: {
      区域经理审核: async () => ({ areaOpinion: '客户满意，建议续签三年' }),
      财务审核: async () => ({ newMargin: '16', taxNote: '按6%开票' }),
    },
  };
};

const supplementary = (i: number, stage: Stage): Script => {
  const at = site(3 - i);
  return {
    module: 'supplementaryAgreement',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const asked = { project: at.project, contract: `HT-${at.project}-01`, contractSide: '客户合同' };
      const seen = await previewed(driver, tools, at.manager, 'supplementaryAgreement', asked);
      return {
        ...asked,
        agreeNo: 1,
        changeKinds: ['温度与时段'],
        reason: '客户需求',
        effectDate: day(tools.now, 20),
        retroactive: false,
        oldAmount: seen.oldAmount,
        doneAmount: seen.doneAmount ?? '0',
        oldEnd: seen.oldEnd,
        negotiation: '业主提出冬季办公室温不低于21℃，加班供能按小时另计，双方书面确认',
        proofs: [await tools.file()],
        agreeText: [await tools.file()],
        clauses: [
          { clauseNo: '4.2', clauseItem: '室温标准', before: '冬季不低于18℃', after: '冬季不低于21℃' },
          { clauseNo: '4.5', clauseItem: '供能时段', before: '8:00至18:00', after: '7:30至18:30' },
        ],
        amounts: [],
      };
    },
    steps: {
      项目经理审核: none,
      法务审核: async () => ({ legalOpinion: '与主合同不冲突' }),
      财务审核: async () => ({ settleHandle: '不追溯' }),
      运营总监审批: none,
      签订归档: signed,
    },
  };
};

export const SIGNED: readonly Script[] = [
  joinVenture(waiting(3, 12)),
  purchaseContract(0, approved()),
  purchaseContract(1, waiting(2)),
  maintenance(0, approved()),
  maintenance(2, waiting(1)),
  otherSource(0, approved()),
  otherSource(1, waiting(0)),
  emcContract(0, waiting(4)),
  emcContract(1, waiting(1)),
  operateMain(0, approved()),
  operateMain(1, waiting(2)),
  operationRenewal(waiting(2)),
  supplementary(0, approved()),
  supplementary(1, waiting(1)),
];
