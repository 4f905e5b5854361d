import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 水处理施工前通知客户和项目部，约定时间、范围、停供影响和安全措施，施工后反馈结果并由客户签认 */
export const constructionNotice = defineForm({
  id: 'constructionNotice',
  purpose: '水处理施工前通知客户和项目部，约定时间、范围、停供影响和安全措施，施工后反馈结果并由客户签认',
  links: {
    project: f.project('项目', { required: true }),
    contract: f.contract('合同'),
  },
  serial: 'SLSG-{yyyy}{MM}-{seq4}',
  fields: {
    workType: f.enum('施工类型', ['加药', '化学清洗', '预膜镀膜', '系统换水', '杀菌灭藻', '停机湿保养'], {
      required: true,
    }),
    waterSystems: f.multiEnum('涉及水系统', ['冷却水', '冷温水', '采暖水', '卫生热水', '主机换热管'], {
      required: true,
    }),
    workScope: f.textarea('施工范围', { required: true, hint: '写明楼栋、机房、塔号和主机号' }),
    planStart: f.datetime('计划开始时间', { required: true }),
    planEnd: f.datetime('计划结束时间', { required: true }),
    waterVolume: f.decimal(2, '系统水容量', { required: true, unit: 'm³', min: 0.01 }),
    constructionUnit: f.supplier('施工单位', { required: true }),
    siteLeader: f.text('现场负责人', { required: true }),
    leaderPhone: f.phone('负责人电话', { required: true }),
    customerContact: f.text('客户接洽人', { required: true, from: 'project.customerContact' }),
    customerPhone: f.phone('客户电话', { from: 'project.customerPhone' }),
    noticeWay: f.enum('通知客户方式', ['书面送达', '微信', '邮件', '电话'], { required: true }),
    noticeDate: f.date('通知日期', { required: true, default: 'today' }),
    stopSupply: f.boolean('需停止供冷供热', { default: false }),
    stopHours: f.decimal(1, '预计停供时长', { required: true, unit: 'h', min: 0.5, showIf: 'stopSupply' }),
    affectedArea: f.text('受影响区域', { required: true, showIf: 'stopSupply' }),
    drainVolume: f.decimal(2, '排放水量', { unit: 'm³', min: 0 }),
    drainPoint: f.enum('排放去向', ['市政污水井', '中和池处理后排放', '回收外运', '不排放'], { required: true }),
    safetyMeasures: f.multiEnum(
      '安全措施',
      ['断电挂牌上锁', '防酸碱护目镜手套', '有限空间气体检测', '现场通风', '药剂围堰防泄漏', '高处安全带', '警戒隔离'],
      { required: true },
    ),
    schemeFiles: f.files('施工方案', { required: true }),
    msdsFiles: f.files('药剂安全说明书'),
    photos: f.images('施工前照片', { max: 9 }),
  },
  details: {
    chemicals: {
      label: '药剂明细',
      fields: {
        name: f.ref('waterChemical', '药剂名称', { required: true }),
        useSystem: f.enum('投加系统', ['冷却水', '冷温水', '采暖水', '卫生热水', '主机换热管'], { required: true }),
        stockQty: f.decimal(2, '现有库存', { unit: 'kg', from: 'name.stock', locked: true }),
        quantity: f.decimal(2, '用量', { required: true, unit: 'kg', min: 0.01 }),
        unitPrice: f.money4('单价', { unit: '元/kg', from: 'name.unitPrice' }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
      },
    },
    workers: {
      label: '施工人员',
      fields: {
        workerName: f.text('姓名', { required: true }),
        trade: f.enum('工种', ['水处理工', '管工', '电工', '监护人'], { required: true }),
        workerIdCard: f.idCard('身份证号', { classified: 'idNo' }),
        insured: f.boolean('已购意外险', { required: true }),
      },
    },
  },
  computed: {
    totalAmount: f.money('药剂总金额', { unit: '元', formula: 'sum(chemicals.amount)', capital: true }),
    dosage: f.decimal(1, '综合投加浓度', { unit: 'mg/L', formula: 'sum(chemicals.quantity) * 1000 / waterVolume' }),
    workerCount: f.integer('施工人数', { unit: '人', formula: 'count(workers)' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '水质工程师审核',
      by: 'role(waterEngineer)',
      fields: {
        engineerAdvice: f.textarea('技术意见', { required: true }),
        targetIndex: f.text('施工后控制指标', { required: true, hint: '例如pH7.5–9.5、浊度不大于10NTU' }),
      },
    },
    {
      name: '安全员审核',
      by: 'role(safetyOfficer)',
      fields: {
        safetyBriefed: f.boolean('已完成安全交底', { required: true }),
        briefingFile: f.files('交底签字表'),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'stopSupply or totalAmount >= 5000' },
    {
      name: '执行反馈',
      by: 'applicant',
      final: true,
      fields: {
        actualStart: f.datetime('实际开始时间', { required: true }),
        actualFinish: f.datetime('实际完成时间', { required: true }),
        afterPh: f.decimal(2, '完工pH值', { min: 0, max: 14 }),
        afterConductivity: f.decimal(1, '完工电导率', { unit: 'μS/cm', min: 0 }),
        workResult: f.enum('施工结果', ['达标', '部分达标', '未达标需返工'], { required: true }),
        customerSign: f.signature('客户签认'),
        finishPhotos: f.images('完工照片', { required: true, max: 9 }),
      },
    },
  ],
  cc: ['role(operationDirector)'],
  list: {
    columns: [
      'serial',
      'project',
      'workType',
      'constructionUnit',
      'planStart',
      'planEnd',
      'stopSupply',
      'totalAmount',
      'workResult',
      'status',
    ],
    filters: ['project', 'workType', 'constructionUnit', 'planStart', 'workResult'],
    sum: ['totalAmount'],
  },
  rules: [
    { if: 'planEnd < planStart', error: '计划结束时间不能早于开始时间' },
    { if: 'noticeDate > planStart', error: '通知客户的日期不能晚于计划施工时间' },
    { if: 'actualFinish < actualStart', error: '实际完成时间不能早于实际开始时间' },
    {
      if: "workType == '化学清洗' and drainPoint == '市政污水井'",
      error: '化学清洗废液须中和处理或回收，不能直排市政污水井',
    },
    { if: 'chemicals.quantity > chemicals.stockQty', error: '药剂用量超过项目现有库存，请先提交水处理药剂申请' },
    { if: 'not workers.insured', error: '未购意外险的人员不得进场施工' },
  ],
  onApproved: [
    'constructionNotice.archive',
    'constructionNotice.issueChemicals',
    'constructionNotice.cost',
    'constructionNotice.markSupplier',
  ],
  print: 'A4',
  reports: ['waterManageAnalysis', 'costAnalysis'],
});
