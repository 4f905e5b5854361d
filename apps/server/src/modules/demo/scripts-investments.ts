/** What the demo records of investing say: what suppliers ask, what the project in sight would cost, whether to invest in it. */
import { approved, day, first, moment, monthBefore, none, type Script, site, type Stage, waiting } from './script.ts';
import { consultProject } from './scripts-consulting.ts';

const MAKER = 'sales';

const inquiry = (i: number, stage: Stage): Script => ({
  module: 'CostQuotationInquiry',
  applicant: 'purchaser',
  ...stage,
  async fields(tools, driver) {
    const file = await tools.file();
    const quote = async (name: string, brand: string, quoteTotal: string) => ({
      supplier: await first(driver, tools, 'purchaser', 'supplier', { Keyword: name }),
      brand,
      quoteTotal,
      taxRate: '13',
      freight: '3000.00',
      leadDays: 40,
      warranty: 24,
      deviate: '无偏离',
      validTo: day(tools.now, 90),
      quoteFile: [file],
    });
    return {
      project: site(i).project,
      inquiryName: i === 0 ? '冷却水泵与冷却塔更新' : '变频柜采购',
      inquiryType: '水泵冷却塔',
      purpose: '改造预算',
      projectCity: '上海',
      buildType: '写字楼',
      techRequire: '效率不低于GB 19762能效2级，机械密封耐温90℃',
      brandTier: '国产一线',
      includeScope: ['设备本体', '运输到场', '卸车就位', '保修'],
      deliveryPlace: '项目现场',
      needDate: day(tools.now, 60),
      payTerms: '预付30%发货前65%质保5%',
      warrantyMonths: 24,
      replyDeadline: moment(tools.now, 96),
      costEngineer: await tools.user('purchaser'),
      drawings: [file],
      items: [
        {
          category: '循环水泵',
          itemName: '冷却水泵',
          spec: '600m³/h 28m 75kW',
          itemUnit: '台',
          quantity: '2.000',
          budgetPrice: '46000.0000',
        },
        {
          category: '冷却塔',
          itemName: '横流冷却塔',
          spec: '600t/h 低噪声',
          itemUnit: '台',
          quantity: '1.000',
          budgetPrice: '172000.0000',
        },
      ],
      quotes: [
        await quote('同力水泵', '同力', '251000.00'),
        await quote('凌云冷却塔', '凌云', '254000.00'),
        await quote('恒冷制冷', '恒冷', '266000.00'),
      ],
    };
  },
  steps: {
    技术参数复核: async () => ({ techConfirm: '满足' }),
    采购谈判定价: async (tools, driver) => ({
      finalSupplier: await first(driver, tools, 'purchaser', 'supplier', { Keyword: '同力水泵' }),
      finalPrice: '248000.00',
      backupSupplier: await first(driver, tools, 'purchaser', 'supplier', { Keyword: '凌云冷却塔' }),
      talkRecord: '两轮谈判，运费由供方承担，质保延至两年',
      finals: [
        { finalItem: '冷却水泵', finalQuantity: '2.000', finalUnitPrice: '43500.0000' },
        { finalItem: '横流冷却塔', finalQuantity: '1.000', finalUnitPrice: '161000.0000' },
      ],
    }),
    技术总监审核: none,
    财务审核: async () => ({ taxAdvice: '专票13%，按合同节点付款' }),
  },
});

const estimate = (i: number, stage: Stage): Script => ({
  module: 'projectEstimatedCost',
  applicant: 'salesTechnical',
  ...stage,
  async fields(tools, driver) {
    return {
      consult: await first(driver, tools, 'salesTechnical', 'consult', {}),
      stage: i === 0 ? '方案概算' : '投标概算',
      versionNo: 1,
      coopMode: '能源费托管',
      buildType: '写字楼',
      airArea: '50000.00',
      coolCapacity: '5815.00',
      heatCapacity: '3744.00',
      hostScheme: '两台直燃机加一台离心机',
      coopYears: '10.0',
      measureRate: '3',
      manageRate: '5',
      reserveRate: '3',
      taxRate: '9',
      designFee: '120000.00',
      connectFee: '260000.00',
      yearIncome: '4380000.00',
      yearGas: '960000.00',
      yearPower: '530000.00',
      yearWater: '96000.00',
      yearLabor: '420000.00',
      yearMaintain: '285000.00',
      targetPayback: '6.0',
      reviewers: [await tools.user('hvacEngineer'), await tools.user('automationEngineer')],
      assumption: '入住率首年六成五，稳定期九成；气价3.52元，电价按峰谷加权',
      calcFiles: [await tools.file()],
      works: [
        {
          workKind: '主机设备',
          workContent: '直燃机 ZX-200HW',
          workUnit: '台',
          quantity: '2.000',
          materialPrice: '1860000.0000',
          laborPrice: '42000.0000',
          priceSource: '价格库',
        },
        {
          workKind: '冷却塔',
          workContent: '横流冷却塔 600t/h',
          workUnit: '台',
          quantity: '3.000',
          materialPrice: '168000.0000',
          laborPrice: '9600.0000',
          priceSource: '价格库',
        },
        {
          workKind: '机房管道安装',
          workContent: '管道阀门保温及安装',
          workUnit: '项',
          quantity: '1.000',
          materialPrice: '980000.0000',
          laborPrice: '460000.0000',
          priceSource: '历史合同',
        },
      ],
    };
  },
  steps: {
    技术会签: async () => ({ quantityChecked: '属实' }),
    采购核价: async () => ({ priceChecked: '主机、冷却塔价格与近期询价一致' }),
    财务测算审核: async () => ({ irr: '18', fundPlan: '自有三成，融资七成' }),
    EMC总监审批: none,
    总经理审批: none,
  },
});

const YEARS = 10;

const investReview = (i: number, stage: Stage): Script => ({
  module: 'projectInvestReview',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      consultProject: await consultProject(driver, tools),
      reviewKind: i === 0 ? '新建项目投资' : '追加投资',
      offer: await first(driver, tools, MAKER, 'offer', {}),
      investMode: '能源费用托管型',
      ownerCredit: 'AA',
      contractYears: YEARS,
      supplyArea: '50000.00',
      occupancy: '65',
      stableOccupancy: '90',
      gasPriceBase: '3.5200',
      powerPriceBase: '0.7400',
      baselineCost: '3200000.00',
      savingRate: '16',
      ownFundRatio: '30',
      loanRate: '4',
      discountRate: '8',
      payGuarantee: '银行保函',
      mainRisk: '入住率不及预期：约定保底面积；能源涨价：价格联动条款',
      dueFiles: [await tools.file()],
      investments: [
        {
          investItem: '主机设备',
          investAmount: '4600000.00',
          investDate: monthBefore(day(tools.now), -3),
          inputTax: '529000.00',
        },
        {
          investItem: '安装调试',
          investAmount: '2200000.00',
          investDate: monthBefore(day(tools.now), -5),
          inputTax: '181600.00',
        },
      ],
      cashflows: Array.from({ length: YEARS }, (_, nth) => ({
        yearNo: nth + 1,
        income: nth === 0 ? '2860000.00' : '4380000.00',
        energyCost: nth === 0 ? '1100000.00' : '1586000.00',
        laborCost: '420000.00',
        repairCost: '285000.00',
        taxCost: nth === 0 ? '60000.00' : '180000.00',
        factor: (1.08 ** -(nth + 1)).toFixed(4),
      })),
    };
  },
  steps: {
    技术总监技术评审: async () => ({ techScore: 90, techOpinion: '方案成熟，能耗测算有在营项目佐证' }),
    财务评审: async () => ({ irr: '20', sensitivity: '收入下降一成时内部收益率仍高于12%' }),
    法务评审: async () => ({ legalRisk: '低', legalOpinion: '保函与价格联动条款已落实' }),
    EMC总监评审: async () => ({ suggestResult: '建议投资' }),
    总经理决策: async () => ({ decision: '同意投资', approvedInvest: '6800000.00', validMonths: 12 }),
  },
});

export const INVESTMENTS: readonly Script[] = [
  inquiry(0, approved(38)),
  inquiry(1, waiting(1)),
  estimate(0, approved(34)),
  estimate(1, waiting(1)),
  investReview(0, approved(28)),
  investReview(1, waiting(2)),
];
