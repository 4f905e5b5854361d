import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { CHEMICAL_KINDS } from '../options.ts';

/** 项目按库存和用量申请水处理药剂，水质工程师核定品种用量，采购下单，到货验收入库 */
export const waterChemicalsApplication = defineForm({
  id: 'waterChemicalsApplication',
  purpose: '项目按库存和用量申请水处理药剂，水质工程师核定品种用量，采购下单，到货验收入库',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'YJSQ-{yyyy}{MM}-{seq4}',
  fields: {
    applyType: f.enum('申请类别', ['月度计划', '开机备药', '清洗镀膜专项', '应急补药'], { required: true }),
    useMonth: f.month('使用月份', { required: true, default: 'month' }),
    needDate: f.date('要求到货日期', { required: true }),
    waterSystems: f.multiEnum('使用系统', ['冷却水', '冷温水', '采暖水', '卫生热水', '软化设备'], { required: true }),
    recentPh: f.decimal(2, '最近冷却水pH', { min: 0, max: 14, from: 'project.lastCoolingPh', locked: 'known' }),
    recentConductivity: f.decimal(0, '最近冷却水电导率', {
      unit: 'μS/cm',
      min: 0,
      from: 'project.lastCoolingConductivity',
      locked: 'known',
    }),
    budgetLeft: f.money('水处理预算余额', { unit: '元', from: 'project.waterBudgetLeft', locked: 'known' }),
    applyReason: f.textarea('申请说明', { required: true }),
    hazardStorage: f.enum('含危化品且具备存放条件', ['不含危化品', '含且具备存放条件', '含但不具备存放条件'], {
      required: true,
    }),
    deliveryAddress: f.text('送货地址', { required: true, from: 'project.address' }),
    receiver: f.user('收货人', { required: true }),
    receiverPhone: f.phone('收货人电话', { required: true, from: 'receiver.phone' }),
  },
  details: {
    chemicals: {
      label: '药剂明细',
      fields: {
        chemical: f.ref('waterChemical', '药剂', { required: true }),
        category: f.enum('类别', CHEMICAL_KINDS, { from: 'chemical.category' }),
        packSpec: f.text('包装规格', { from: 'chemical.packSpec' }),
        stock: f.decimal(2, '现有库存', { unit: 'kg', from: 'chemical.stock', locked: 'known' }),
        monthUsage: f.decimal(2, '近三月月均用量', {
          unit: 'kg',
          min: 0,
          from: 'chemical.monthUsage',
          locked: 'known',
        }),
        quantity: f.decimal(2, '申请数量', { required: true, unit: 'kg', min: 0.01 }),
        unitPrice: f.money4('参考单价', { required: true, unit: '元/kg', min: 0, from: 'chemical.unitPrice' }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
        usableMonths: f.decimal(1, '到货后可用月数', { unit: '月', formula: '(stock + quantity) / monthUsage' }),
      },
    },
  },
  computed: {
    totalQuantity: f.decimal(2, '申请总量', { unit: 'kg', formula: 'sum(chemicals.quantity)' }),
    totalAmount: f.money('申请总金额', { unit: '元', formula: 'sum(chemicals.amount)', capital: true }),
    overBudget: f.money('超预算金额', {
      unit: '元',
      formula: '(totalAmount > budgetLeft) * (totalAmount - budgetLeft)',
    }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '水质工程师核定',
      by: 'role(waterEngineer)',
      fields: {
        checkOpinion: f.textarea('品种用量核定意见', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'totalAmount >= 3000 or overBudget > 0' },
    {
      name: '采购下单',
      by: 'role(purchaser)',
      fields: {
        orderSupplier: f.supplier('供货单位', { required: true }),
        orderAmount: f.money('订单金额', { required: true, unit: '元', min: 0 }),
        promiseDate: f.date('承诺到货日期', { required: true }),
        quoteFiles: f.files('报价单'),
      },
    },
    {
      name: '到货验收',
      by: 'field(receiver)',
      final: true,
      fields: {
        arriveDate: f.date('到货日期', { required: true }),
        arriveQuantity: f.decimal(2, '实收数量', { required: true, unit: 'kg', min: 0 }),
        certificateOk: f.check('合格证与安全说明书', { required: true }),
        arrivePhotos: f.images('到货照片', { required: true, max: 9 }),
      },
    },
  ],
  cc: ['role(finance)'],
  list: {
    columns: [
      'serial',
      'project',
      'applyType',
      'useMonth',
      'needDate',
      'totalQuantity',
      'totalAmount',
      'orderSupplier',
      'orderAmount',
      'arriveDate',
      'status',
    ],
    filters: ['project', 'applyType', 'useMonth', 'orderSupplier', 'arriveDate'],
    sum: ['totalQuantity', 'totalAmount', 'orderAmount'],
  },
  rules: [
    { if: 'orderAmount == 0', error: '订单金额应大于0' },
    { if: 'count(chemicals) == 0', error: '请填写药剂明细' },
    { if: "needDate < createdAt and applyType != '应急补药'", error: '要求到货日期不能早于申请日期', at: 'needDate' },
    { if: "hazardStorage == '含但不具备存放条件'", error: '项目不具备危化品存放条件，请先整改或改用非危化品药剂' },
    {
      if: "applyType == '月度计划' and chemicals.usableMonths > 3",
      error: '申请后库存超过三个月用量，请核减数量',
      at: 'chemicals',
    },
    { if: 'arriveQuantity != totalQuantity', error: '实收数量与明细总量不一致，请退回申请人按实收更正明细后再验收' },
    { if: "promiseDate > needDate and applyType == '应急补药'", error: '应急补药的承诺到货日期不能晚于要求日期' },
  ],
  onApproved: [
    'waterChemicalsApplication.stockIn',
    { at: 'step:采购下单', do: 'waterChemicalsApplication.holdBudget' },
    'waterChemicalsApplication.supply',
    'waterChemicalsApplication.payable',
  ],
  print: 'A4',
  reports: ['waterManageAnalysis', 'pharmaceuticalSupplierManage', 'costAnalysis'],
});
