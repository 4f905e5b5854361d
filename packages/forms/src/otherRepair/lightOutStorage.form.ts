import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 登记灯具更换领用、新增安装、调拨和报废出库，记录安装位置、旧灯回收和节电效果 */
export const lightOutStorage = defineForm({
  id: 'lightOutStorage',
  purpose: '登记灯具更换领用、新增安装、调拨和报废出库，记录安装位置、旧灯回收和节电效果',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'DJCK-{yyyy}{MM}-{seq4}',
  fields: {
    outType: f.enum('出库类型', ['故障更换', '节能改造', '新增安装', '调拨出库', '报废出库', '盘亏出库'], {
      required: true,
    }),
    outDate: f.date('出库日期', { required: true }),
    storeRoom: f.text('仓库', { required: true, from: 'project.lampStore' }),
    taker: f.user('领用人', { required: true }),
    takerTeam: f.enum('领用班组', ['运行班', '维修班', '电工班', '外委施工队', '物业工程部'], { required: true }),
    toProject: f.project('调入项目', { required: true, showIf: "outType == '调拨出库'" }),
    customerRepairNo: f.text('客户报修单号', { showIf: "outType == '故障更换'" }),
    lossReason: f.enum('报废盘亏原因', ['自然老化', '运输破损', '浸水', '丢失', '账实差错'], {
      required: true,
      showIf: "outType == '报废出库' or outType == '盘亏出库'",
    }),
    costBearer: f.enum('费用承担', ['公司承担', '客户承担', '质保免费'], { required: true }),
    dailyHours: f.decimal(1, '日均点亮时长', { unit: 'h', min: 0, max: 24, default: 10 }),
    electricPrice: f.money4('电价', { unit: '元/kWh', min: 0, from: 'project.electricPrice' }),
    installPhotos: f.images('更换前后照片', { max: 9 }),
  },
  details: {
    lamps: {
      label: '出库灯具',
      fields: {
        lamp: f.ref('lampDevice', '灯具', { required: true }),
        lampModel: f.text('型号', { from: 'lamp.model' }),
        stockQty: f.integer('库存余量', { unit: '盏', from: 'lamp.stock', locked: 'known' }),
        quantity: f.integer('出库数量', { required: true, unit: '盏', min: 1 }),
        unitPrice: f.money('库存单价', { unit: '元', from: 'lamp.unitPrice', locked: true }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
        newPower: f.decimal(1, '新灯功率', { unit: 'W', min: 0, from: 'lamp.power', locked: 'known' }),
        oldPower: f.decimal(1, '旧灯功率', { unit: 'W', min: 0 }),
        installPlace: f.text('安装位置', { required: true }),
        oldReturned: f.integer('旧灯回收数', { unit: '盏', min: 0, default: 0 }),
        oldFault: f.enum('旧灯故障', ['不亮', '闪烁', '光衰', '驱动损坏', '外壳破损', '节能替换'], {
          required: true,
          showIf: 'oldReturned > 0',
        }),
        savedWatt: f.decimal(1, '降低功率', {
          unit: 'W',
          formula: '(oldPower - newPower) * quantity * (oldPower > 0)',
        }),
      },
    },
  },
  computed: {
    totalQty: f.integer('出库总数', { unit: '盏', formula: 'sum(lamps.quantity)' }),
    totalAmount: f.money('出库金额', { unit: '元', formula: 'sum(lamps.amount)', capital: true }),
    returnTotal: f.integer('旧灯回收总数', { unit: '盏', formula: 'sum(lamps.oldReturned)' }),
    yearSaveKwh: f.decimal(1, '预计年节电', { unit: 'kWh', formula: 'sum(lamps.savedWatt) * dailyHours * 365 / 1000' }),
    yearSaveFee: f.money('预计年节省电费', { unit: '元', formula: 'yearSaveKwh * electricPrice' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '区域经理审核',
      by: 'areaManager',
      when: "outType == '调拨出库' or outType == '报废出库' or outType == '盘亏出库' or totalAmount >= 3000",
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      when: "outType == '盘亏出库' or costBearer == '客户承担'",
      fields: {
        chargeAmount: f.money('向客户收取金额', { unit: '元', min: 0, default: 0 }),
      },
    },
    {
      name: '领用人确认',
      by: 'field(taker)',
      final: true,
      fields: {
        takenTime: f.datetime('领取时间', { required: true }),
        installedQty: f.integer('实际安装数量', { required: true, unit: '盏', min: 0 }),
        takeSign: f.signature('领用签字', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'outType',
      'outDate',
      'taker',
      'takerTeam',
      'totalQty',
      'totalAmount',
      'returnTotal',
      'costBearer',
      'yearSaveKwh',
      'status',
    ],
    filters: ['project', 'outType', 'outDate', 'taker', 'takerTeam', 'costBearer'],
    sum: ['totalQty', 'totalAmount', 'returnTotal', 'yearSaveKwh'],
  },
  rules: [
    { if: 'count(lamps) == 0', error: '请填写出库灯具' },
    { if: 'lamps.quantity > lamps.stockQty', error: '出库数量大于库存余量' },
    {
      if: "outType == '故障更换' and returnTotal < totalQty",
      error: '故障更换须以旧换新，旧灯回收数不足',
      at: 'lamps',
    },
    { if: 'lamps.oldReturned > lamps.quantity', error: '旧灯回收数不能大于出库数量' },
    { if: "outType == '调拨出库' and toProject == project", error: '调入项目不能与本项目相同' },
    {
      if: "outType == '节能改造' and (not lamps.oldPower or lamps.oldPower <= lamps.newPower)",
      error: '节能改造的旧灯功率应大于新灯功率',
    },
    { if: 'installedQty > totalQty', error: '实际安装数量不能大于出库总数' },
  ],
  onApproved: [
    'lightOutStorage.stockOut',
    'lightOutStorage.transfer',
    'lightOutStorage.leftOver',
    'lightOutStorage.charge',
    'lightOutStorage.lamp',
  ],
  print: 'A4',
  reports: ['lightAllowance', 'lightDeviceList', 'maintenanceCost'],
});
