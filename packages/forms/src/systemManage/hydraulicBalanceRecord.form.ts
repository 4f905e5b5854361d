import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 记录各支路调试前后流量、阀门开度和温差，计算水力平衡度，消除冷热不均和大流量小温差 */
export const hydraulicBalanceRecord = defineForm({
  id: 'hydraulicBalanceRecord',
  purpose: '记录各支路调试前后流量、阀门开度和温差，计算水力平衡度，消除冷热不均和大流量小温差',
  links: { project: f.project('项目', { required: true }) },
  serial: 'SLPH-{yyyy}{MM}-{seq4}',
  fields: {
    pipeSystem: f.enum('调试系统', ['冷温水系统', '采暖系统', '冷却水系统', '卫生热水系统'], { required: true }),
    testMode: f.enum('工况', ['制冷', '采暖'], { required: true }),
    adjustReason: f.enum('调试原因', ['新项目初调', '换季调节', '用户投诉冷热不均', '末端改造后', '能耗异常'], {
      required: true,
    }),
    testStart: f.datetime('调试开始时间', { required: true }),
    testEnd: f.datetime('调试结束时间', { required: true }),
    testers: f.users('调试人员', { required: true }),
    instrument: f.enum('测量仪器', ['超声波流量计', '平衡阀专用测压仪', '固定流量计', '红外测温仪'], {
      required: true,
    }),
    instrumentNo: f.text('仪器编号', { required: true }),
    calibrationDue: f.date('仪器检定有效期', { required: true }),
    pumpCombo: f.text('水泵运行组合', { required: true, hint: '例如1#、3#泵并联' }),
    pumpFreq: f.decimal(1, '水泵频率', { unit: 'Hz', min: 0, max: 50 }),
    headerFlow: f.decimal(1, '总管流量', { required: true, unit: 'm³/h', min: 0.1 }),
    headerSupplyTemp: f.decimal(1, '总管供水温度', { required: true, unit: '℃', min: 0, max: 95 }),
    headerReturnTemp: f.decimal(1, '总管回水温度', { required: true, unit: '℃', min: 0, max: 95 }),
    supplyPressure: f.decimal(3, '分水器压力', { unit: 'MPa', min: 0, max: 2.5 }),
    returnPressure: f.decimal(3, '集水器压力', { unit: 'MPa', min: 0, max: 2.5 }),
    worstLoop: f.text('最不利环路', { required: true }),
    worstDp: f.decimal(1, '最不利末端压差', { unit: 'kPa', min: 0 }),
  },
  details: {
    branches: {
      label: '支路数据',
      fields: {
        valve: f.ref('valveLedger', '阀门', { hint: '选择后调后开度写入该阀门，不选时以支路名称立账' }),
        branchName: f.text('支路名称', { required: true }),
        serveArea: f.text('供应区域', { required: true }),
        valveType: f.enum('阀门类型', ['静态平衡阀', '动态平衡阀', '自力式压差阀', '电动调节阀', '蝶阀', '闸阀'], {
          required: true,
        }),
        diameter: f.integer('公称直径DN', { unit: 'mm', min: 15, max: 1000 }),
        designFlow: f.decimal(1, '设计流量', { required: true, unit: 'm³/h', min: 0.1 }),
        openBefore: f.percent('调前开度', { min: 0, max: 100 }),
        flowBefore: f.decimal(1, '调前流量', { required: true, unit: 'm³/h', min: 0 }),
        openAfter: f.percent('调后开度', { required: true, min: 0, max: 100 }),
        flowAfter: f.decimal(1, '调后流量', { required: true, unit: 'm³/h', min: 0 }),
        branchReturn: f.decimal(1, '支路回水温度', { unit: '℃', min: 0, max: 95 }),
        roomTemp: f.decimal(1, '代表房间温度', { unit: '℃', min: 0, max: 45 }),
        balanceBefore: f.decimal(2, '调前平衡度', { formula: 'flowBefore / designFlow' }),
        balanceAfter: f.decimal(2, '调后平衡度', { hint: '0.9–1.2为合格', formula: 'flowAfter / designFlow' }),
        outRange: f.integer('失调', { flag: true, formula: 'balanceAfter < 0.9 or balanceAfter > 1.2' }),
      },
    },
  },
  computed: {
    branchCount: f.integer('支路数', { unit: '条', formula: 'count(branches)' }),
    outCount: f.integer('失调支路数', { unit: '条', formula: 'sum(branches.outRange)' }),
    balanceRate: f.percent('平衡合格率', { formula: '(branchCount - outCount) / branchCount * 100' }),
    branchFlowSum: f.decimal(1, '支路流量之和', { unit: 'm³/h', formula: 'sum(branches.flowAfter)' }),
    flowDeviation: f.percent('总分流量偏差', { formula: '(headerFlow - branchFlowSum) / headerFlow * 100' }),
    headerDelta: f.decimal(1, '总管供回水温差', {
      unit: '℃',
      formula:
        "(headerReturnTemp - headerSupplyTemp) * (testMode == '制冷') + (headerSupplyTemp - headerReturnTemp) * (testMode == '采暖')",
    }),
    headerHeat: f.decimal(0, '总管冷热量', { unit: 'kW', formula: 'headerFlow * headerDelta * 1.163' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '技术工程师审核',
      by: 'role(engineer)',
      fields: {
        techAdvice: f.textarea('技术意见', { required: true }),
        needRenovation: f.boolean('需改造平衡装置', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'balanceRate < 80 or needRenovation' },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'pipeSystem',
      'testMode',
      'adjustReason',
      'testStart',
      'headerFlow',
      'headerDelta',
      'branchCount',
      'outCount',
      'balanceRate',
      'status',
    ],
    filters: ['project', 'pipeSystem', 'testMode', 'adjustReason', 'testStart'],
    sum: ['branchCount', 'outCount'],
  },
  rules: [
    { if: 'testEnd <= testStart', error: '调试结束时间必须晚于开始时间' },
    { if: 'calibrationDue < testStart', error: '测量仪器已超过检定有效期，数据无效' },
    { if: 'count(branches) < 2', error: '请至少填写两条支路的数据' },
    { if: 'headerDelta < 0', error: '总管供回水温差与工况不符，请核对供回水温度' },
    { if: 'flowDeviation > 10 or flowDeviation < -10', error: '支路流量之和与总管流量偏差超过10%，请复测' },
    { if: 'supplyPressure < returnPressure', error: '分水器压力不能小于集水器压力' },
  ],
  onApproved: ['hydraulicBalanceRecord.valves', 'hydraulicBalanceRecord.archive', 'hydraulicBalanceRecord.renovate'],
  print: 'A4',
  reports: ['energyAnalysis', 'totalAnalysis'],
});
