/** What the demo records of safety say: the month's inspection of the systems, extinguishers counted, pressure vessels checked. */
import { day, first, moment, none, type Script, site, type Stage } from './script.ts';

const ITEMS = [
  '燃气报警器与紧急切断阀联动正常',
  '燃气阀门法兰检漏液无气泡',
  '事故排风机与报警联锁可启动',
  '烟道接口严密无漏烟、冷凝水排放通畅',
  '靶流开关与冷水低温保护动作可靠',
  '高发超温超压保护动作可靠',
  '配电柜无过热积灰且接地可靠',
  '电缆沟无积水且孔洞封堵完好',
  '水泵联轴器护罩齐全',
  '补水定压装置与安全阀正常',
  '冷却塔爬梯护栏及风机护网牢固',
  '交接班与巡检记录完整',
] as const;
const GOOD = { result: '合格' };

const STAGES: readonly Stage[] = [
  { end: 'approved', after: 0 },
  { end: 'running', after: 1 },
];
const stageOf = (i: number): Stage => STAGES[i % STAGES.length] ?? { end: 'running', after: 0 };

const systemSafetyCheck = (i: number): Script => {
  const at = site(i);
  return {
    module: 'systemSafetyCheck',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools) {
      const responsible = await tools.user(at.operators[1]);
      return {
        project: at.project,
        checkType: '采暖开机前检查',
        checkDate: day(tools.now),
        checkers: [await tools.user(at.operators[0]), responsible],
        customerWitness: '物业工程部 刘敏',
        runState: '采暖运行',
        gasConcentration: '0',
        gasInletPressure: '13.20',
        roomTemperature: '24.5',
        constantPressure: '0.42',
        scenePhotos: [await tools.file()],
        items: ITEMS.map((item, nth) =>
          nth === 7
            ? {
                item,
                position: '制冷机房北侧电缆沟',
                result: { result: '不合格', remark: '积水约2cm，封堵板缺一块' },
                hazardLevel: '一般隐患',
                responsible,
                deadline: day(tools.now, 5),
              }
            : { item, result: GOOD },
        ),
      };
    },
    steps: {
      项目经理审核: async () => ({ managerOpinion: '同意，三日内排除积水并补封堵' }),
      整改反馈: async (tools) => ({
        rectifyMeasure: '抽排积水，更换浮球开关，补装防火封堵板',
        rectifyDate: day(tools.now),
        rectifyCost: '260.00',
        rectifyPhotos: [await tools.file()],
      }),
      安全员复查: async () => ({ recheckResult: '全部闭环', recheckRemark: '现场复查合格' }),
    },
  };
};

const specialFireSafetyCheck = (i: number): Script => {
  const at = site(i);
  return {
    module: 'specialFireSafetyCheck',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools) {
      return {
        project: at.project,
        period: '月检',
        checkDate: day(tools.now),
        places: ['制冷机房', '变配电室', '燃气表间'],
        fireOwner: await tools.user(at.manager),
        hostState: '正常监视',
        hydrantPressure: '0.35',
        detectorTested: 6,
        detectorNormal: 6,
        gasLinkage: GOOD,
        passageWidth: '1.40',
        emergencyLightMinutes: 90,
        extinguishers: [
          ['干粉MFZ/ABC4', '制冷机房东门', 4],
          ['二氧化碳MT3', '变配电室', 2],
        ].map(([kind, location, quantity]) => ({
          kind,
          location,
          quantity,
          valid: quantity,
          pressureZone: '绿区',
          expireDate: day(tools.now, 210),
        })),
        facilities: ['消火栓箱水带水枪齐全', '疏散指示标志常亮', '安全出口畅通未上锁', '消防通道无堆放杂物'].map(
          (item) => ({ item, result: GOOD }),
        ),
      };
    },
    steps: {
      消防责任人确认: async () => ({ supplementPlan: '数量齐全，按期送检', supplementCost: '0' }),
      项目经理审核: none,
    },
  };
};

const pressureVesselCheck = (i: number): Script => {
  const at = site(i);
  return {
    module: 'pressureVesselCheck',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools, driver) {
      const device = await first(driver, tools, at.operators[0], 'device', {
        ProjectCode: at.project,
        Category: '压力容器',
        Keyword: '定压罐',
      });
      return {
        project: at.project,
        device,
        vesselKind: '定压罐',
        registerNo: `容31A${device.padStart(5, '0')}`,
        medium: '冷热水',
        allowPressure: '1.60',
        checkDate: day(tools.now),
        nowPressure: '0.42',
        nowTemp: '48.0',
        valveSetPressure: '0.80',
        valveExpire: day(tools.now, 260),
        gaugeExpire: day(tools.now, 140),
        nextInspection: day(tools.now, 620),
        conclusion: '继续使用',
        platePhotos: [await tools.file()],
        items: [
          '本体无裂纹鼓包变形过热',
          '焊缝与接管角焊缝无渗漏',
          '安全阀铅封完好且排放管通畅',
          '压力表红线标识与回零',
        ].map((item) => ({ item, result: GOOD })),
      };
    },
    steps: { 项目经理审核: none },
  };
};

const fireDrillRecords = (i: number): Script => {
  const at = site(i);
  return {
    module: 'fireDrillRecords',
    applicant: at.manager,
    ...stageOf(i),
    async fields(tools) {
      const people = await Promise.all(at.operators.map((account) => tools.user(account)));
      const file = [await tools.file()];
      return {
        project: at.project,
        drillTopic: '机房燃气泄漏处置',
        drillMode: '实战演练',
        planVersion: '机房燃气泄漏应急预案 V2.1',
        commander: await tools.user(at.manager),
        startTime: moment(tools.now, -4),
        endTime: moment(tools.now, -3),
        drillPlace: '制冷机房',
        shouldCount: people.length,
        participants: people,
        actualCount: people.length,
        jointUnits: ['物业'],
        alarmSeconds: 25,
        gasCutSeconds: 48,
        evacuateSeconds: 150,
        signSheet: file,
        drillPhotos: file,
        stages: [
          ['险情发现与报告', '3', '2.5'],
          ['切断气源电源', '5', '4.5'],
          ['人员疏散引导', '8', '7.0'],
          ['讲评总结', '20', '22.0'],
        ].map(([stage, planMinutes, usedMinutes]) => ({
          stage,
          stageOwner: people[0],
          planMinutes,
          usedMinutes,
          effect: GOOD,
        })),
        materials: [{ material: '烟雾罐', quantity: 2, unitPrice: '35.00' }],
      };
    },
    steps: {
      项目经理审核: none,
      安全员评估: async () => ({ drillScore: 88, weakness: '对讲机信道切换不熟练', planRevise: false }),
    },
  };
};

const BOILER_ITEMS = [
  ['低水位联锁停炉试验', '水位低于-50mm停炉'],
  ['超压联锁停炉试验', '压力0.58MPa停炉'],
  ['超温联锁停炉试验', '温度95℃停炉'],
  ['熄火保护试验', '2s切断燃气'],
  ['燃气阀组检漏与高低压开关', '无泄漏'],
  ['燃烧器火焰稳定无脉动', ''],
  ['炉膛前后吹扫时间', '前吹35s、后吹20s'],
  ['循环泵与补水泵互备切换', ''],
] as const;

const boilerCheck = (i: number): Script => {
  const at = site(i);
  return {
    module: 'boilerCheck',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools, driver) {
      return {
        project: at.project,
        device: await first(driver, tools, at.operators[0], 'device', { ProjectCode: at.project, Category: '锅炉' }),
        boilerKind: '真空热水锅炉',
        ratedPower: '1400.00',
        checkDate: day(tools.now),
        stoker: await tools.user(at.operators[0]),
        runHours: '6280.5',
        ratedPressure: '0.00',
        workPressure: '-0.02',
        outletTemp: '62.5',
        returnTemp: '54.0',
        exhaustTemp: '118.0',
        exhaustO2: '4.2',
        coPpm: 24,
        nox: '26.0',
        feedHardness: '0.350',
        boilerPh: '10.6',
        outerInspect: day(tools.now, 190),
        innerInspect: day(tools.now, 560),
        valveExpire: day(tools.now, 240),
        conclusion: '正常运行',
        items: BOILER_ITEMS.map(([item, actionValue]) => ({ item, result: GOOD, actionValue })),
      };
    },
    steps: { 项目经理审核: none },
  };
};

export const SAFETY: readonly Script[] = [
  ...[0, 1].map(systemSafetyCheck),
  ...[0, 1].map(specialFireSafetyCheck),
  ...[0, 1].map(pressureVesselCheck),
  fireDrillRecords(0),
  ...[0, 1].map(boilerCheck),
];
