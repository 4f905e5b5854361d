import { defineImport, f } from '@hengneng/form-kit';

/** 灯具安装台账的期初：已经装在楼里的灯具，按位置批量登记 */
export const lampInstallImport = defineImport({
  id: 'lampInstallImport',
  title: '灯具安装导入',
  purpose: '把已经装在楼里的灯具按楼栋、楼层、区域批量登记到安装台账；以后的更换由灯具出库自动写入',
  screen: '/formFlow/otherRepair/lightDevice/lightDeviceList',
  calls: {
    template: '/bpmapi/LampDevice/ImportTemplate',
    import: '/bpmapi/LampDevice/Import',
    rows: '/bpmapi/LampDevice/ImportRows',
    faults: '/bpmapi/LampDevice/ImportFaults',
  },
  kind: 'installed',
  columns: {
    projectCode: f.text('项目代码', { required: true, max: 40 }),
    building: f.text('楼栋', { required: true, max: 40, hint: '如 A座' }),
    floor: f.text('楼层', { required: true, max: 20, hint: '如 3层、B1' }),
    spot: f.text('区域', { required: true, max: 60, hint: '如 东侧走廊' }),
    model: f.text('灯具型号', { required: true, max: 60, hint: '须先在品种里登记' }),
    power: f.decimal(1, '功率', { unit: 'W', min: 0.1, max: 5000, hint: '同型号有几种功率时填写' }),
    quantity: f.integer('数量', { required: true, unit: '盏', min: 1, max: 9999 }),
    installedOn: f.date('安装日期', { required: true }),
    warrantyTo: f.date('质保到期', { hint: '空着按品种的质保月数计算' }),
    dailyHours: f.decimal(1, '日均点亮', { unit: 'h', min: 0, max: 24 }),
  },
  example: [
    {
      projectCode: 'EMC01001',
      building: 'A座',
      floor: '3层',
      spot: '东侧走廊',
      model: 'T8-18W',
      quantity: '24',
      installedOn: '2025-06-01',
      dailyHours: '12',
    },
  ],
  found: {
    project: f.text('项目'),
    lamp: f.text('灯具'),
    place: f.text('位置'),
    standing: f.integer('该处已有', { unit: '盏' }),
  },
  facts: { lamps: f.integer('可导入', { unit: '盏' }) },
  shown: [
    'projectCode',
    'project',
    'place',
    'model',
    'lamp',
    'quantity',
    'standing',
    'installedOn',
    'warrantyTo',
    'dailyHours',
  ],
});
