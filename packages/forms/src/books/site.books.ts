import { defineBook, f } from '@hengneng/form-kit';

export const siteMaterial = defineBook({
  id: 'siteMaterial',
  title: '工地物资台账',
  purpose: '工地仓库的验收入库与领料出库，库存为两者之和',
  columns: {
    project: f.project('项目', { required: true }),
    subProject: f.ref('subProject', '子项目'),
    goods: f.text('物料名称', { required: true }),
    spec: f.text('规格型号', { required: true }),
    unitName: f.text('单位'),
    kind: f.enum('类型', ['验收入库', '领料出库'], { required: true }),
    /** Negative where it is taken out. */
    quantity: f.decimal(3, '数量', { required: true }),
    price: f.money4('单价', { unit: '元' }),
    orderLine: f.ref('purchaseOrderLine', '采购订单行'),
    slot: f.text('货位'),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['project', 'subProject', 'goods', 'spec', 'unitName', 'kind', 'quantity', 'price', 'slot', 'document'],
    filters: ['project', 'subProject', 'goods', 'kind'],
    sum: ['quantity'],
  },
});

export const arrivedEquipment = defineBook({
  id: 'arrivedEquipment',
  title: '到货设备台账',
  purpose: '验收合格、等待安装移交的设备：型号、出厂编号、品牌，竣工后转入运营设备台账',
  columns: {
    project: f.project('项目', { required: true }),
    subProject: f.ref('subProject', '子项目'),
    contract: f.ref('projectContract', '工程合同'),
    supplier: f.supplier('供应商', { required: true }),
    orderLine: f.ref('purchaseOrderLine', '采购订单行', { required: true }),
    name: f.text('设备名称', { required: true }),
    model: f.text('型号'),
    factoryNo: f.text('出厂编号'),
    maker: f.text('品牌产地'),
    quantity: f.decimal(3, '数量', { required: true, unit: '台' }),
    acceptedOn: f.date('验收日期', { required: true }),
    warrantyTo: f.date('质保止'),
    state: f.enum('状态', ['待安装', '已移交'], { required: true }),
  },
  list: {
    columns: [
      'project',
      'subProject',
      'supplier',
      'name',
      'model',
      'factoryNo',
      'maker',
      'quantity',
      'acceptedOn',
      'state',
    ],
    filters: ['project', 'subProject', 'supplier', 'acceptedOn', 'state'],
    sum: ['quantity'],
  },
});

export const payableEstimate = defineBook({
  id: 'payableEstimate',
  title: '应付暂估台账',
  purpose: '已验收未到票的暂估应付，发票入账时同额冲减',
  columns: {
    project: f.project('项目', { required: true }),
    supplier: f.supplier('供应商', { required: true }),
    contract: f.ref('projectContract', '工程合同'),
    orderLine: f.ref('purchaseOrderLine', '采购订单行'),
    kind: f.enum('类型', ['验收暂估', '产值暂估', '发票冲减'], { required: true }),
    amount: f.money('金额', { required: true, unit: '元' }),
    month: f.month('月份', { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['project', 'supplier', 'contract', 'orderLine', 'kind', 'amount', 'month', 'document'],
    filters: ['project', 'supplier', 'contract', 'kind', 'month'],
    sum: ['amount'],
  },
});
