import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 记录冷却塔和各类水箱的清洗消毒过程、作业安全条件和清洗前后对比，验收后更新下次清洗日期 */
export const coolTowerWaterTankRecord = defineForm({
  id: 'coolTowerWaterTankRecord',
  purpose: '记录冷却塔和各类水箱的清洗消毒过程、作业安全条件和清洗前后对比，验收后更新下次清洗日期',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'LTQX-{yyyy}{MM}-{seq4}',
  fields: {
    cleanReason: f.word('tankCleanReason', '清洗原因', {
      required: true,
    }),
    cleanStart: f.datetime('清洗开始时间', { required: true }),
    cleanEnd: f.datetime('清洗结束时间', { required: true }),
    executorType: f.enum('实施方式', ['项目自行清洗', '外包清洗'], { required: true }),
    cleaner: f.supplier('外包单位', { required: true, showIf: "executorType == '外包清洗'" }),
    cleanFee: f.money('清洗费用', { unit: '元', min: 0, default: 0 }),
    workers: f.text('作业人员', { required: true }),
    guardian: f.user('现场监护人', { required: true }),
    lockout: f.boolean('风机断电挂牌', { required: true }),
    confinedSpace: f.boolean('进入有限空间作业', { default: false }),
    oxygen: f.decimal(1, '作业前氧含量', {
      required: true,
      unit: '%',
      min: 0,
      max: 30,
      hint: '19.5–23.5方可进入',
      showIf: 'confinedSpace',
    }),
    workPermit: f.files('有限空间作业票', { required: true, showIf: 'confinedSpace' }),
    heightWork: f.boolean('高处作业系挂安全带', { default: false }),
    disinfectant: f.ref('waterChemical', '消毒药剂'),
    disinfectKg: f.decimal(2, '消毒药剂用量', { unit: 'kg', min: 0 }),
    chlorine: f.decimal(1, '消毒余氯浓度', { unit: 'mg/L', min: 0, max: 200 }),
    contactMinutes: f.integer('消毒浸泡时间', { unit: 'min', min: 0 }),
    drainVolume: f.decimal(1, '排放水量', { required: true, unit: 'm³', min: 0 }),
    refillVolume: f.decimal(1, '重新补水量', { required: true, unit: 'm³', min: 0 }),
  },
  details: {
    objects: {
      label: '清洗对象',
      fields: {
        equipment: f.device('冷却塔或水箱', { required: true, kinds: ['冷却塔'] }),
        objectType: f.enum('类别', ['冷却塔', '软化水箱', '膨胀水箱', '卫生热水箱', '补水箱'], { required: true }),
        lastClean: f.date('上次清洗日期', { from: 'equipment.lastCleanDate' }),
        scaleThickness: f.decimal(1, '清洗前垢厚', { unit: 'mm', min: 0 }),
        basin: f.check('集水盘或箱体', { required: true }),
        filler: f.check('填料'),
        sprinkler: f.check('布水器及喷头'),
        floatValve: f.check('浮球阀及溢流管'),
        fanBelt: f.check('风机皮带与减速机'),
        strainer: f.check('出水过滤网'),
        beforePhoto: f.image('清洗前照片', { required: true }),
        afterPhoto: f.image('清洗后照片', { required: true }),
        objectFail: f.integer('不合格部位数', {
          formula:
            "(basin == '不合格') + (filler == '不合格') + (sprinkler == '不合格') + (floatValve == '不合格') + (fanBelt == '不合格') + (strainer == '不合格')",
        }),
      },
    },
  },
  computed: {
    objectCount: f.integer('清洗数量', { unit: '台', formula: 'count(objects)' }),
    failParts: f.integer('不合格部位合计', { unit: '处', formula: 'sum(objects.objectFail)' }),
    cleanHours: f.decimal(1, '清洗用时', { unit: 'h', formula: 'cleanEnd - cleanStart' }),
    feePerUnit: f.money('单台清洗费', { unit: '元/台', formula: 'cleanFee / objectCount' }),
  },
  steps: [
    {
      name: '项目经理验收',
      by: 'projectManager',
      fields: {
        acceptResult: f.enum('验收结论', ['合格', '需返工'], { required: true }),
        nextCleanDate: f.date('下次清洗日期', { required: true }),
      },
    },
    {
      name: '水质工程师复核',
      by: 'role(waterEngineer)',
      fields: {
        afterTurbidity: f.decimal(1, '清洗后浊度', { required: true, unit: 'NTU', min: 0 }),
        reviewAdvice: f.textarea('复核意见'),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'cleanFee >= 3000 or failParts > 0' },
    {
      name: '财务审核',
      by: 'role(finance)',
      when: 'cleanFee > 0',
      fields: {
        invoiceReceived: f.boolean('已收发票', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'cleanReason',
      'cleanStart',
      'executorType',
      'objectCount',
      'failParts',
      'cleanFee',
      'acceptResult',
      'nextCleanDate',
      'status',
    ],
    filters: ['project', 'cleanReason', 'cleanStart', 'executorType', 'acceptResult'],
    sum: ['objectCount', 'cleanFee', 'drainVolume'],
  },
  rules: [
    { if: 'count(objects) == 0', error: '请填写清洗的冷却塔或水箱' },
    { if: 'cleanEnd < cleanStart', error: '清洗结束时间不能早于开始时间' },
    { if: 'not lockout', error: '未断电挂牌不得进行冷却塔清洗' },
    { if: 'confinedSpace and (oxygen < 19.5 or oxygen > 23.5)', error: '氧含量不在19.5–23.5之间，禁止进入有限空间' },
    { if: 'disinfectKg > 0 and not disinfectant', error: '填写了消毒药剂用量，请选择消毒药剂' },
    { if: 'nextCleanDate <= cleanEnd', error: '下次清洗日期应晚于本次清洗' },
  ],
  onApproved: [
    'coolTowerWaterTankRecord.devices',
    'coolTowerWaterTankRecord.issueDisinfectant',
    'coolTowerWaterTankRecord.cost',
    'coolTowerWaterTankRecord.draftRepair',
  ],
  print: 'A4',
  reports: ['waterManageAnalysis', 'maintenanceCost'],
});
