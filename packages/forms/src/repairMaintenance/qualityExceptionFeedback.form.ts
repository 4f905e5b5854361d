import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 反馈主机、配件、药剂和工程施工的质量异常，判定责任、督促供方处理并追索损失 */
export const qualityExceptionFeedback = defineForm({
  id: 'qualityExceptionFeedback',
  purpose: '反馈主机、配件、药剂和工程施工的质量异常，判定责任、督促供方处理并追索损失',
  links: { project: f.project('项目', { required: true }) },
  serial: 'ZLYC-{yyyy}{MM}-{seq4}',
  fields: {
    exceptionType: f.enum(
      '异常类别',
      ['主机质量', '燃烧器质量', '配件质量', '自控与计量质量', '水处理药剂质量', '工程施工质量', '外委服务质量'],
      { required: true },
    ),
    findDate: f.date('发现日期', { required: true }),
    findStage: f.enum('发现阶段', ['到货验收', '安装调试', '质保期运行', '质保期外运行', '保养维修'], {
      required: true,
    }),
    supplierUnit: f.supplier('责任供方', { required: true }),
    productDevice: f.device('相关设备'),
    productName: f.text('产品名称型号', { required: true }),
    factoryNo: f.text('出厂编号或批号', { required: true }),
    commissionDate: f.date('投用日期'),
    warrantyEnd: f.date('质保到期日'),
    repairRecord: f.ref('maintenanceRecords', '关联维修记录'),
    repeatTimes: f.integer('同类异常累计次数', { required: true, unit: '次', min: 1, default: 1 }),
    severity: f.enum('严重程度', ['轻微', '一般', '严重', '安全事故'], { required: true }),
    stopRunning: f.boolean('造成停机', { default: false }),
    stopHours: f.decimal(1, '停机时长', { required: true, unit: 'h', min: 0, showIf: 'stopRunning' }),
    exceptionDesc: f.textarea('异常现象', { required: true }),
    tempMeasure: f.textarea('已采取的临时措施', { required: true }),
    demand: f.multiEnum('处理诉求', ['免费更换', '免费维修', '退货', '费用索赔', '技术整改', '派人到场'], {
      required: true,
    }),
    demandDate: f.date('要求处理期限', { required: true }),
    evidence: f.files('照片视频检测报告', { required: true }),
  },
  details: {
    defects: {
      label: '缺陷明细',
      fields: {
        defectPart: f.text('部件', { required: true }),
        defectKind: f.enum(
          '缺陷类型',
          [
            '真空泄漏',
            '溶液结晶',
            '换热管穿孔',
            '屏蔽泵损坏',
            '点火失败',
            '控制失灵',
            '计量失准',
            '含量不足',
            '尺寸不符',
            '焊缝缺陷',
            '外观破损',
            '性能不达标',
          ],
          { required: true },
        ),
        totalQty: f.integer('总数量', { required: true, unit: '件', min: 1 }),
        defectQty: f.integer('不良数量', { required: true, unit: '件', min: 1 }),
      },
    },
    losses: {
      label: '损失明细',
      fields: {
        lossKind: f.enum('损失类别', ['维修材料费', '人工差旅费', '能源多耗', '客户赔偿', '停供损失', '检测鉴定费'], {
          required: true,
        }),
        lossBasis: f.text('计算依据', { required: true }),
        lossAmount: f.money('金额', { required: true, unit: '元', min: 0 }),
      },
    },
  },
  computed: {
    defectRate: f.percent('不良率', { formula: 'sum(defects.defectQty) / sum(defects.totalQty) * 100' }),
    claimAmount: f.money('索赔金额', { unit: '元', formula: 'sum(losses.lossAmount)', capital: true }),
    inWarranty: f.boolean('在质保期内', { formula: 'findDate <= warrantyEnd' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '技术工程师判定',
      by: 'role(engineer)',
      fields: {
        rootCause: f.textarea('根本原因', { required: true }),
        responsible: f.enum('责任判定', ['生产厂家', '供应商', '施工单位', '我方操作', '客户原因', '无法判定'], {
          required: true,
        }),
      },
    },
    {
      name: '采购与供方交涉',
      by: 'role(purchaser)',
      fields: {
        supplierReply: f.textarea('供方回复', { required: true }),
        agreedClaim: f.money('供方认可赔付', { required: true, unit: '元', min: 0, default: 0 }),
        promiseDate: f.date('承诺处理日期', { required: true }),
      },
    },
    {
      name: '技术总监审核',
      by: 'role(technicalDirector)',
      when: "severity == '严重' or severity == '安全事故' or claimAmount >= 10000",
    },
    {
      name: '处理效果验证',
      by: 'applicant',
      final: true,
      fields: {
        verifyDate: f.date('验证日期', { required: true }),
        verifyResult: f.enum('验证结论', ['已解决', '部分解决', '未解决'], { required: true }),
        actualLoss: f.money('我方实际承担费用', { required: true, unit: '元', min: 0, default: 0 }),
      },
    },
  ],
  cc: ['areaManager', 'role(operationDirector)'],
  list: {
    columns: [
      'serial',
      'project',
      'exceptionType',
      'supplierUnit',
      'productName',
      'severity',
      'findDate',
      'inWarranty',
      'claimAmount',
      'agreedClaim',
      'responsible',
      'verifyResult',
      'status',
    ],
    filters: ['project', 'exceptionType', 'supplierUnit', 'severity', 'findDate', 'responsible', 'verifyResult'],
    sum: ['claimAmount', 'agreedClaim', 'actualLoss'],
  },
  rules: [
    { if: 'count(defects) == 0', error: '请填写缺陷明细' },
    { if: 'defects.defectQty > defects.totalQty', error: '不良数量不能大于总数量' },
    { if: 'demandDate < findDate', error: '要求处理期限不能早于发现日期' },
    {
      if: "commissionDate > findDate and findStage != '到货验收'",
      error: '投用日期不能晚于发现日期',
      at: 'commissionDate',
    },
    { if: 'agreedClaim > claimAmount', error: '供方认可赔付不能大于索赔金额' },
    { if: "findStage == '质保期运行' and not warrantyEnd", error: '质保期运行阶段请填写质保到期日' },
  ],
  onApproved: [
    'qualityExceptionFeedback.record',
    'qualityExceptionFeedback.claim',
    'qualityExceptionFeedback.cost',
    'qualityExceptionFeedback.again',
  ],
  print: 'A4',
  reports: ['maintenanceCost', 'maintenanceCostInputList'],
});
