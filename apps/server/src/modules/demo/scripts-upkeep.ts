/** What the demo records of upkeep say: pumps and hosts maintained, systems checked, tools lent. */
import { day, first, moment, type Script, site, type Stage } from './script.ts';

const GOOD = { result: '合格' };
const STAGES: readonly Stage[] = [
  { end: 'approved', after: 0 },
  { end: 'running', after: 0 },
];
const stageOf = (i: number): Stage => STAGES[i % STAGES.length] ?? { end: 'running', after: 0 };

const equipmentMaintenanceRecord = (i: number): Script => {
  const at = site(i);
  return {
    module: 'equipmentMaintenanceRecord',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools, driver) {
      const by = at.operators[0];
      return {
        project: at.project,
        equipment: await first(driver, tools, by, 'device', { ProjectCode: at.project, Category: '水泵' }),
        equipmentType: '冷温水泵',
        model: 'KQL200/345-55',
        position: '制冷机房',
        maintainLevel: '一级保养',
        planDate: day(tools.now),
        startTime: moment(tools.now, -5),
        endTime: moment(tools.now, -3),
        runHours: String(8600 + i * 320),
        executorType: '项目自行保养',
        executors: [await tools.user(by)],
        lockoutDone: true,
        insulationBefore: '180.00',
        insulationAfter: '210.00',
        ratedCurrent: '103.0',
        runCurrent: '86.5',
        vibration: '2.10',
        bearingTemp: '52.0',
        maintainPhotos: [await tools.file()],
        items: [
          ['轴承加注润滑脂', '按铭牌牌号与用量，旧脂排净', '加注3#锂基脂80g'],
          ['联轴器对中检查', '径向偏差不大于0.1mm，轴向不大于0.05mm', '径向0.06mm、轴向0.03mm'],
          ['接线端子紧固', '断电紧固，无过热变色', '紧固6处'],
          ['电机绝缘测量', '380V电机不低于0.5MΩ', '210MΩ'],
        ].map(([item, standard, measured]) => ({ item, standard, measured, itemResult: GOOD })),
        parts: [
          {
            part: await first(driver, tools, by, 'sparePart', { ProjectCode: at.project, Keyword: '机械密封' }),
            source: '新购',
            quantity: '1',
            unitPrice: '420.00',
          },
        ],
      };
    },
    steps: { 项目经理验收: async (tools) => ({ acceptResult: '合格', nextDate: day(tools.now, 90) }) },
  };
};

const CHECKED = [
  ['主机', '主机真空度', '停机保压24小时压力回升不大于25Pa', '保压回升12Pa', '6.0'],
  ['燃烧与燃气', '燃气阀组检漏', '皂液或检漏仪检测无泄漏', '皂液检测无气泡', '6.0'],
  ['冷却水', '冷却水浓缩倍数', '3～5倍', '3.6倍', '3.0'],
  ['冷温水', 'Y型过滤器压差', '压差不大于30kPa', '22kPa', '3.0'],
  ['配电', '配电柜端子温度', '端子温升不大于60K，无变色', '最高温升21K', '4.0'],
  ['自控与计量', '传感器偏差', '温度偏差不大于0.5℃', '偏差0.3℃', '3.0'],
  ['安全与现场', '运行记录完整性', '逐时记录、交接班签字完整', '夜班漏记一次', '3.0'],
] as const;

const systemCheck = (i: number): Script => {
  const at = site(i);
  return {
    module: 'systemCheck',
    applicant: at.manager,
    ...stageOf(i),
    async fields(tools) {
      const accompany = await tools.user(at.operators[0]);
      return {
        project: at.project,
        checkType: '月度检查',
        checkDate: day(tools.now),
        checkers: [await tools.user(at.manager)],
        accompany,
        outdoorTemp: '8.0',
        runState: '采暖运行',
        hostTotal: 2,
        hostRunning: 1,
        loadRate: '62',
        dutyOnPost: 2,
        items: CHECKED.map(([subsystem, item, standard, measured, fullScore]) => ({
          subsystem,
          item,
          standard,
          measured,
          fullScore,
          getScore: item === '运行记录完整性' ? '2.0' : fullScore,
          itemResult: GOOD,
        })),
      };
    },
    steps: {
      项目经理整改: async () => ({ rectifyDesc: '夜班补记并重申抄表要求' }),
      区域经理审核: async () => ({}),
    },
  };
};

const toolManagementRecord = (i: number): Script => {
  const at = site(i);
  return {
    module: 'toolManagementRecord',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools, driver) {
      const by = at.operators[0];
      return {
        project: at.project,
        actionType: '领用',
        actionDate: day(tools.now),
        keeper: await tools.user(at.manager),
        borrower: await tools.user(at.operators[1]),
        dueBack: day(tools.now, 7),
        tools: [
          {
            tool: await first(driver, tools, by, 'tool', { ProjectCode: at.project, Keyword: '万用表' }),
            toolName: '数字万用表',
            toolKind: '检测仪表',
            toolSpec: 'FLUKE 17B+',
            bookQty: 2,
            quantity: 1,
            unitPrice: '680.00',
            toolState: '完好',
          },
        ],
      };
    },
    steps: {
      保管人确认: async () => ({ keeperCheck: '一致' }),
      项目经理审核: async () => ({}),
    },
  };
};

const HOST_ITEMS = [
  ['真空系统', '24小时保压与抽气', '24小时回升6Pa'],
  ['真空系统', '真空泵换油', '换油一次'],
  ['溶液系统', '溶液取样化验', '浓度56.5%'],
  ['冷剂系统', '冷剂水再生', '比重1.010'],
  ['高发与烟道', '高发烟管清灰', '清灰后排烟降9℃'],
  ['水侧换热管', '冷凝器铜管通刷', '通刷完成'],
  ['水侧换热管', '吸收器铜管通刷', '通刷完成'],
  ['电控与保护', '冷水低温保护试验', '3℃动作'],
] as const;

const notElectricMaintenanceRecord = (i: number): Script => {
  const at = site(i);
  return {
    module: 'notElectricMaintenanceRecord',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools, driver) {
      return {
        project: at.project,
        device: await first(driver, tools, at.operators[0], 'device', { ProjectCode: at.project, Category: '主机' }),
        unitModel: 'ZX-250HW',
        heatSource: '天然气直燃',
        maintainType: '采暖季开机保养',
        startTime: moment(tools.now, -30),
        endTime: moment(tools.now, -6),
        runHours: '11860.0',
        absPressure: '42.0',
        diluteConc: '56.5',
        solutionPh: '9.8',
        inhibitor: 180,
        refrigerantDensity: '1.010',
        hpgTemp: '146.0',
        exhaustTemp: '168.0',
        solutionPumpInsulation: '85.0',
        coolingBefore: '2210.0',
        coolingAfter: '2380.0',
        copBefore: '1.21',
        copAfter: '1.30',
        photos: [await tools.file()],
        items: HOST_ITEMS.map(([part, item, measured]) => ({ part, item, measured, result: GOOD })),
      };
    },
    steps: {
      项目经理验收: async () => ({ acceptResult: '合格' }),
      暖通工程师审核: async () => ({ unitGrade: 'A级', engineerAdvice: '真空与溶液指标良好，按计划季中复测' }),
      客户确认: async (tools) => ({ customerSign: await tools.file(), nextDate: day(tools.now, 120) }),
    },
  };
};

export const UPKEEP: readonly Script[] = [
  ...[0, 1].map(equipmentMaintenanceRecord),
  ...[0, 1].map(systemCheck),
  ...[0, 1].map(toolManagementRecord),
  ...[0, 1].map(notElectricMaintenanceRecord),
];
