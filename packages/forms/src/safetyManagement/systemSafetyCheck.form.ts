import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 检查标准 */
const ITEMS = [
  '燃气报警器与紧急切断阀联动正常',
  '燃气阀门法兰检漏液无气泡',
  '事故排风机与报警联锁可启动',
  '烟道接口严密无漏烟、冷凝水排放通畅',
  '主机高发防爆门（片）完好',
  '靶流开关与冷水低温保护动作可靠',
  '高发超温超压保护动作可靠',
  '配电柜无过热积灰且接地可靠',
  '电缆沟无积水且孔洞封堵完好',
  '水泵联轴器护罩齐全',
  '补水定压装置与安全阀正常',
  '冷却塔爬梯护栏及风机护网牢固',
  '加药间药剂分类存放且洗眼器可用',
  '应急照明和疏散指示完好',
  '操作人员持证上岗并穿戴劳保用品',
  '交接班与巡检记录完整',
] as const;

/** 项目部按月对机房燃气、主机、配电、管网、冷却塔整套系统做安全检查，隐患定人定期整改并复查闭环 */
export const systemSafetyCheck = defineForm({
  id: 'systemSafetyCheck',
  purpose: '项目部按月对机房燃气、主机、配电、管网、冷却塔整套系统做安全检查，隐患定人定期整改并复查闭环',
  links: { project: f.project('项目', { required: true }) },
  serial: 'XTAQ-{yyyy}{MM}-{seq4}',
  fields: {
    checkType: f.enum(
      '检查类别',
      ['月度检查', '季度检查', '节假日前检查', '制冷开机前检查', '采暖开机前检查', '停机后检查'],
      { required: true },
    ),
    checkDate: f.date('检查日期', { required: true, default: 'today' }),
    checkers: f.users('检查人员', { required: true }),
    customerWitness: f.text('客户或物业陪同人'),
    runState: f.enum('系统运行状态', ['制冷运行', '采暖运行', '仅供卫生热水', '过渡季停机', '检修停机'], {
      required: true,
    }),
    gasConcentration: f.decimal(1, '机房燃气浓度', {
      required: true,
      unit: '%LEL',
      min: 0,
      max: 100,
      hint: '达到20%LEL应立即切断气源、通风并撤人',
    }),
    gasInletPressure: f.decimal(2, '燃气进机房压力', { unit: 'kPa', min: 0, max: 400 }),
    roomTemperature: f.decimal(1, '机房温度', { unit: '℃', min: -20, max: 60 }),
    constantPressure: f.decimal(2, '系统定压点压力', { unit: 'MPa', min: 0, max: 2.5 }),
    lastCheck: f.ref('systemSafetyCheck', '上次检查单'),
    lastUnclosed: f.integer('上次未闭环隐患', { unit: '项', min: 0, default: 0, from: 'lastCheck.openHazards' }),
    onSiteHandled: f.boolean('已当场处置', { default: false }),
    onSiteMeasure: f.textarea('当场处置措施', { required: true, showIf: 'onSiteHandled' }),
    scenePhotos: f.images('检查现场照片', { required: true, max: 9 }),
  },
  details: {
    items: {
      label: '系统安全检查项',
      fields: {
        item: f.enum('检查项及标准', ITEMS, { required: true, hint: '新建时按选项逐项带出', prefillRows: true }),
        position: f.text('具体位置或设备'),
        result: f.check('检查结果', { required: true }),
        hazardLevel: f.enum('隐患等级', ['一般隐患', '较大隐患', '重大隐患'], {
          required: true,
          showIf: "result == '不合格'",
        }),
        responsible: f.user('整改责任人', { required: true, showIf: "result == '不合格'" }),
        deadline: f.date('整改期限', { required: true, showIf: "result == '不合格'" }),
        bad: f.integer('不合格', { tally: true, formula: "(result == '不合格') * 1" }),
        major: f.integer('重大隐患', {
          tally: true,
          formula: "(result == '不合格' and hazardLevel == '重大隐患') * 1",
        }),
      },
    },
  },
  computed: {
    checkedCount: f.integer('检查项数', { unit: '项', formula: 'count(items)' }),
    badCount: f.integer('隐患项数', { unit: '项', formula: 'sum(items.bad)' }),
    majorCount: f.integer('重大隐患数', { unit: '项', formula: 'sum(items.major)' }),
    passRate: f.percent('合格率', { formula: '(count(items) - sum(items.bad)) / count(items) * 100' }),
  },
  steps: [
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        managerOpinion: f.textarea('审核意见'),
      },
    },
    {
      name: '区域经理督办',
      by: 'areaManager',
      when: 'majorCount > 0 or passRate < 85',
      fields: {
        superviseRequire: f.textarea('督办要求', { required: true }),
        superviseDeadline: f.date('督办期限', { required: true }),
      },
    },
    {
      name: '整改反馈',
      by: 'applicant',
      when: 'badCount > 0',
      fields: {
        rectifyMeasure: f.textarea('整改情况', { required: true }),
        rectifyDate: f.date('整改完成日期', { required: true }),
        rectifyCost: f.money('整改费用', { unit: '元', min: 0, default: 0 }),
        rectifyPhotos: f.images('整改后照片', { required: true, max: 9 }),
      },
    },
    {
      name: '安全员复查',
      by: 'role(safetyOfficer)',
      when: 'badCount > 0',
      final: true,
      fields: {
        recheckResult: f.enum('复查结论', ['全部闭环', '部分闭环限期再改', '未整改'], { required: true }),
        unclosedItems: f.multiEnum('未闭环的检查项', ITEMS, {
          required: true,
          showIf: "recheckResult == '部分闭环限期再改'",
        }),
        nextDeadline: f.date('再改期限', { required: true, showIf: "recheckResult == '部分闭环限期再改'" }),
        recheckRemark: f.textarea('复查说明'),
      },
    },
  ],
  cc: ['areaManager'],
  list: {
    columns: [
      'serial',
      'project',
      'checkType',
      'checkDate',
      'checkedCount',
      'badCount',
      'majorCount',
      'passRate',
      'rectifyCost',
      'recheckResult',
      'applicant',
      'status',
    ],
    filters: ['project', 'checkType', 'checkDate', 'recheckResult', 'status'],
    sum: ['badCount', 'majorCount', 'rectifyCost'],
  },
  rules: [
    { if: 'count(items) < 10', error: '系统安全检查不得少于10项，请补齐检查清单' },
    { if: 'gasConcentration >= 20 and not onSiteHandled', error: '燃气浓度达到报警值，必须先登记当场处置措施' },
    { if: 'checkDate > createdAt', error: '检查日期不能晚于填报日期' },
    { if: 'items.deadline < checkDate', error: '整改期限不能早于检查日期' },
    { if: 'rectifyDate < checkDate', error: '整改完成日期不能早于检查日期' },
    { if: "badCount > 0 and recheckResult == '未整改'", error: '隐患未整改不能办结，请退回整改' },
  ],
  onApproved: [
    'systemSafetyCheck.hazards',
    'systemSafetyCheck.archive',
    'systemSafetyCheck.remind',
    'systemSafetyCheck.cost',
  ],
  print: 'A4',
  reports: ['inspectionAnalysis', 'inspectionAnalysisArea', 'maintenanceCost', 'assessmentReport', 'vData/operate'],
});
