import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 分包单位进场开工申请，核对合同、人员证书、保险、方案和交底，批准后方可施工 */
export const constructionApplication = defineForm({
  id: 'constructionApplication',
  purpose: '分包单位进场开工申请，核对合同、人员证书、保险、方案和交底，批准后方可施工',
  links: { project: f.project('项目', { required: true }), supplier: f.supplier('供应商', { required: true }) },
  serial: 'SGSQ-{yyyy}{MM}-{seq4}',
  fields: {
    subProject: f.ref('subProject', '子项目', { required: true }),
    projectContract: f.ref('projectContract', '施工合同', { required: true }),
    contractSigned: f.date('合同签订日期', { from: 'projectContract.signDate', locked: true }),
    applyKind: f.enum('申请类别', ['首次开工', '复工', '分部开工', '临时停能施工'], { required: true }),
    planStart: f.date('计划开工', { required: true }),
    planEnd: f.date('计划完工', { required: true }),
    contractDays: f.integer('合同工期', { unit: '天', min: 1, from: 'projectContract.durationDays', locked: 'known' }),
    foreman: f.text('施工项目经理', { required: true }),
    foremanPhone: f.phone('联系电话', { required: true }),
    foremanCert: f.text('建造师证号', { required: true }),
    guard: f.text('专职安全员', { required: true }),
    guardCert: f.text('安全员C证号', { required: true }),
    insurance: f.file('工伤或意外险保单', { required: true }),
    insureExpire: f.date('保险到期日', { required: true }),
    safetyAgreement: f.boolean('安全协议已签', { required: true }),
    dangerWorks: f.multiEnum(
      '危险作业',
      ['动火', '高处', '吊装', '受限空间', '临时用电', '动土', '压力试验', '燃气置换'],
      { required: true },
    ),
    largeDanger: f.boolean('属危大工程', { default: false }),
    expertReview: f.files('专家论证报告', { required: true, showIf: 'largeDanger' }),
    stopEnergy: f.boolean('影响客户用能', { default: false }),
    customerConsent: f.file('客户书面同意', { required: true, showIf: 'stopEnergy' }),
    scheme: f.files('施工组织设计', { required: true }),
    schedule: f.file('进度计划', { required: true }),
  },
  details: {
    workers: {
      label: '进场人员',
      fields: {
        workerName: f.text('姓名', { required: true }),
        workerId: f.idCard('身份证号', { required: true, classified: 'idNo' }),
        workerTrade: f.enum('工种', ['管道工', '焊工', '电工', '起重信号工', '高处作业', '保温工', '调试', '普工'], {
          required: true,
        }),
        special: f.boolean('特种作业', { default: false }),
        workerCert: f.text('证书编号', { required: true, showIf: 'special' }),
        certExpire: f.date('证书到期', { required: true, showIf: 'special' }),
        trained: f.boolean('三级安全教育', { required: true }),
        certBad: f.integer('证书过期', { flag: true, formula: '(special and certExpire < createdAt) * 1' }),
        untrained: f.integer('未教育', { flag: true, formula: '(trained == 0) * 1' }),
      },
    },
    machines: {
      label: '进场机具',
      fields: {
        machine: f.enum(
          '机具',
          ['电焊机', '氩弧焊机', '气割', '套丝机', '试压泵', '吊车', '叉车', '脚手架', '配电箱', '手拉葫芦'],
          { required: true },
        ),
        machineQty: f.integer('数量', { required: true, unit: '台', min: 1 }),
        machineCheck: f.check('进场检查', { required: true }),
        machineBad: f.integer('不合格', { flag: true, formula: "(machineCheck == '不合格') * 1" }),
      },
    },
  },
  computed: {
    workerCount: f.integer('进场人数', { unit: '人', formula: 'count(workers)' }),
    certBadCount: f.integer('证书过期人数', { unit: '人', formula: 'sum(workers.certBad)' }),
    untrainedCount: f.integer('未教育人数', { unit: '人', formula: 'sum(workers.untrained)' }),
  },
  steps: [
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        workFace: f.textarea('作业面与水电条件', { required: true }),
      },
    },
    {
      name: '安全员审核',
      by: 'role(safetyOfficer)',
      fields: {
        disclosure: f.files('安全技术交底记录', { required: true }),
        safetyDeposit: f.money('安全保证金已收', { unit: '元', min: 0, default: 0 }),
      },
    },
    {
      name: '暖通工程师审方案',
      by: 'role(hvacEngineer)',
      fields: {
        schemeOpinion: f.textarea('施工方案意见', { required: true }),
      },
    },
    { name: '技术总监审批', by: 'role(technicalDirector)', when: 'largeDanger or stopEnergy' },
    {
      name: '区域经理批准开工',
      by: 'areaManager',
      final: true,
      fields: {
        startOrder: f.date('批准开工日期', { required: true }),
      },
    },
  ],
  cc: ['role(purchaser)'],
  list: {
    columns: [
      'serial',
      'project',
      'subProject',
      'supplier',
      'projectContract',
      'applyKind',
      'planStart',
      'planEnd',
      'foreman',
      'workerCount',
      'largeDanger',
      'stopEnergy',
      'startOrder',
      'status',
    ],
    filters: ['project', 'subProject', 'supplier', 'applyKind', 'planStart', 'largeDanger', 'status'],
    sum: ['workerCount', 'safetyDeposit'],
  },
  rules: [
    { if: 'planEnd < planStart', error: '计划完工不能早于计划开工' },
    { if: 'not contractSigned', error: '合同未签订归档不得申请开工' },
    { if: 'insureExpire < planEnd', error: '保险在计划完工前到期，请续保' },
    { if: 'not safetyAgreement', error: '未签安全协议不得开工' },
    { if: 'certBadCount > 0', error: '有特种作业人员证书过期' },
    { if: 'untrainedCount > 0', error: '有人员未完成三级安全教育' },
    { if: 'sum(machines.machineBad) > 0', error: '有机具进场检查不合格' },
    { if: 'startOrder < contractSigned', error: '批准开工日期不能早于合同签订日期' },
    { if: 'count(workers) == 0', error: '请填写进场人员' },
  ],
  onApproved: [
    { at: 'submit', do: 'constructionApplication.check' },
    'constructionApplication.start',
    'constructionApplication.open',
    'constructionApplication.workers',
    'constructionApplication.stopEnergy',
    'constructionApplication.deposit',
  ],
  print: 'A4',
  reports: ['engineerInfoList', 'projectList', 'checkResourceList'],
});
