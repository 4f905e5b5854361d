/** What the demo records of efficiency say: something used too much, machines and systems tested, sites inspected, data asked for. */
import {
  approved,
  day,
  firstOf,
  GOOD,
  moment,
  monthBefore,
  none,
  type Script,
  type Site,
  site,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';
import type { Driver } from './driver.ts';

const hostOf = (driver: Driver, tools: Tools, account: string, at: Site): Promise<string> =>
  firstOf(driver, tools, account, 'device', at.project, { Category: '主机' });

const energyAbnormalReport = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'energyAbnormalReport',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        abnormalSource: '日报对比',
        abnormalKind: '用量突增',
        energyKind: '补水',
        quantityUnit: 't',
        abnormalFrom: moment(tools.now, -52),
        abnormalTo: moment(tools.now, -4),
        foundTime: moment(tools.now, -3),
        actualQuantity: '18.60',
        benchmarkKind: '前7日均值',
        benchmarkQuantity: '16.20',
        averageTemp: '8.5',
        benchmarkTemp: '9.2',
        unitPrice: '4.9000',
        runHours: '46.0',
        firstAction: '逐段关阀查漏，锁定裙楼支路',
        curveFiles: [await tools.file()],
        checks: [
          {
            checkItem: '表计读数与倍率',
            checkMethod: '现场与平台比对',
            checkFinding: '一致',
            isCause: false,
            share: '0',
          },
          {
            checkItem: '管网漏水漏气',
            checkMethod: '分区保压',
            checkFinding: '裙楼支路30分钟压降0.03MPa，自动排气阀渗漏',
            isCause: true,
            share: '80',
          },
          { checkItem: '阀门开度与旁通', checkMethod: '逐阀核对', checkFinding: '正常', isCause: false, share: '0' },
        ],
        actions: [
          {
            action: '更换裙楼立管自动排气阀两只',
            actionOwner: await tools.user(at.operators[0]),
            actionDeadline: moment(tools.now, 24),
            expectSave: '1.10',
            actionCost: '160.00',
          },
        ],
      };
    },
    steps: {
      项目经理核实: none,
      能源数据分析判定: async () => ({ verdict: '真实异常', confirmedLoss: '11.76', dataFix: false }),
      暖通工程师诊断: async () => ({ diagnosis: '排气阀浮球卡滞，建议同批次全部检查' }),
      区域经理审批: async () => ({ dutyResult: '设备原因' }),
      整改验证: async (tools) => ({
        finishTime: moment(tools.now, -1),
        afterQuantity: '8.10',
        afterBenchmark: '8.10',
        recovered: '已恢复',
      }),
    },
  };
};

const coolPoint = (readTime: string, flow: number) => ({
  readTime,
  chilledFlow: String(flow),
  chilledIn: '12.00',
  chilledOut: '7.00',
  coolingFlow: (flow * 1.4).toFixed(2),
  coolingIn: '31.80',
  coolingOut: '37.83',
  driveFlow: (flow * 0.4375).toFixed(2),
  driveHeat: '35.540',
  driveEfficiency: '92',
  hostPower: '12.60',
  exhaustTemp: '158.0',
});

const energyCoolTest = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = 'hvacEngineer';
  return {
    module: 'energyCoolTest',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        device: await hostOf(driver, tools, at.operators[0], at),
        hostType: '燃气直燃型溴化锂',
        hostModel: 'ZX-245HW',
        ratedCooling: '2850.0',
        ratedCop: '1.50',
        testReason: '季中例行',
        testDate: day(tools.now),
        testers: [await tools.user(at.operators[0]), await tools.user(by)],
        flowMeter: 'UFL-2019-07',
        flowMeterExpire: day(tools.now, 220),
        thermometer: 'PT100-A 0312',
        thermometerError: '0.10',
        stableMinutes: 45,
        dryBulb: '33.5',
        wetBulb: '27.6',
        fuelPrice: '3.5200',
        powerPrice: '0.7800',
        vacuumState: GOOD,
        meterPhotos: [await tools.file()],
        points: [coolPoint('10:00', 400), coolPoint('10:15', 404), coolPoint('10:30', 398)],
      };
    },
    steps: {
      项目经理核对: none,
      暖通工程师评定: async () => ({
        coolGrade: '良',
        causeJudge: ['无明显衰减'],
        coolAdvice: '换热端差正常，下季初复测',
      }),
      能源数据入档: async () => ({ dataValid: '有效' }),
      技术总监审批: async () => ({ repairDecision: '暂观察' }),
    },
  };
};

const heatRun = (runTime: string, fireStage: string, fuelRate: string, flow: string, exhaust: string) => ({
  runTime,
  fireStage,
  fuelRate,
  calorific: '35.54',
  heatFlow: flow,
  heatSupply: '54.0',
  heatReturn: '46.0',
  airTemp: '22.0',
  exhaustTemp: exhaust,
  o2: '3.8',
  co: 20,
  radiationLoss: '2',
});

const hostHootTest = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'hostHootTest',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        device: await hostOf(driver, tools, at.operators[0], at),
        heatHost: '直燃型溴化锂',
        ratedHeat: '2300.0',
        ratedEfficiency: '93',
        testMode: '采暖',
        heatFuel: '天然气',
        testDate: day(tools.now),
        testers: [await tools.user(at.operators[0])],
        outdoorTemp: '6.0',
        roomTemp: '22.0',
        outletSet: '54.0',
        switchValve: GOOD,
        vacuumPressure: '-90.0',
        solutionLevel: GOOD,
        waterPressure: '0.42',
        softHardness: '0.03',
        analyzerExpire: day(tools.now, 200),
        flowMeterExpire: day(tools.now, 180),
        fuelPrice: '3.5200',
        testPhotos: [await tools.file()],
        runs: [
          heatRun('09:30', '50%负荷', '120.00', '115.00', '132.0'),
          heatRun('10:00', '75%负荷', '180.00', '173.00', '141.0'),
          heatRun('10:30', '大火', '236.00', '225.00', '152.0'),
        ],
      };
    },
    steps: {
      项目经理核对: none,
      暖通工程师评定: async () => ({ heatGrade: '良', heatCause: ['无'], heatAdvice: '燃烧与换热正常，季末清灰' }),
    },
  };
};

const systemEnergyTest = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'systemEnergyTest',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const pump = (Keyword: string) =>
        firstOf(driver, tools, at.manager, 'device', at.project, { Category: '水泵', Keyword });
      const [heating, cooling] = [await pump('1号冷温水泵'), await pump('2号冷温水泵')];
      const meter = { powerRatio: '60.00', runHours: '6.00' };
      return {
        project: at.project,
        season: '采暖',
        startTime: moment(tools.now, -8),
        endTime: moment(tools.now, -2),
        testHours: '6.00',
        outdoorTemp: '6.5',
        indoorTemp: '21.5',
        indoorHumidity: '42',
        openArea: '58000.00',
        meterStart: '31200.00',
        meterEnd: '42360.00',
        meterRatio: '1.00',
        calorific: '35.54',
        fuelPrice: '3.5200',
        powerPrice: '0.7800',
        gridFactor: '0.5366',
        standardEer: '0.75',
        testers: [await tools.user(at.operators[0])],
        testFiles: [await tools.file()],
        equipments: [
          {
            ...meter,
            subsystem: '主机',
            equipDevice: await hostOf(driver, tools, at.manager, at),
            powerStart: '722.00',
            powerEnd: '723.20',
            fuelQuantity: '1210.00',
          },
          { ...meter, subsystem: '冷冻或采暖循环泵', equipDevice: heating, powerStart: '540.00', powerEnd: '542.90' },
          { ...meter, subsystem: '冷冻或采暖循环泵', equipDevice: cooling, powerStart: '310.00', powerEnd: '312.80' },
        ],
        hydraulics: [
          {
            loop: '采暖水',
            pumpDevice: heating,
            loopFlow: '310.00',
            loopSupply: '52.0',
            loopReturn: '46.0',
            pumpHead: '24.0',
            pumpPower: '28.60',
            pumpFrequency: '42.0',
          },
        ],
      };
    },
    steps: {
      项目经理核对: none,
      能源数据分析员复算: async () => ({ recheck: '一致', areaRank: '华东同类第2' }),
      暖通工程师诊断: async () => ({
        weakPart: ['冷冻侧输配'],
        systemAdvice: '加大供回水温差，泵频可降至38Hz',
        savePotential: '6',
      }),
      区域经理审批: none,
    },
  };
};

const INSPECTED = [
  ['运行方案张贴与执行', '5.0'],
  ['出水温度按室外温度调节', '8.0'],
  ['主机负荷率与台数匹配', '8.0'],
  ['真空度与抽气记录', '8.0'],
  ['燃烧含氧量与排烟温度', '8.0'],
  ['水泵变频与供回水温差', '10.0'],
  ['管道保温完好', '5.0'],
  ['补水量与漏水', '5.0'],
  ['末端温控与夜间关停', '8.0'],
  ['表计完好与检定有效期', '5.0'],
  ['日报能耗分析', '5.0'],
] as const;

const projectEnergyInspection = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = 'energyAnalyst';
  return {
    module: 'projectEnergyInspection',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const meter = (Category: string) => firstOf(driver, tools, by, 'device', at.project, { Category });
      return {
        project: at.project,
        inspectKind: '季中例检',
        inspectTime: moment(tools.now, -2),
        inspectors: [await tools.user(by)],
        rectifyLeader: await tools.user(at.manager),
        currentPlan: await firstOf(driver, tools, by, 'operationsPlan', 'EMC01001'),
        outdoorTemp: '7.0',
        indoorTemp: '22.0',
        supplyTemp: '52.0',
        returnTemp: '46.5',
        runningHosts: 1,
        hostLoad: '72',
        exhaustTemp: '158.0',
        monthCost: '86400.00',
        monthQuota: '90000.00',
        inspectSummary: '方案执行到位，水泵温差偏小、末端夜间关停不彻底',
        items: INSPECTED.map(([checkItem, fullScore]) =>
          checkItem === '末端温控与夜间关停'
            ? {
                checkItem,
                fullScore,
                result: { result: '不合格', remark: '裙楼两层未关' },
                deduct: '3.0',
                problem: '裙楼两层夜间末端未关停',
                wasteKind: '过量供应',
                rectifyDate: day(tools.now, 7),
              }
            : { checkItem, fullScore, result: GOOD, deduct: '0', wasteKind: '无' },
        ),
        meterChecks: [
          {
            meterDevice: await meter('燃气表'),
            siteReading: '36200.00',
            platformReading: '36200.00',
            meterRatio: '1.00',
            platformRatio: '1.00',
            calibrateTo: day(tools.now, 400),
          },
          {
            meterDevice: await meter('电表'),
            siteReading: '18640.00',
            platformReading: '18640.00',
            meterRatio: '160.00',
            platformRatio: '160.00',
            calibrateTo: day(tools.now, 400),
          },
        ],
      };
    },
    steps: {
      项目负责人确认: async () => ({ confirmOpinion: '全部认可' }),
      区域经理审核: async () => ({ areaRequire: '一周内完成末端关停排查并上报' }),
      运营总监审批: async () => ({ assessAmount: '0' }),
      整改反馈: async (tools) => ({
        closedCount: 1,
        openCount: 0,
        rectifyNote: '与物业签订夜间关停清单，值班巡检签字',
        rectifyPhotos: [await tools.file()],
        estimateSave: '1800.00',
      }),
    },
  };
};

const projectDataRequire = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = i === 0 ? 'engineer' : 'projectManager3';
  return {
    module: 'projectDataRequire',
    applicant: by,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        dept: i === 0 ? 'A632201' : 'A632202',
        requirePurpose: i === 0 ? '能耗分析' : '投标方案',
        useNote: '同类写字楼供冷供热单耗对标',
        dataFrom: monthBefore(day(tools.now), 12),
        dataTo: monthBefore(day(tools.now), 1),
        granularity: '日',
        deadline: day(tools.now, 8),
        urgent: false,
        provider: await tools.user('energyAnalyst'),
        fileFormat: 'Excel',
        outside: false,
        secretLevel: '内部',
        desensitize: ['隐去客户名称'],
        needs: [
          {
            dataKind: '日报用能',
            dataScope: '冷热源机房全部表计',
            dataFields: '日期、燃气、电、水',
            pointCount: 6,
            dataSource: '平台导出',
            mustHave: true,
          },
          {
            dataKind: '室内外温度',
            dataScope: '室外及代表房间',
            dataFields: '日均温度',
            pointCount: 4,
            dataSource: '平台导出',
            mustHave: false,
          },
        ],
      };
    },
    steps: {
      部门负责人审核: none,
      数据提供: async (tools) => ({
        provideDate: day(tools.now),
        desensitized: true,
        dataNote: '缺测两日按前后均值插补并标注',
        deliveries: [
          {
            deliverKind: '日报用能',
            rowCount: 363,
            expectCount: 365,
            missReason: '通讯中断',
            dataFile: await tools.file(),
          },
        ],
      }),
      需求人验收: async () => ({ acceptResult: '满足', usefulScore: 5 }),
    },
  };
};

export const EFFICIENCY: readonly Script[] = [
  energyAbnormalReport(0, approved()),
  energyAbnormalReport(1, waiting(1)),
  energyCoolTest(0, approved(45)),
  hostHootTest(0, approved()),
  hostHootTest(2, waiting(1)),
  systemEnergyTest(0, approved()),
  systemEnergyTest(1, waiting(2)),
  projectEnergyInspection(0, approved(7)),
  projectDataRequire(0, approved()),
  projectDataRequire(1, waiting(1)),
];
