import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 任命、续任、调整或免去项目运行班长，核定带班津贴并更新项目班长名册 */
export const monitorEstablish = defineForm({
  id: 'monitorEstablish',
  purpose: '任命、续任、调整或免去项目运行班长，核定带班津贴并更新项目班长名册',
  links: { project: f.project('项目', { required: true }) },
  serial: 'BZRM-{yyyy}{MM}-{seq4}',
  fields: {
    appointType: f.enum('任命类型', ['新任', '续任', '代理', '级别调整', '免去'], { required: true }),
    candidate: f.user('班长人选', { required: true }),
    mobile: f.phone('联系电话', { required: true, from: 'candidate.phone' }),
    dispatchCompany: f.supplier('所属劳务公司', { hint: '自有员工留空' }),
    currentLevel: f.enum('现任技师等级', ['实习技师', '初级技师', '中级技师', '高级技师', '首席技师'], {
      required: true,
    }),
    tradeYears: f.decimal(1, '从业年限', { required: true, unit: '年', min: 0, max: 50 }),
    siteYears: f.decimal(1, '本项目服务年限', { required: true, unit: '年', min: 0, max: 50 }),
    operateModels: f.multiEnum(
      '熟悉的主机类型',
      ['直燃型溴化锂', '蒸汽型溴化锂', '热水型溴化锂', '烟气型溴化锂', '离心机', '螺杆机', '热泵', '燃气锅炉'],
      { required: true },
    ),
    lastScore: f.decimal(2, '最近一次技师评价得分', { min: 0, max: 100 }),
    hostCount: f.integer('项目主机台数', { required: true, unit: '台', min: 0 }),
    totalCapacity: f.decimal(1, '项目总制冷量', { required: true, unit: '冷吨(RT)', min: 0 }),
    monitorLevel: f.enum('拟任班长级别', ['一级班长', '二级班长', '三级班长', '代理班长'], { required: true }),
    chargeScope: f.multiEnum(
      '负责范围',
      ['主机运行', '输配系统', '冷却塔与水质', '末端报修', '自控平台', '计量抄表', '机房5S', '客户对接'],
      { required: true },
    ),
    startDate: f.date('任职开始日期', { required: true }),
    endDate: f.date('任期/代理截止日期'),
    formerMonitor: f.user('原班长', { from: 'project.dutyLeader' }),
    formerPlace: f.enum('原班长去向', ['本项目技师', '调往其他项目', '离职', '晋升', '无原班长'], { required: true }),
    monthAllowance: f.money('带班津贴', { required: true, unit: '元/月', min: 0, max: 3000 }),
    dismissReason: f.textarea('免职原因', { showIf: "appointType == '免去'" }),
    recommend: f.textarea('推荐理由', { required: true }),
    resumeFile: f.files('证书与履历附件', { max: 9 }),
  },
  details: {
    members: {
      label: '班组成员',
      fields: {
        member: f.user('成员', { required: true }),
        post: f.enum('岗位', ['空调技师', '副值', '电工', '维修工', '锅炉工', '学徒'], { required: true }),
        company: f.enum('用工单位', ['公司自有', '劳务派遣', '客户留用'], { required: true }),
        certState: f.enum('持证状态', ['有效', '临期', '过期', '无证'], { required: true }),
      },
    },
  },
  computed: {
    teamSize: f.integer('班组人数', { unit: '人', formula: 'count(members)' }),
    abilityScore: f.decimal(1, '能力测评总分', {
      formula:
        'hostOperate + vacuumJudge + burnAdjust + waterCare + electricFault + reportData + teamManage + clientTalk',
    }),
    yearAllowance: f.money('年津贴', { formula: 'monthAllowance * 12' }),
  },
  steps: [
    {
      name: '项目经理能力测评',
      by: 'projectManager',
      fields: {
        hostOperate: f.decimal(1, '主机操作与负荷调节(满分20)', { required: true, min: 0, max: 20 }),
        vacuumJudge: f.decimal(1, '真空判断与抽真空操作(满分15)', { required: true, min: 0, max: 15 }),
        burnAdjust: f.decimal(1, '燃烧器运行观察与烟气判断(满分10)', { required: true, min: 0, max: 10 }),
        waterCare: f.decimal(1, '水质检测与加药排污(满分10)', { required: true, min: 0, max: 10 }),
        electricFault: f.decimal(1, '电气与水泵故障排查(满分15)', { required: true, min: 0, max: 15 }),
        reportData: f.decimal(1, '抄表与日报准确性(满分10)', { required: true, min: 0, max: 10 }),
        teamManage: f.decimal(1, '班组管理与排班(满分10)', { required: true, min: 0, max: 10 }),
        clientTalk: f.decimal(1, '客户沟通与服务(满分10)', { required: true, min: 0, max: 10 }),
        testResult: f.enum('测评结论', ['推荐任命', '推荐代理', '不推荐'], { required: true }),
      },
    },
    {
      name: '区域经理审核',
      by: 'areaManager',
      fields: {
        areaTalk: f.textarea('任前谈话记录', { required: true }),
      },
    },
    {
      name: '人事核定津贴',
      by: 'role(hr)',
      fields: {
        approvedAllowance: f.money('核定津贴', { required: true, unit: '元/月', min: 0 }),
        allowanceMonth: f.month('津贴起发月', { required: true }),
      },
    },
    {
      name: '运营总监审批',
      by: 'role(operationDirector)',
      when: "monitorLevel == '一级班长' or appointType == '免去' or monthAllowance >= 1000",
    },
    {
      name: '本人确认',
      by: 'field(candidate)',
      final: true,
      fields: {
        dutyPromise: f.boolean('已阅读班长岗位职责并承诺履行', { required: true }),
        candidateSign: f.signature('本人签字', { required: true }),
      },
    },
  ],
  cc: ['role(safetyOfficer)', 'role(finance)'],
  list: {
    columns: [
      'serial',
      'project',
      'appointType',
      'candidate',
      'monitorLevel',
      'dispatchCompany',
      'startDate',
      'endDate',
      'abilityScore',
      'monthAllowance',
      'status',
    ],
    filters: ['project', 'candidate', 'appointType', 'monitorLevel', 'startDate', 'status'],
    sum: ['monthAllowance'],
  },
  rules: [
    { if: "appointType == '代理' and not endDate", error: '代理班长必须填写代理截止日期' },
    { if: 'endDate <= startDate', error: '任期截止日期必须晚于开始日期' },
    { if: "appointType == '免去' and not dismissReason", error: '免去班长请说明免职原因' },
    { if: "appointType == '新任' and tradeYears < 2", error: '新任班长从业年限不得少于2年，特殊情况请选择代理' },
    { if: "monitorLevel == '一级班长' and tradeYears < 5", error: '一级班长从业年限不得少于5年' },
    {
      if: "appointType != '免去' and candidate == formerMonitor and appointType != '续任' and appointType != '级别调整'",
      error: '人选与原班长相同，请选择续任或级别调整',
    },
    { if: "testResult == '推荐任命' and abilityScore < 70", error: '能力测评低于70分，不得推荐任命为班长' },
    {
      if: "testResult == '推荐任命' and burnAdjust < 6 and vacuumJudge < 9",
      error: '真空与燃烧两项均不及格，不得推荐任命',
    },
    { if: 'candidateSign and not dutyPromise', error: '请先阅读班长岗位职责并勾选承诺' },
    { if: 'approvedAllowance > monthAllowance', error: '核定津贴不能高于申请津贴' },
  ],
  onApproved: [
    'monitorEstablish.list',
    'monitorEstablish.post',
    'monitorEstablish.dutyLeader',
    'monitorEstablish.allowance',
    'monitorEstablish.remindEnd',
  ],
  print: 'A4',
  reports: ['projectMonitorList', 'personnelAnalysis'],
});
