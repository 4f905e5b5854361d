/** What projects hold of chemicals and spare parts, and each movement that made it so. */
import { defineView, f } from '@hengneng/form-kit';

const CHEMICALS = '/formFlow/waterQuality/waterChemicalsApplication/chemicalStock';
const PARTS = '/formFlow/repairMaintenance/maintenanceRecords/sparePartStock';

const HELD = ['quantity', 'value', 'incoming', 'outgoing', 'daysLeft', 'movedOn'] as const;
const held = <const Unit extends string>(unit: Unit) => ({
  quantity: f.decimal(2, '结存', { required: true, unit }),
  value: f.money('结存金额', { unit: '元', hint: '按目录单价' }),
  incoming: f.decimal(2, '近30天入库', { unit }),
  outgoing: f.decimal(2, '近30天出库', { unit }),
  daysLeft: f.integer('可用', { unit: '天', hint: '按近30天的用量' }),
  movedOn: f.date('最近出入库'),
});
const moved = <const Unit extends string>(unit: Unit) => ({
  project: f.project('项目', { required: true }),
  movedOn: f.date('日期', { required: true }),
  quantity: f.decimal(2, '数量', { required: true, unit, hint: '出库为负' }),
  reason: f.text('事由', { required: true }),
  module: f.text('单据模块', { required: true }),
  record: f.text('单据', { required: true }),
});

export const chemicalStock = defineView({
  id: 'chemicalStock',
  title: '药剂库存',
  purpose: '各项目药剂的结存与近30天的出入库；施工、加药和到货通过后自动增减',
  screen: CHEMICALS,
  calls: { index: '/bpmapi/ChemicalStock/Index', export: '/bpmapi/ChemicalStock/Export' },
  columns: {
    item: f.ref('waterChemical', '药剂', { required: true }),
    project: f.project('项目', { required: true }),
    ...held('kg'),
  },
  list: { columns: ['item', 'project', ...HELD], filters: ['project', 'item', 'movedOn'], sum: ['value'] },
});

export const chemicalMoves = defineView({
  id: 'chemicalMoves',
  title: '药剂出入库流水',
  purpose: '药剂库存的每次增减：日期、数量、事由和所据单据，出库为负',
  screen: CHEMICALS,
  calls: { index: '/bpmapi/ChemicalStock/Moves', export: '/bpmapi/ChemicalStock/ExportMoves' },
  columns: { item: f.ref('waterChemical', '药剂', { required: true }), ...moved('kg') },
  list: {
    columns: ['movedOn', 'item', 'project', 'quantity', 'reason'],
    filters: ['project', 'item', 'movedOn'],
    carries: ['module', 'record'],
  },
});

export const sparePartStock = defineView({
  id: 'sparePartStock',
  title: '备件库存',
  purpose: '各项目备件的结存与近30天的出入库；维修、保养领用和采购到货通过后自动增减',
  screen: PARTS,
  calls: { index: '/bpmapi/SparePartStock/Index', export: '/bpmapi/SparePartStock/Export' },
  columns: {
    item: f.ref('sparePart', '备件', { required: true }),
    project: f.project('项目', { required: true }),
    ...held(''),
  },
  list: { columns: ['item', 'project', ...HELD], filters: ['project', 'item', 'movedOn'], sum: ['value'] },
});

export const sparePartMoves = defineView({
  id: 'sparePartMoves',
  title: '备件出入库流水',
  purpose: '备件库存的每次增减：日期、数量、事由和所据单据，出库为负',
  screen: PARTS,
  calls: { index: '/bpmapi/SparePartStock/Moves', export: '/bpmapi/SparePartStock/ExportMoves' },
  columns: { item: f.ref('sparePart', '备件', { required: true }), ...moved('') },
  list: {
    columns: ['movedOn', 'item', 'project', 'quantity', 'reason'],
    filters: ['project', 'item', 'movedOn'],
    carries: ['module', 'record'],
  },
});
