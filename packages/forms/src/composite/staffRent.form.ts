import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 项目员工宿舍的租赁、续租、租金与水电支付及退租，控制人均住宿标准 */
export const staffRent = defineForm({
  id: 'staffRent',
  purpose: '项目员工宿舍的租赁、续租、租金与水电支付及退租，控制人均住宿标准',
  links: { project: f.project('项目') },
  serial: 'YGZF-{yyyy}{MM}-{seq4}',
  fields: {
    applyType: f.enum('申请类型', ['新租', '续租', '租金支付', '水电物业费支付', '退租'], { required: true }),
    lease: f.ref('rentLease', '租赁合同', {
      showIf: "applyType == '续租' or applyType == '租金支付' or applyType == '水电物业费支付' or applyType == '退租'",
    }),
    houseAddress: f.text('房屋地址', { required: true, from: 'lease.houseAddress' }),
    distance: f.decimal(1, '距项目机房距离', { unit: 'km', min: 0, max: 100 }),
    layout: f.enum('户型', ['单间', '一室一厅', '两室一厅', '三室及以上', '集体宿舍'], { required: true }),
    houseArea: f.decimal(2, '建筑面积', { required: true, unit: 'm²', min: 0 }),
    landlord: f.text('房东/出租方', { required: true, from: 'lease.landlord' }),
    landlordPhone: f.phone('房东电话', { required: true, from: 'lease.landlordPhone' }),
    payeeAccount: f.text('收款开户行及账号', { required: true, from: 'lease.payeeAccount' }),
    leaseStart: f.date('租期开始', { required: true, from: 'lease.leaseStart' }),
    leaseEnd: f.date('租期结束', { required: true, from: 'lease.leaseEnd' }),
    monthRent: f.money('月租金', { required: true, min: 0, from: 'lease.monthRent', locked: 'known' }),
    payCycle: f.enum('付款方式', ['押一付一', '押一付三', '半年付', '年付'], { required: true }),
    deposit: f.money('本次押金', { min: 0, default: 0 }),
    agentFee: f.money('中介费', { min: 0, default: 0 }),
    periodStart: f.date('本次费用期间起', { required: true }),
    periodEnd: f.date('本次费用期间止', { required: true }),
    payMonths: f.decimal(1, '本次支付月数', { required: true, unit: '月', min: 0, max: 12 }),
    perStandard: f.money('人均住宿标准', { required: true, unit: '元/人·月', min: 0 }),
    invoiceType: f.enum('票据类型', ['增值税普通发票', '增值税专用发票', '收据', '税务代开', '无票'], {
      required: true,
    }),
    depositBack: f.money('应退押金', { min: 0, default: 0, showIf: "applyType == '退租'" }),
    damageFee: f.money('扣除损坏赔偿', { min: 0, default: 0, showIf: "applyType == '退租'" }),
    contractFiles: f.files('租赁合同与房产证明', { max: 9 }),
  },
  details: {
    occupants: {
      label: '入住人员',
      fields: {
        occupant: f.user('员工', { required: true }),
        stayFrom: f.date('入住日期', { required: true }),
        stayTo: f.date('退宿日期'),
        selfShare: f.money('个人承担', { unit: '元/月', min: 0, default: 0 }),
      },
    },
    utilities: {
      label: '水电及其他费用',
      fields: {
        feeName: f.enum('费用项', ['电费', '水费', '燃气费', '物业费', '网络费', '取暖费', '垃圾清运费'], {
          required: true,
        }),
        lastReading: f.decimal(2, '上期读数', { min: 0, default: 0 }),
        thisReading: f.decimal(2, '本期读数', { min: 0, default: 0 }),
        usageQty: f.decimal(2, '用量', { formula: 'thisReading - lastReading' }),
        price: f.money4('单价', { min: 0, default: 0 }),
        fixedAmount: f.money('固定费用', { min: 0, default: 0, hint: '无读数的按期费用' }),
        feeAmount: f.money('金额', { formula: '(thisReading - lastReading) * price + fixedAmount' }),
      },
    },
  },
  computed: {
    occupantCount: f.integer('入住人数', { unit: '人', formula: 'count(occupants)' }),
    rentAmount: f.money('本次租金', { formula: 'monthRent * payMonths' }),
    utilityAmount: f.money('水电及其他合计', { formula: 'sum(utilities.feeAmount)' }),
    selfTotal: f.money('个人承担合计', { formula: 'sum(occupants.selfShare) * payMonths' }),
    payTotal: f.money('本次应付合计', {
      formula: 'monthRent * payMonths + deposit + agentFee + sum(utilities.feeAmount)',
      capital: true,
    }),
    companyCost: f.money('公司承担成本', {
      formula: 'monthRent * payMonths + agentFee + sum(utilities.feeAmount) - sum(occupants.selfShare) * payMonths',
    }),
    perRent: f.money('人均月租金', { unit: '元/人·月', formula: 'monthRent / count(occupants)' }),
    backTotal: f.money('退租应收回', { formula: 'depositBack - damageFee' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '区域经理审核',
      by: 'areaManager',
      when: "applyType == '新租' or applyType == '续租' or perRent > perStandard",
    },
    {
      name: '行政审核',
      by: 'role(admin)',
      fields: {
        houseCheck: f.multiEnum(
          '房屋安全检查',
          ['燃气热水器有烟道', '有漏电保护', '消防通道畅通', '门锁完好', '无群租违规', '不适用'],
          { required: true },
        ),
        leaseNo: f.text('租赁台账编号', { required: true }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      fields: {
        costSubject: f.enum('成本科目', ['员工宿舍租金', '员工宿舍水电', '其他应收款-押金'], { required: true }),
        noInvoiceTax: f.money('无票税费承担', { min: 0, default: 0 }),
      },
    },
    {
      name: '出纳付款',
      by: 'role(cashier)',
      final: true,
      fields: {
        payDate: f.date('付款日期', { required: true }),
        paidAmount: f.money('实付金额', { required: true, min: 0 }),
        payVoucher: f.files('付款回单', { required: true, max: 3 }),
      },
    },
  ],
  cc: ['role(hr)'],
  list: {
    columns: [
      'serial',
      'project',
      'applyType',
      'houseAddress',
      'landlord',
      'leaseEnd',
      'monthRent',
      'occupantCount',
      'perRent',
      'periodStart',
      'periodEnd',
      'payTotal',
      'status',
    ],
    filters: ['project', 'applyType', 'landlord', 'leaseEnd', 'periodStart', 'status'],
    sum: ['rentAmount', 'utilityAmount', 'payTotal', 'companyCost'],
  },
  rules: [
    { if: 'leaseEnd <= leaseStart', error: '租期结束必须晚于租期开始' },
    { if: 'periodEnd < periodStart', error: '费用期间止不能早于期间起' },
    {
      if: "applyType == '租金支付' and (periodStart < leaseStart or periodEnd > leaseEnd)",
      error: '租金支付期间必须在租期之内',
    },
    { if: "applyType != '新租' and not lease", error: '请选择租赁合同' },
    { if: "applyType == '新租' and not contractFiles", error: '新租须上传租赁合同和房产证明' },
    {
      if: "perRent > perStandard * 1.2 and (applyType == '新租' or applyType == '续租')",
      error: '人均月租金超过标准20%，请调整房源或增加入住人员',
    },
    { if: "applyType == '水电物业费支付' and utilityAmount <= 0", error: '请填写水电及其他费用' },
    { if: "applyType == '水电物业费支付' and payMonths > 0", error: '仅支付水电物业费时，本次支付月数应为0' },
    { if: "applyType == '租金支付' and payMonths <= 0", error: '支付租金时，本次支付月数必须大于0' },
    { if: 'damageFee > depositBack', error: '损坏赔偿不能大于应退押金' },
    { if: "occupantCount == 0 and applyType != '退租'", error: '请至少登记一名入住人员' },
    { if: 'paidAmount > payTotal', error: '实付金额不能大于应付合计' },
  ],
  print: 'A4',
  reports: ['costAnalysis', 'incomeExpenseAnalysis'],
});
