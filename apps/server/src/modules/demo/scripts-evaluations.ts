/** What the demo records of judging sites say: what was saved, whether to take a site on, how it is to be managed. */
import { approved, day, none, rejected, type Script, site, type Stage, waiting } from './script.ts';

const contractOf = (project: string): string => `HT-${project}-01`;

const energySavingEvaluation = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'energySavingEvaluation',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      const today = day(tools.now);
      // The cooling season that ended last.
      const year = Number(today.slice(0, 4)) - (today.slice(5) < '10-01' ? 1 : 0);
      return {
        project: at.project,
        contract: contractOf(at.project),
        evaluateKind: '运行优化效果',
        measureDesc: ['运行策略优化', '水泵变频'],
        investAmount: '30400.00',
        boundary: '整个系统',
        method: '账单分析法',
        baseFrom: `${year - 1}-05-15`,
        baseTo: `${year - 1}-09-30`,
        reportFrom: `${year}-05-15`,
        reportTo: `${year}-09-30`,
        reportMonths: '4.5',
        baseDegreeDays: '680.0',
        reportDegreeDays: '702.0',
        baseArea: '60000.00',
        reportArea: '60000.00',
        baseIndoor: '25.2',
        reportIndoor: '25.0',
        promiseRate: '5',
        sharedBefore: '0',
        uncertainty: '8',
        dataFiles: [await tools.file()],
        energies: [
          {
            energyKind: '天然气',
            energyUnit: 'm³',
            baseQuantity: '126000.00',
            weatherFactor: '1.0320',
            areaFactor: '1.0000',
            otherFactor: '1.0000',
            reportQuantity: '118600.00',
            saveUnitPrice: '3.5200',
            coalFactor: '1.2143',
            carbonFactor: '2.1622',
          },
          {
            energyKind: '电',
            energyUnit: 'kWh',
            baseQuantity: '268000.00',
            weatherFactor: '1.0320',
            areaFactor: '1.0000',
            otherFactor: '1.0000',
            reportQuantity: '241000.00',
            saveUnitPrice: '0.7800',
            coalFactor: '0.1229',
            carbonFactor: '0.5366',
          },
        ],
        corrections: [],
      };
    },
    steps: {
      能源数据分析员复核: async () => ({ dataQuality: '满足', verifyNote: '账单与表计累计一致，气象修正按度日数' }),
      技术总监审核: async () => ({ methodOpinion: '边界与修正合理' }),
      财务审核: async () => ({ priceChecked: '与账单一致' }),
      EMC总监审批: none,
      客户确认登记: async (tools) => ({
        confirmRate: '9',
        confirmMoney: '68000.00',
        confirmDate: day(tools.now),
        confirmFile: [await tools.file()],
      }),
    },
  };
};

const JUDGED = [
  { customer: '滨江科创园建设管理有限公司', city: '无锡', use: '写字楼' },
  { customer: '市第二人民医院', city: '宁波', use: '医院' },
] as const;

const newProjectEvaluation = (i: number, stage: Stage): Script => {
  const of = JUDGED[i % JUDGED.length] ?? JUDGED[0];
  return {
    module: 'newProjectEvaluation',
    applicant: 'salesTechnical',
    ...stage,
    async fields(tools) {
      return {
        customerName: of.customer,
        projectKind: '既有项目接管',
        buildingUse: of.use,
        cityName: of.city,
        buildArea: '52000.00',
        chargeArea: '46000.00',
        openRate: '82',
        coolIndex: '95.0',
        heatIndex: '60.0',
        coolHours: 820,
        heatHours: 760,
        chargeModel: '面积包干',
        contractYears: 8,
        equipmentAge: 6,
        equipmentState: '良好',
        customerCredit: '国企及政府',
        priceLink: true,
        guarantee: true,
        staffCount: '5.0',
        perStaffCost: '82000.00',
        annuityFactor: '5.7466',
        surveyFiles: [await tools.file()],
        incomes: [
          { incomeItem: '供冷费', incomeBase: '46000.00', incomePrice: '24.0000', incomeTax: '9' },
          { incomeItem: '采暖费', incomeBase: '46000.00', incomePrice: '26.0000', incomeTax: '9' },
        ],
        energies: [
          { energyKind: '天然气', energyQuantity: '238000.00', energyPrice: '3.2300', quantityBasis: '同类项目单耗' },
          { energyKind: '电', energyQuantity: '420000.00', energyPrice: '0.6900', quantityBasis: '历史账单' },
        ],
        investments: [{ investItem: '自控计量', investAmount: '380000.00', investYear: 0 }],
        risks: [
          { riskKind: '入住率不足', probability: 2, impact: 3, counter: '约定保底计费面积' },
          { riskKind: '能源涨价', probability: 3, impact: 3, counter: '价格联动条款' },
        ],
      };
    },
    steps: {
      暖通工程师技术评估: async () => ({
        techFeasible: '可行',
        repairCost: '120000.00',
        techNote: '主机状态良好，首年需更换两台循环泵轴封',
      }),
      能源数据测算: async () => ({ similarProject: '浦江国际大厦', similarCost: '23.60' }),
      财务测算: async () => ({ manageCost: '160000.00', priceFloor: '43.5000', fundPlan: '自有资金' }),
      EMC总监审批: async () => ({ takeOpinion: '承接', bottomTerms: '保底面积不低于四万平方米，价格联动每半年一次' }),
    },
  };
};

const PLANNED = [
  ['单位面积燃气耗量', 'm³/m²', '5.000', '4.900', '25'],
  ['单位面积电耗', 'kWh/m²', '8.700', '8.500', '20'],
  ['室温合格率', '%', '97.000', '98.000', '20'],
  ['收款率', '%', '97.000', '100.000', '20'],
  ['设备完好率', '%', '98.000', '99.000', '15'],
] as const;

const managementPlan = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'managementPlan',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      const dutyUser = await tools.user(at.manager);
      const routineOwner = await tools.user(at.operators[0]);
      return {
        project: at.project,
        contract: contractOf(at.project),
        planYear: Number(day(tools.now).slice(0, 4)) + 1,
        planKind: '年度修订',
        effectFrom: day(tools.now, 20),
        effectTo: day(tools.now, 385),
        systemDesc: '两台直燃机并联，冷温水泵变频，屋面横流冷却塔，风机盘管加新风系统',
        serviceScope: ['冷热源机房', '输配管网', '末端设备', '水处理'],
        dutyMode: '24小时三班',
        staffCount: 5,
        specialCert: 4,
        inspectTimes: 4,
        reportTime: '08:30',
        indoorSummer: '25.0',
        indoorWinter: '21.0',
        responseMinutes: 30,
        emergencyPlans: ['燃气泄漏', '停电', '主机故障停机', '溶液结晶', '爆管跑水'],
        spareStock: '点火电极、火焰探测器、真空泵油、机械密封各一套在库',
        saveMeasures: '出水温度按室外温度重设，夜间低负荷单泵运行，末端夜间关停',
        planFile: [await tools.file()],
        posts: [
          { post: '项目经理', headCount: 1, postUser: dutyUser, postDuty: '全面负责', needCert: '特种设备安全管理证' },
          {
            post: '主机操作工',
            headCount: 4,
            postUser: routineOwner,
            postDuty: '值班运行',
            needCert: '制冷与空调作业证',
          },
        ],
        indicators: PLANNED.map(([indicator, indicatorUnit, lastValue, targetValue, weight]) => ({
          indicator,
          indicatorUnit,
          lastValue,
          targetValue,
          weight,
          dutyUser,
          checkCycle: '月',
        })),
        routines: [
          { routine: '机组真空检测', cycle: '每月', routineOwner, routineBudget: '0', executeBy: '项目自行' },
          { routine: '水质检测', cycle: '每季', routineOwner, routineBudget: '1920.00', executeBy: '外协' },
          { routine: '燃气报警器检定', cycle: '每年', routineOwner, routineBudget: '720.00', executeBy: '外协' },
          { routine: '消防演练', cycle: '每半年', routineOwner, routineBudget: '0', executeBy: '项目自行' },
        ],
      };
    },
    steps: {
      区域经理审核: async () => ({ areaOpinion: '指标与年度计划一致，同意' }),
      能源数据指标复核: async () => ({ targetOpinion: '合理' }),
      安全员审核应急: async () => ({ emergencyOpinion: '预案齐全，持证人数满足' }),
      客户确认登记: async (tools) => ({
        customerConfirm: '确认执行',
        confirmDate: day(tools.now),
        confirmFile: [await tools.file()],
      }),
    },
  };
};

export const EVALUATIONS: readonly Script[] = [
  energySavingEvaluation(0, approved()),
  energySavingEvaluation(1, waiting(1)),
  newProjectEvaluation(0, approved()),
  newProjectEvaluation(1, waiting(2)),
  managementPlan(0, approved()),
  managementPlan(3, rejected(1)),
];
