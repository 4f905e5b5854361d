import { defineBook, f } from '@hengneng/form-kit';

export const unitEngineeringPrice = defineBook({
  id: 'unitEngineeringPrice',
  title: '单位工程造价价格库',
  purpose: '设备、材料、人工与综合单价，连同来源和有效期，做组价与审价依据',
  columns: {
    section: f.text('分部', { required: true }),
    name: f.text('名称', { required: true }),
    spec: f.text('规格型号'),
    brand: f.text('品牌'),
    unit: f.text('单位', { required: true }),
    materialPrice: f.money4('设备材料价', { unit: '元' }),
    laborPrice: f.money4('人工机械价', { unit: '元' }),
    unitPrice: f.money4('综合单价', { required: true, unit: '元' }),
    taxRate: f.percent('税率', { unit: '%' }),
    priceKind: f.enum('价格类别', ['成交价', '合同价', '询价', '战略协议价', '信息价', '估算'], { required: true }),
    city: f.text('城市'),
    project: f.project('项目'),
    supplier: f.supplier('供应商'),
    priceDate: f.date('价格日期', { required: true }),
    validTo: f.date('有效期至'),
  },
  name: ['name', 'spec', 'priceKind'],
  list: {
    columns: ['section', 'name', 'spec', 'brand', 'unit', 'unitPrice', 'priceKind', 'supplier', 'priceDate', 'validTo'],
    filters: ['section', 'priceKind', 'project', 'supplier', 'priceDate'],
  },
});
