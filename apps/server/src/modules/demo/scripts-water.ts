/** What the demo records of water say: samples analysed, towers cleaned, softened water, a year of it. */
import { monthEnd } from '@hengneng/core';
import {
  approved,
  day,
  firstOf,
  GOOD,
  moment,
  monthBefore,
  none,
  rejected,
  type Script,
  site,
  type Stage,
  waiting,
} from './script.ts';

const ITEMS = [
  ['冷却水', '冷却塔集水盘', 'pH值', '无量纲', '7.500', '9.500', '8.420'],
  ['冷却水', '冷却塔集水盘', '电导率', 'μS/cm', null, '2300.000', '1510.000'],
  ['冷却水', '冷却塔集水盘', '总铁', 'mg/L', null, '1.000', '0.340'],
  ['冷却水', '冷却塔集水盘', '异养菌总数', 'CFU/mL', null, '100000.000', '8600.000'],
  ['冷温水', '分水器取样口', 'pH值', '无量纲', '8.000', '10.000', '9.060'],
  ['冷温水', '分水器取样口', '电导率', 'μS/cm', null, '2000.000', '624.000'],
] as const;

const detectReport = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'detectReport',
    applicant: 'waterEngineer',
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        reportNo: `SZ-${day(tools.now).slice(0, 7).replace('-', '')}-0${i + 1}`,
        detectReason: '季度例检',
        sampleTime: moment(tools.now, -150),
        sampler: await tools.user(at.operators[0]),
        labType: '第三方检测机构',
        lab: await firstOf(driver, tools, 'waterEngineer', 'supplier', at.project, { Keyword: '安泰检测' }),
        cmaNo: '221012050316',
        sendDate: day(tools.now, -5),
        reportDate: day(tools.now, -1),
        standard: 'GB/T 29044-2012',
        tubeMaterial: '紫铜',
        testFee: '480.00',
        reportFiles: [await tools.file()],
        items: ITEMS.map(([waterSystem, samplePoint, item, unit, limitLow, limitHigh, value]) => ({
          waterSystem,
          samplePoint,
          item,
          unit,
          limitLow,
          limitHigh,
          value,
          itemResult: GOOD,
        })),
      };
    },
    steps: {
      水质工程师判定: async () => ({
        conclusion: '合格',
        treatAdvice: '各项指标在范围内，维持现有投加量与排污制度',
        retestNeeded: false,
      }),
      项目经理确认: async () => ({ measureTaken: '按现行方案执行，月底复核浓缩倍数' }),
    },
  };
};

const coolTowerWaterTankRecord = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'coolTowerWaterTankRecord',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const by = at.operators[0];
      const tower = (Keyword: string) =>
        firstOf(driver, tools, by, 'device', at.project, { Category: '冷却塔', Keyword });
      const photo = await tools.file();
      const cleaned = {
        objectType: '冷却塔',
        basin: GOOD,
        filler: GOOD,
        sprinkler: GOOD,
        floatValve: GOOD,
        fanBelt: GOOD,
      };
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        cleanReason: '停机后清洗',
        cleanStart: moment(tools.now, -6),
        cleanEnd: moment(tools.now, -1),
        executorType: '项目自行清洗',
        workers: '运行班组三人',
        guardian: await tools.user(at.manager),
        lockout: true,
        heightWork: true,
        disinfectant: await firstOf(driver, tools, by, 'waterChemical', at.project, { Keyword: '氧化性杀菌' }),
        disinfectKg: '6.00',
        chlorine: '50.0',
        contactMinutes: 120,
        drainVolume: '14.0',
        refillVolume: '0.0',
        objects: [
          {
            ...cleaned,
            equipment: await tower('1号'),
            scaleThickness: '0.8',
            strainer: GOOD,
            beforePhoto: photo,
            afterPhoto: photo,
          },
          {
            ...cleaned,
            equipment: await tower('2号'),
            scaleThickness: '0.6',
            strainer: GOOD,
            beforePhoto: photo,
            afterPhoto: photo,
          },
        ],
      };
    },
    steps: {
      项目经理验收: async (tools) => ({ acceptResult: '合格', nextCleanDate: day(tools.now, 150) }),
      水质工程师复核: async () => ({ afterTurbidity: '3.2', reviewAdvice: '清洗彻底，填料完好' }),
    },
  };
};

const softWaterUsageStatistical = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'softWaterUsageStatistical',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const by = at.operators[0];
      const month = monthBefore(day(tools.now), 1);
      return {
        project: at.project,
        statMonth: month,
        runSeason: '过渡季',
        runDays: Number(monthEnd(month).slice(8)),
        rawHardness: '3.20',
        cycleOutput: '42.0',
        monthQuota: '60.0',
        lastYearUsage: '57.5',
        waterPrice: '4.9000',
        salt: await firstOf(driver, tools, by, 'waterChemical', at.project, { Keyword: '工业盐' }),
        saltPrice: '1.3500',
        saltOpening: '120.0',
        saltIn: '0',
        saltClosing: '95.0',
        meterPhotos: [await tools.file()],
        meters: [
          {
            softener: await firstOf(driver, tools, by, 'device', at.project, {
              Category: '水处理设备',
              Keyword: '软水器',
            }),
            useFor: '冷温水补水',
            lastReading: '2180.40',
            thisReading: '2234.90',
            multiple: '1.00',
            regenTimes: 2,
            outHardness: '0.025',
            softResult: GOOD,
          },
        ],
      };
    },
    steps: { 项目经理审核: none, 水质工程师复核: async () => ({ leakJudge: '正常' }) },
  };
};

const INDEXES = [
  ['冷却水', 'pH值', '7.5～9.5', '7.90', '9.10', '8.40', '100'],
  ['冷却水', '电导率', '≤2300μS/cm', '980.00', '2260.00', '1520.00', '98'],
  ['冷温水', 'pH值', '8.0～10.0', '8.60', '9.40', '9.00', '100'],
  ['冷温水', '总铁', '≤1.0mg/L', '0.20', '0.80', '0.42', '100'],
] as const;

const yearWaterCappReport = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'yearWaterCappReport',
    applicant: 'waterEngineer',
    ...stage,
    async fields(tools, driver) {
      const year = Number(day(tools.now).slice(0, 4));
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        reportYear: year - 1,
        coolingDays: 132,
        heatingDays: 118,
        serviceUnit: await firstOf(driver, tools, 'waterEngineer', 'supplier', at.project, { Keyword: '清源水处理' }),
        testTimes: 96,
        failTimes: 1,
        avgRatio: '3.80',
        towerCleanTimes: 4,
        coolingMakeup: '9860.0',
        chilledMakeup: '146.0',
        lastYearMakeup: '10420.0',
        chemicalCost: '28400.00',
        makeupCost: '49030.00',
        cleanCost: '5200.00',
        lastYearCost: '86700.00',
        steelCorrosion: '0.0320',
        copperCorrosion: '0.0021',
        tubeCondition: '轻微浮锈',
        scaleThickness: '0.10',
        condenserApproach: '1.9',
        summary: '<p>全年水质稳定，浓缩倍数控制在4倍以内；八月受高温影响电导率一次超标，当日加大排污后恢复。</p>',
        tubePhotos: [await tools.file()],
        indexes: INDEXES.map(([waterSystem, indexName, limitText, yearMin, yearMax, yearAvg, indexPassRate]) => ({
          waterSystem,
          indexName,
          limitText,
          yearMin,
          yearMax,
          yearAvg,
          indexPassRate,
        })),
        problems: [
          {
            problem: '八月冷却水电导率超标一次',
            cause: '自动排污阀卡涩',
            measure: '检修排污阀并增加人工校核',
            closed: true,
          },
        ],
        nextPlan: [
          { planWork: '药剂投加', planMonth: `${year + 1}-04`, planCost: '12000.00' },
          { planWork: '冷却塔清洗', planMonth: `${year + 1}-05`, planCost: '2600.00' },
          { planWork: '水质检测', planMonth: `${year + 1}-06`, planCost: '1920.00' },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      水质工程师评审: async () => ({ yearGrade: '良好', engineerOpinion: '补水与药耗双降，注意排污阀定期保养' }),
      区域经理审核: none,
    },
  };
};

export const WATER: readonly Script[] = [
  detectReport(0, approved()),
  detectReport(1, waiting(1)),
  coolTowerWaterTankRecord(0, approved()),
  coolTowerWaterTankRecord(3, waiting(0)),
  softWaterUsageStatistical(0, approved()),
  softWaterUsageStatistical(1, waiting(1)),
  yearWaterCappReport(0, approved()),
  yearWaterCappReport(2, rejected(1)),
];
