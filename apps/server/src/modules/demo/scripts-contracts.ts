/** What the demo records of contracts say: what the sites buy of others, and whom the company has agreed with for years. */
import type { Driver } from './driver.ts';
import { day, first, none, type Script, site, type Stage, type Tools } from './script.ts';

const APPROVED: Stage = { end: 'approved', after: 0 };
const BUYER = 'purchaser';

const supplier = (driver: Driver, tools: Tools, name: string): Promise<string> =>
  first(driver, tools, BUYER, 'supplier', { Keyword: name });
const signed = async (tools: Tools) => ({ signDate: day(tools.now), signedFile: [await tools.file()] });

const DETECTED = [
  { item: '压力容器年度检查', object: '分集水器、定压罐', regNo: 'RQ-2021-018', quantity: 3, price: '680.00' },
  { item: '安全阀校验', object: '主机与定压罐安全阀', regNo: 'AQF-2021-006', quantity: 6, price: '150.00' },
  { item: '燃气报警器检定', object: '燃气间探测器', regNo: 'RQB-2022-011', quantity: 8, price: '90.00' },
] as const;

const detection = (i: number): Script => {
  const at = site(i);
  return {
    module: 'detection',
    applicant: BUYER,
    ...(i === 0 ? APPROVED : { end: 'running', after: 1 }),
    async fields(tools, driver) {
      const pictures = [await tools.file()];
      return {
        project: at.project,
        supplier: await supplier(driver, tools, '安泰检测'),
        detectPurpose: '法定定期检验',
        agencyQualify: ['特种设备检验核准证', 'CMA'],
        qualifyNo: `TS7${3100 + i}-2025`,
        qualifyExpire: day(tools.now, 900),
        pickReason: '三家比价',
        serviceStart: day(tools.now, 10),
        serviceEnd: day(tools.now, 40),
        needStop: true,
        stopHours: '8.0',
        ourCooperate: '排水泄压、拆除阀门保温，检测当日安排值班人员配合',
        reportDays: 15,
        travelFee: '600.00',
        taxRate: '6',
        payWay: '报告后一次付清',
        feeBearer: '项目成本',
        agencyFiles: pictures,
        detectItems: DETECTED.slice(i).map(({ item, object, regNo, quantity, price }, nth) => ({
          detectItem: item,
          object,
          regNo,
          lastDate: day(tools.now, -330),
          dueDate: day(tools.now, 35 + nth * 10),
          quantity,
          unitPrice: price,
        })),
      };
    },
    steps: {
      项目经理审核: async (tools) => ({ siteWindow: `${day(tools.now, 15)}前后停机两天` }),
      安全员审核检测清单: async () => ({ missItem: '无漏项' }),
      区域经理审批: none,
      财务审核: none,
      签订归档: signed,
    },
  };
};

const maintain = (i: number): Script => {
  const at = site(i + 1);
  return {
    module: 'maintain',
    applicant: BUYER,
    ...APPROVED,
    async fields(tools, driver) {
      const year = Number(day(tools.now).slice(0, 4)) + 1;
      return {
        project: at.project,
        supplier: await supplier(driver, tools, '恒冷制冷'),
        maintainScope: ['非电空调主机', '冷却塔', '水泵'],
        contractYear: year,
        startDate: `${year}-01-01`,
        endDate: `${year}-12-31`,
        includeParts: '包工包辅料',
        freePartLimit: '300.00',
        emergencyTimes: 4,
        emergencyHours: 6,
        certRequire: ['制冷与空调作业证', '低压电工证'],
        insurance: '800000.00',
        lastScore: '91.5',
        lastYearAmount: '42000.00',
        missPenalty: '500.00',
        settleCycle: '按季',
        taxRate: '6',
        planFile: [await tools.file()],
        plans: [
          {
            deviceKind: '直燃机',
            deviceCount: 2,
            content: '真空检漏',
            months: ['3月', '6月', '9月', '12月'],
            timesPerYear: 4,
            timePrice: '2200.00',
          },
          {
            deviceKind: '冷却塔',
            deviceCount: 4,
            content: '冷却塔填料清洗与皮带更换',
            months: ['4月', '10月'],
            timesPerYear: 2,
            timePrice: '1800.00',
          },
          {
            deviceKind: '冷却水泵、冷温水泵',
            deviceCount: 8,
            content: '水泵加油与对中',
            months: ['4月', '10月'],
            timesPerYear: 2,
            timePrice: '650.00',
          },
        ],
      };
    },
    steps: {
      项目经理审核: async () => ({ siteOpinion: '换季前后各保养一次，与制冷、采暖季切换安排一致' }),
      区域经理审批: none,
      财务审核: none,
      签订归档: signed,
    },
  };
};

const waterProcurement = (i: number): Script => {
  const at = site(i + 2);
  return {
    module: 'waterProcurement',
    applicant: BUYER,
    end: 'running',
    after: 1,
    async fields(tools, driver) {
      const pictures = [await tools.file()];
      const wanted = [
        ['缓蚀阻垢剂', '缓蚀阻垢剂', '600.00', '17.8000'],
        ['非氧化性', '非氧化性杀菌剂', '200.00', '25.6000'],
      ] as const;
      return {
        project: at.project,
        supplier: await supplier(driver, tools, '清源水处理'),
        serviceMode: '供药加技术指导',
        waterSystems: ['冷却水', '冷冻水'],
        coolingVolume: '180.0',
        circulateFlow: '960.0',
        makeupHardness: '145.0',
        totalIron: '0.50',
        testPerMonth: 2,
        failPenalty: '300.00',
        seasonFrom: day(tools.now, 20),
        seasonTo: day(tools.now, 384),
        hazardousLicense: '含危化品有许可证',
        msds: pictures,
        lumpFee: '3600.00',
        taxRate: '13',
        lastYearCost: '18200.00',
        chemicals: await Promise.all(
          wanted.map(async ([keyword, kind, quantity, price]) => ({
            chemical: await first(driver, tools, BUYER, 'waterChemical', { Keyword: keyword }),
            chemicalKind: kind,
            activeRate: '30',
            packageSpec: '25kg/桶',
            quantity,
            unitPrice: price,
          })),
        ),
      };
    },
    steps: { 项目经理审核: none },
  };
};

const strategicAgreement: Script = {
  module: 'strategicAgreement',
  applicant: BUYER,
  ...APPROVED,
  async fields(tools, driver) {
    return {
      partner: '远方燃烧设备有限公司',
      partnerProvider: await supplier(driver, tools, '远方燃烧'),
      partnerType: '辅机厂家',
      direction: '我方采购',
      region: '全国',
      startDate: day(tools.now),
      endDate: day(tools.now, 729),
      years: '2.0',
      priceBasis: '固定折扣',
      yearCommit: '600000.00',
      settleDays: 60,
      responseHours: 24,
      agreementText: [await tools.file()],
      priceItems: [
        { category: '燃烧器', product: '燃气燃烧器 1400kW', listPrice: '86000.0000', discount: '82' },
        { category: '燃烧器', product: '燃烧器年度标定服务', listPrice: '4200.0000', discount: '80' },
      ],
      rebates: [
        { tierFrom: '500000.00', tierTo: '1000000.00', rebateRate: '2' },
        { tierFrom: '1000000.00', tierTo: '5000000.00', rebateRate: '3.5' },
      ],
    };
  },
  steps: {
    采购负责人审核: async () => ({ marketCompare: '折后价低于近一年三次询价的均价约6%' }),
    技术总监审核: none,
    法务审核: async () => ({ legalOpinion: '返利与账期条款明确，同意' }),
    总经理审批: none,
    签署归档: signed,
  },
};

export const CONTRACTS: readonly Script[] = [
  ...[0, 1].map(detection),
  maintain(0),
  waterProcurement(0),
  strategicAgreement,
];
