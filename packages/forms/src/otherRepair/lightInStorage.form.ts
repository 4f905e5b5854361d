import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { LAMP_KINDS } from '../options.ts';

/** 登记灯具采购、退库、调拨和旧灯回收入库，增加灯具库存并留存质保信息 */
export const lightInStorage = defineForm({
  id: 'lightInStorage',
  purpose: '登记灯具采购、退库、调拨和旧灯回收入库，增加灯具库存并留存质保信息',
  links: { project: f.project('项目', { required: true }) },
  serial: 'DJRK-{yyyy}{MM}-{seq4}',
  fields: {
    inType: f.enum('入库类型', ['采购入库', '领用退库', '调拨入库', '盘盈入库', '旧灯回收'], { required: true }),
    inDate: f.date('入库日期', { required: true }),
    storeRoom: f.text('仓库', { required: true, from: 'project.lampStore' }),
    acceptBill: f.ref('operatePurchaseAccept', '采购验收单', { required: true, showIf: "inType == '采购入库'" }),
    lampSupplier: f.supplier('供应商', { required: true, showIf: "inType == '采购入库'" }),
    invoiceNo: f.text('发票号码', { showIf: "inType == '采购入库'" }),
    fromProject: f.project('调出项目', { required: true, showIf: "inType == '调拨入库'" }),
    // What comes from another project was sent off there.
    outBill: f.ref('lightOutStorage', '原出库单', {
      required: true,
      within: ['fromProject', 'project'],
      showIf: "inType == '领用退库' or inType == '调拨入库' or inType == '旧灯回收'",
    }),
    surplusReason: f.textarea('盘盈原因', { required: true, showIf: "inType == '盘盈入库'" }),
    storeKeeper: f.user('库管员', { required: true }),
    inPhotos: f.images('到货照片', { max: 6 }),
  },
  details: {
    lamps: {
      label: '入库灯具',
      fields: {
        lamp: f.ref('lampDevice', '灯具', { required: true }),
        lampKind: f.enum('类型', LAMP_KINDS, { required: true, from: 'lamp.kind' }),
        lampModel: f.text('型号', { required: true, from: 'lamp.model' }),
        power: f.decimal(1, '功率', { required: true, unit: 'W', min: 0, from: 'lamp.power', locked: 'known' }),
        colorTemp: f.enum('色温', ['3000K暖白', '4000K中性', '5000K正白', '6500K冷白', '不适用'], {
          from: 'lamp.colorTemp',
        }),
        quantity: f.integer('入库数量', { required: true, unit: '盏', min: 1 }),
        goodQty: f.integer('其中完好可用', { required: true, unit: '盏', min: 0 }),
        unitPrice: f.money('单价', { required: true, unit: '元', min: 0, hint: '旧灯回收填0' }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
        batchNo: f.text('批次'),
        warrantyMonths: f.integer('质保期', { unit: '月', min: 0, default: 24 }),
        lightTest: f.check('点亮测试', { required: true }),
      },
    },
  },
  computed: {
    totalQty: f.integer('入库总数', { unit: '盏', formula: 'sum(lamps.quantity)' }),
    goodTotal: f.integer('可用总数', { unit: '盏', formula: 'sum(lamps.goodQty)' }),
    totalAmount: f.money('入库金额', { unit: '元', formula: 'sum(lamps.amount)', capital: true }),
  },
  steps: [
    {
      name: '库管员点收',
      by: 'field(storeKeeper)',
      fields: {
        countedQty: f.integer('实点数量', { required: true, unit: '盏', min: 0 }),
        shelfNo: f.text('存放货位', { required: true }),
      },
    },
    { name: '项目经理审核', by: 'projectManager' },
    { name: '财务审核', by: 'role(finance)', when: "inType == '盘盈入库' or totalAmount >= 5000" },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'inType',
      'inDate',
      'storeRoom',
      'lampSupplier',
      'totalQty',
      'goodTotal',
      'totalAmount',
      'storeKeeper',
      'status',
    ],
    filters: ['project', 'inType', 'inDate', 'lampSupplier', 'storeKeeper'],
    sum: ['totalQty', 'goodTotal', 'totalAmount'],
  },
  rules: [
    { if: 'count(lamps) == 0', error: '请填写入库灯具' },
    { if: 'lamps.goodQty > lamps.quantity', error: '完好可用数量不能大于入库数量' },
    { if: 'countedQty != totalQty', error: '实点数量与入库总数不一致，请退回更正' },
    { if: "inType == '旧灯回收' and totalAmount > 0", error: '旧灯回收不计入库金额，单价应为0', at: 'lamps' },
    { if: "inType == '调拨入库' and fromProject == project", error: '调出项目不能与本项目相同' },
  ],
  onApproved: ['lightInStorage.stockIn', 'lightInStorage.scrap', 'lightInStorage.lamp', 'lightInStorage.clearTransit'],
  print: 'A4',
  reports: ['lightAllowance', 'lightDeviceList'],
});
