/** Lamps: what there is, how many lie in which store, and every movement. */
import { defineBook, f } from '@hengneng/form-kit';

export const lampDevice = defineBook({
  id: 'lampDevice',
  title: '灯具台账',
  purpose: '灯具的型号与功率，最近的批次、质保和安装位置',
  columns: {
    name: f.text('名称', { required: true }),
    kind: f.text('类型', { required: true }),
    model: f.text('型号', { required: true }),
    power: f.decimal(1, '功率', { required: true, unit: 'W' }),
    colorTemp: f.text('色温'),
    safeQty: f.integer('安全库存', { unit: '盏' }),
    batchNo: f.text('最近批次'),
    warrantyTo: f.date('质保到期日'),
    installPlace: f.text('最近安装位置'),
    installedOn: f.date('最近安装日期'),
  },
  key: ['kind', 'model'],
  name: ['name', 'model'],
  list: {
    columns: [
      'name',
      'kind',
      'model',
      'power',
      'colorTemp',
      'safeQty',
      'batchNo',
      'warrantyTo',
      'installPlace',
      'installedOn',
    ],
    filters: ['kind', 'warrantyTo', 'installedOn'],
  },
});

export const lampStock = defineBook({
  id: 'lampStock',
  title: '灯具库存',
  purpose: '每个项目每个仓库每种灯具的可用与待报废数量，单价为移动加权',
  columns: {
    project: f.project('项目', { required: true }),
    storeRoom: f.text('仓库', { required: true }),
    lamp: f.ref('lampDevice', '灯具', { required: true }),
    quantity: f.integer('可用数量', { required: true, unit: '盏' }),
    scrapQty: f.integer('待报废', { required: true, unit: '盏' }),
    /** Quantity times the moving average, so that movements may be taken back in any order. */
    value: f.money('库存金额', { required: true, unit: '元' }),
    keeper: f.user('库管员'),
  },
  key: ['project', 'storeRoom', 'lamp'],
  limits: [
    { sum: ['quantity'], within: 1000000, error: '灯具库存不足' },
    { sum: ['scrapQty'], within: 1000000, error: '待报废灯具数量不足' },
  ],
  list: {
    columns: ['project', 'storeRoom', 'lamp', 'quantity', 'scrapQty', 'value', 'keeper'],
    filters: ['project', 'storeRoom', 'lamp'],
    sum: ['quantity', 'scrapQty', 'value'],
  },
});

export const lampMove = defineBook({
  id: 'lampMove',
  title: '灯具出入库流水',
  purpose: '每次入库与出库的数量、金额与去向，出库为负',
  columns: {
    project: f.project('项目', { required: true }),
    storeRoom: f.text('仓库', { required: true }),
    lamp: f.ref('lampDevice', '灯具', { required: true }),
    kind: f.text('类型', { required: true }),
    movedOn: f.date('日期', { required: true }),
    quantity: f.integer('数量', { required: true, unit: '盏' }),
    amount: f.money('金额', { unit: '元' }),
    installPlace: f.text('安装位置'),
    origin: f.ref('lightOutStorage', '原出库单'),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'storeRoom',
      'lamp',
      'kind',
      'movedOn',
      'quantity',
      'amount',
      'installPlace',
      'origin',
      'document',
    ],
    filters: ['project', 'storeRoom', 'lamp', 'kind', 'movedOn'],
    sum: ['quantity', 'amount'],
  },
});
