import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 员工作业证书的取证、复审、换证和注销登记，跟踪有效期并控制取证费用 */
export const certificateManage = defineForm({
  id: 'certificateManage',
  purpose: '员工作业证书的取证、复审、换证和注销登记，跟踪有效期并控制取证费用',
  links: { project: f.project('项目') },
  serial: 'ZSGL-{yyyy}{MM}-{seq4}',
  fields: {
    applyType: f.enum('办理类型', ['新取证', '已有证书登记', '复审', '换证', '遗失补办', '注销'], { required: true }),
    holder: f.user('持证人', { required: true }),
    idNo: f.idCard('身份证号', { required: true, from: 'holder.idNo' }),
    position: f.text('岗位', { from: 'holder.position' }),
    oldCert: f.ref('certificate', '原证书', {
      showIf: "applyType == '复审' or applyType == '换证' or applyType == '遗失补办' or applyType == '注销'",
    }),
    certType: f.enum(
      '证书类别',
      [
        '制冷与空调设备运行操作作业证',
        '制冷与空调设备安装修理作业证',
        '低压电工作业证',
        '高压电工作业证',
        '工业锅炉司炉证G1',
        '锅炉水处理证G3',
        '特种设备安全管理A',
        '高处作业证',
        '焊接与热切割作业证',
        '有限空间作业证',
        '消防设施操作员证',
        '安全生产管理人员证',
        '注册公用设备工程师',
        '一/二级建造师',
        '职业技能等级证',
        '职称证',
      ],
      { required: true },
    ),
    certLevel: f.text('等级/专业', { hint: '如高级工、机电工程、暖通空调' }),
    certNo: f.text('证书编号'),
    issueOrg: f.text('发证机关', { hint: '如某市应急管理局、市场监督管理局' }),
    firstIssue: f.date('初领日期'),
    validFrom: f.date('有效期起'),
    validTo: f.date('有效期至'),
    reviewDate: f.date('应复审日期', { hint: '特种作业证每3年复审一次' }),
    forPost: f.boolean('是否本岗位上岗必需', { required: true }),
    keepMode: f.enum('原件保管', ['本人保管', '公司档案室', '项目机房公示'], { required: true }),
    useForBid: f.boolean('可用于投标与资质申报', { default: false }),
    trainOrg: f.text('培训考试机构', { showIf: "applyType == '新取证' or applyType == '复审'" }),
    trainStart: f.date('培训开始日期'),
    trainEnd: f.date('培训结束日期'),
    payMode: f.enum('费用承担', ['公司承担', '个人承担', '公司垫付取证后报销', '劳务公司承担'], { required: true }),
    serviceYears: f.decimal(1, '约定服务期', { unit: '年', min: 0, max: 5, default: 0 }),
    frontImage: f.image('证书正面'),
    backImage: f.image('证书反面'),
    cancelReason: f.enum('注销原因', ['离职', '过期未复审', '发证机关吊销', '重复登记', '转岗不再需要'], {
      showIf: "applyType == '注销'",
    }),
  },
  details: {
    fees: {
      label: '办证费用',
      fields: {
        feeItem: f.enum('费用项', ['培训费', '考试费', '复审费', '体检费', '教材照片费', '差旅费', '其他'], {
          required: true,
        }),
        amount: f.money('金额', { required: true, min: 0 }),
        invoiceNo: f.text('发票号码'),
        voucher: f.files('票据', { max: 3 }),
      },
    },
  },
  computed: {
    totalFee: f.money('办证费用合计', { formula: 'sum(fees.amount)', capital: true }),
    validDays: f.integer('有效期天数', { unit: '天', formula: 'validTo - validFrom' }),
  },
  steps: [
    { name: '部门负责人审核', by: 'deptManager' },
    {
      name: '安全员核验',
      by: 'role(safetyOfficer)',
      fields: {
        verifyChannel: f.enum(
          '核验渠道',
          [
            '应急管理部特种作业证查询',
            '市场监管总局特种设备人员查询',
            '人社部职业技能查询',
            '住建四库一平台',
            '发证机关电话',
            '新取证未出证',
          ],
          { required: true },
        ),
        verifyResult: f.enum('核验结果', ['真实有效', '待出证'], {
          required: true,
          hint: '信息不符或查无此证的请驳回',
        }),
        verifyShot: f.images('查询截图', { max: 3 }),
      },
    },
    {
      name: '人事审核',
      by: 'role(hr)',
      fields: {
        agreementSigned: f.enum('服务期协议', ['已签订', '无需签订'], { required: true }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      when: "totalFee > 0 and payMode != '个人承担' and payMode != '劳务公司承担'",
      fields: {
        approvedFee: f.money('核定费用', { required: true, min: 0 }),
      },
    },
    {
      name: '证书归档',
      by: 'role(hr)',
      final: true,
      fields: {
        finalCertNo: f.text('归档证书编号', { required: true, showIf: "applyType != '注销'" }),
        finalValidTo: f.date('归档有效期至', {
          required: true,
          hint: '职称证和职业技能等级证长期有效，不填',
          showIf: "applyType != '注销' and certType != '职称证' and certType != '职业技能等级证'",
        }),
        archiveNo: f.text('档案柜号'),
      },
    },
  ],
  cc: ['field(holder)'],
  list: {
    columns: [
      'serial',
      'holder',
      'project',
      'certType',
      'certNo',
      'issueOrg',
      'validTo',
      'reviewDate',
      'applyType',
      'keepMode',
      'totalFee',
      'status',
    ],
    filters: ['holder', 'project', 'certType', 'applyType', 'validTo', 'reviewDate', 'status'],
    sum: ['totalFee'],
  },
  rules: [
    { if: 'validTo <= validFrom', error: '有效期至必须晚于有效期起' },
    { if: 'reviewDate > validTo', error: '应复审日期不能晚于有效期至' },
    { if: 'trainEnd < trainStart', error: '培训结束日期不能早于开始日期' },
    {
      if: "(applyType == '复审' or applyType == '换证' or applyType == '注销') and not oldCert",
      error: '请选择原证书',
    },
    { if: "applyType == '遗失补办' and not oldCert", error: '请选择原证书' },
    {
      if: "applyType == '已有证书登记' and (not certNo or not validTo or not frontImage)",
      error: '登记已有证书须填写编号、有效期并上传证书正面',
    },
    { if: "applyType == '注销' and not cancelReason", error: '请选择注销原因' },
    {
      if: "totalFee >= 2000 and payMode == '公司承担' and serviceYears <= 0",
      error: '公司承担费用满2000元须约定服务期',
    },
    { if: "verifyResult == '真实有效' and not verifyShot", error: '核验有效请上传查询截图' },
    { if: 'finalValidTo <= validFrom', error: '归档有效期至必须晚于有效期起' },
    { if: 'approvedFee > totalFee', error: '核定费用不能大于申请费用' },
  ],
  onApproved: [
    'certificateManage.register',
    'certificateManage.revoke',
    'certificateManage.reimburse',
    'certificateManage.serviceTerm',
  ],
  print: 'A4',
  reports: ['personnelAnalysis', 'credentialsAnalysis'],
});
