/** What the demo records of machines say: burners and chillers maintained, solution analysed, how buildings are used. */
import {
  approved,
  day,
  firstOf,
  GOOD,
  moment,
  monthBefore,
  none,
  type Script,
  site,
  type Stage,
  waiting,
} from './script.ts';

const BURNER_ITEMS = [
  '火焰探测器清洁与老化检查',
  '点火电极清洁调隙',
  '燃烧头扩散盘清灰',
  '燃气过滤器清洗',
  '双电磁阀动作与密封',
  '风门与伺服马达连杆',
  '程控器接线紧固',
] as const;

const burnerMaintenanceRecord = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'burnerMaintenanceRecord',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const by = at.operators[0];
      return {
        project: at.project,
        device: await firstOf(driver, tools, by, 'device', at.project, { Category: '主机' }),
        contract: `HT-${at.project}-01`,
        burnerModel: 'WM-G20/3-A',
        burnerNo: `WM20180${41 + i}`,
        programmer: 'W-FM50',
        grade: i === 0 ? '季度保养' : '年度保养',
        workers: '运行班组、远方燃烧调试员',
        startTime: moment(tools.now, -7),
        endTime: moment(tools.now, -2),
        burnHours: String(9860 + i * 430),
        ignitionCount: 3120 + i * 160,
        electrodeGap: '3.5',
        flameSignal: '42.0',
        fanCurrent: '14.6',
        fanInsulation: '180.0',
        lowGasSet: '80.0',
        highGasSet: '260.0',
        airSet: '4.5',
        leakTest: GOOD,
        flameOutTest: GOOD,
        coAfter: 18,
        o2After: '3.6',
        laborCost: '600.00',
        photos: [await tools.file()],
        items: BURNER_ITEMS.map((item) => ({ item, result: GOOD })),
        parts: [
          {
            part: '点火电极',
            spec: '威索 WM-G20',
            quantity: '1.00',
            unitPrice: '380.00',
            warrantyTo: day(tools.now, 365),
          },
        ],
      };
    },
    steps: {
      项目经理验收: async () => ({ trialHours: '4.0', acceptResult: '合格' }),
      暖通工程师审核: none,
      客户签认归档: async (tools) => ({ customerSign: await tools.file(), nextDate: day(tools.now, 90) }),
    },
  };
};

const CHILLER_ITEMS = [
  ['制冷剂检漏', '电子检漏仪无报警'],
  ['更换油过滤器', '已更换'],
  ['冷凝器通刷', '端差降至2.1℃'],
  ['启动柜接触器紧固', '紧固12处'],
  ['高低压开关整定', '高压1.05MPa'],
  ['水流开关试验', '动作正常'],
  ['安全阀校验', '在有效期内'],
] as const;

/** The two sites that are cooled with electricity. */
const CHILLED = [
  { project: 'EMC02001', by: 'operator3' },
  { project: 'EMC04002', by: 'operator5' },
] as const;

const electricMaintenanceRecord = (i: number, stage: Stage): Script => {
  const { project, by } = CHILLED[i % CHILLED.length] ?? CHILLED[0];
  return {
    module: 'electricMaintenanceRecord',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      return {
        project,
        device: await firstOf(driver, tools, by, 'device', project, { Category: '主机' }),
        unitKind: '离心机',
        brandModel: 'CVHE-1400',
        compressorNo: `YS2017${18 + i}`,
        refrigerant: 'R134a',
        chargeWeight: '620.0',
        maintainType: '停机保养',
        startTime: moment(tools.now, -8),
        endTime: moment(tools.now, -1),
        runHours: String(14260 + i * 980),
        loadRate: '58',
        evapSatTemp: '5.4',
        chilledOut: '7.1',
        condSatTemp: '35.8',
        coolingOut: '33.6',
        oilPressureDiff: '168.0',
        oilTemp: '52.5',
        currentA: '412.0',
        currentB: '409.0',
        currentC: '415.0',
        motorInsulation: '320.0',
        laborCost: '1800.00',
        items: CHILLER_ITEMS.map(([item, settingValue]) => ({ item, settingValue, result: GOOD })),
        parts: [
          { part: '油过滤器', spec: 'CVHE 原厂', quantity: '1.00', unitPrice: '560.00', oldReturned: true },
          { part: '冷冻油', spec: 'OIL00048 20L', quantity: '1.00', unitPrice: '620.00', oldReturned: true },
        ],
      };
    },
    steps: {
      项目经理验收: async () => ({ acceptResult: '合格' }),
      区域经理审批: none,
    },
  };
};

const annualSolutionTestingReport = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'annualSolutionTestingReport',
    applicant: 'waterEngineer',
    ...stage,
    async fields(tools, driver) {
      const host = (Keyword: string) =>
        firstOf(driver, tools, 'waterEngineer', 'device', at.project, { Category: '主机', Keyword });
      const sample = {
        appearance: '淡黄透明',
        density: '1.610',
        molybdate: '165.0',
        copper: '4.2',
        iron: '6.8',
        chloride: '0.020',
        octanol: '0.20',
        advice: '正常使用',
      };
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        testYear: Number(day(tools.now).slice(0, 4)),
        laboratory: await firstOf(driver, tools, 'waterEngineer', 'supplier', at.project, { Keyword: '安泰检测' }),
        labCertNo: 'CMA 221012050316',
        reportNo: `RY-${day(tools.now).slice(0, 4)}-${at.project}`,
        sampleDate: day(tools.now, -16),
        receiveDate: day(tools.now, -14),
        reportDate: day(tools.now, -3),
        sampler: await tools.user('waterEngineer'),
        samplePhase: '停机稀释后',
        standardNo: 'HG/T 2822',
        testFee: '1600.00',
        reportFile: [await tools.file()],
        samples: [
          { ...sample, device: await host('1号'), sampleNo: `S${i + 1}-01`, concentration: '55.80', ph: '9.80' },
          { ...sample, device: await host('2号'), sampleNo: `S${i + 1}-02`, concentration: '56.40', ph: '9.60' },
        ],
      };
    },
    steps: {
      水质工程师审核数据: async () => ({ dataReview: '有效' }),
      暖通组长提出方案: async (tools) => ({
        treatPlan: '按报告建议过滤再生',
        treatBefore: day(tools.now, 60),
      }),
      区域经理审批: none,
    },
  };
};

const ZONES = [
  ['主楼', '3～8层', '办公', '12600.00', '11200.00', '10.0', '22.4'],
  ['主楼', '9～16层', '办公', '13200.00', '12800.00', '10.0', '21.8'],
  ['裙楼', '1～2层', '商场商铺', '6400.00', '6400.00', '12.0', '21.5'],
  ['裙楼', '3层', '餐饮', '2100.00', '1900.00', '11.0', '23.1'],
] as const;

const airUsage = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'airUsage',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        surveyMonth: monthBefore(day(tools.now), 0),
        surveyTime: moment(tools.now, -3),
        mode: '采暖',
        surveyors: [await tools.user(at.operators[0])],
        customerRep: '刘敏',
        outdoorTemp: '7.5',
        outdoorHumidity: '58',
        supplyTemp: '51.5',
        returnTemp: '45.2',
        hostsRunning: 1,
        openTime: '07:30',
        closeTime: '19:00',
        lowerLimit: '20.0',
        upperLimit: '24.0',
        overtimeHours: '16.0',
        testPhotos: [await tools.file()],
        zones: ZONES.map(([building, floor, zoneUse, totalArea, openArea, dailyHours, roomTemp]) => ({
          building,
          floor,
          zoneUse,
          totalArea,
          openArea,
          dailyHours,
          roomTemp,
          roomHumidity: '42',
          noise: '43.0',
          lower: '20.0',
          upper: '24.0',
          feel: '舒适',
        })),
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审批: async () => ({ chargeAdvice: '维持不变' }),
    },
  };
};

export const MACHINES: readonly Script[] = [
  burnerMaintenanceRecord(0, approved()),
  burnerMaintenanceRecord(1, waiting(1)),
  electricMaintenanceRecord(0, approved()),
  electricMaintenanceRecord(1, waiting(0)),
  annualSolutionTestingReport(0, approved()),
  annualSolutionTestingReport(2, waiting(1)),
  airUsage(0, approved()),
  airUsage(2, waiting(0)),
];
