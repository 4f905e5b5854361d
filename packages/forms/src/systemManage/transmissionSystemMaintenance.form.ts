import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 水泵、管道、过滤器和定压装置等输配系统的保养，测算水泵效率和过滤器压差，防止大马拉小车 */
export const transmissionSystemMaintenance = defineForm({
  id: 'transmissionSystemMaintenance',
  purpose: '水泵、管道、过滤器和定压装置等输配系统的保养，测算水泵效率和过滤器压差，防止大马拉小车',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'SPBY-{yyyy}{MM}-{seq4}',
  fields: {
    loop: f.enum(
      '所属环路',
      ['冷却水一次环路', '冷温水一次环路', '冷温水二次环路', '采暖环路', '卫生热水环路', '补水定压系统'],
      { required: true },
    ),
    maintainCycle: f.enum('保养周期', ['月度', '季度', '换季', '年度'], { required: true }),
    maintainDate: f.date('保养日期', { required: true, default: 'today' }),
    maintainers: f.users('保养人员', { required: true }),
    outUnit: f.supplier('外委单位'),
    outFee: f.money('外委费', { unit: '元', min: 0, default: 0 }),
    expansionType: f.enum('定压方式', ['高位膨胀水箱', '气压罐定压', '变频补水定压', '开式无定压'], { required: true }),
    setPressure: f.decimal(3, '定压设定值', { unit: 'MPa', min: 0, max: 2.5 }),
    actualPressure: f.decimal(3, '定压实测值', { unit: 'MPa', min: 0, max: 2.5 }),
    bladderPressure: f.decimal(3, '气囊预充压力', { unit: 'MPa', min: 0, showIf: "expansionType == '气压罐定压'" }),
    airVent: f.check('自动排气阀', { required: true }),
    softJoint: f.check('软接头老化鼓包', { required: true }),
    pipeInsulation: f.check('管道保温与防腐', { required: true }),
    hanger: f.check('支吊架与减振', { required: true }),
    leakPoints: f.integer('漏点数', { unit: '处', min: 0, default: 0 }),
    leakDesc: f.textarea('漏点位置及处理', { required: true, showIf: 'leakPoints > 0' }),
    sitePhotos: f.images('保养照片', { required: true, max: 9 }),
  },
  details: {
    pumps: {
      label: '水泵',
      fields: {
        pump: f.device('水泵', { required: true, kinds: ['水泵'] }),
        frequency: f.decimal(1, '运行频率', { required: true, unit: 'Hz', min: 0, max: 50 }),
        flow: f.decimal(1, '流量', { unit: 'm³/h', min: 0 }),
        inPressure: f.decimal(3, '进口压力', { required: true, unit: 'MPa' }),
        outPressure: f.decimal(3, '出口压力', { required: true, unit: 'MPa' }),
        power: f.decimal(1, '输入功率', { unit: 'kW', min: 0 }),
        head: f.decimal(1, '扬程', { unit: 'm', formula: '(outPressure - inPressure) * 102' }),
        efficiency: f.percent('机组效率', { formula: 'flow * head * 0.002725 / power * 100' }),
        sealLeak: f.check('机械密封', { required: true }),
        lubricate: f.check('轴承润滑', { required: true }),
        alignment: f.check('联轴器对中', { required: true }),
        checkValve: f.check('止回阀'),
        pumpFail: f.integer('不合格项', {
          formula:
            "(sealLeak == '不合格') + (lubricate == '不合格') + (alignment == '不合格') + (checkValve == '不合格')",
        }),
      },
    },
    strainers: {
      label: '过滤器清洗',
      fields: {
        strainerPlace: f.text('位置', { required: true }),
        strainerDn: f.integer('公称直径DN', { unit: 'mm', min: 15, max: 1000 }),
        dpBefore: f.decimal(1, '清洗前压差', { required: true, unit: 'kPa', min: 0 }),
        dpAfter: f.decimal(1, '清洗后压差', { required: true, unit: 'kPa', min: 0 }),
        dirt: f.enum('杂质', ['泥沙', '焊渣铁锈', '藻类黏泥', '填料碎片', '基本无'], { required: true }),
        screenOk: f.check('滤网完好', { required: true }),
      },
    },
  },
  computed: {
    pumpCount: f.integer('保养水泵台数', { unit: '台', formula: 'count(pumps)' }),
    strainerCount: f.integer('清洗过滤器数', { unit: '个', formula: 'count(strainers)' }),
    powerTotal: f.decimal(1, '水泵总功率', { unit: 'kW', formula: 'sum(pumps.power)' }),
    dpSaved: f.decimal(1, '过滤器压差累计下降', {
      unit: 'kPa',
      formula: 'sum(strainers.dpBefore) - sum(strainers.dpAfter)',
    }),
    failParts: f.integer('不合格项数', {
      unit: '项',
      formula:
        "sum(pumps.pumpFail) + (airVent == '不合格') + (softJoint == '不合格') + (pipeInsulation == '不合格') + (hanger == '不合格')",
    }),
  },
  steps: [
    {
      name: '项目经理验收',
      by: 'projectManager',
      fields: {
        acceptOpinion: f.textarea('验收意见', { required: true }),
        nextMaintain: f.date('下次保养日期', { required: true }),
      },
    },
    {
      name: '技术工程师审核',
      by: 'role(engineer)',
      when: 'failParts > 0 or leakPoints > 0',
      fields: {
        savingAdvice: f.textarea('节能与维修建议', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'outFee >= 2000' },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'loop',
      'maintainCycle',
      'maintainDate',
      'pumpCount',
      'strainerCount',
      'dpSaved',
      'failParts',
      'leakPoints',
      'outFee',
      'status',
    ],
    filters: ['project', 'loop', 'maintainCycle', 'maintainDate'],
    sum: ['pumpCount', 'strainerCount', 'outFee'],
  },
  rules: [
    { if: 'maintainDate > createdAt', error: '保养日期不能晚于填报日期' },
    { if: 'count(pumps) == 0 and count(strainers) == 0', error: '请填写水泵或过滤器的保养数据' },
    { if: 'pumps.outPressure < pumps.inPressure', error: '水泵出口压力不能小于进口压力' },
    { if: 'pumps.efficiency > 95', error: '水泵效率计算值大于95%，请核对流量、压力和功率' },
    { if: 'strainers.dpAfter > strainers.dpBefore', error: '清洗后压差不应大于清洗前压差' },
    { if: 'outFee > 0 and not outUnit', error: '填写了外委费请选择外委单位' },
    { if: 'nextMaintain <= maintainDate', error: '下次保养日期应晚于本次保养' },
  ],
  onApproved: [
    'transmissionSystemMaintenance.devices',
    'transmissionSystemMaintenance.cost',
    'transmissionSystemMaintenance.repairDraft',
  ],
  print: 'A4',
  reports: ['maintenanceCost', 'energyAnalysis'],
});
