/** Upkeep of the systems: planned maintenance, stops of supply, valves, terminals, balance of the pipes, tools. */
import { defineBook, f } from '@hengneng/form-kit';

export const systemUpkeep = defineBook({
  id: 'systemUpkeep',
  title: '系统维护台账',
  purpose: '已批准的系统维护计划及其反馈：待反馈的由系统维护反馈关闭，回写完成日期、费用与遗留问题',
  columns: {
    plan: f.ref('systemMaintenance', '系统维护单', { required: true }),
    project: f.project('项目', { required: true }),
    maintainType: f.text('维护类型', { required: true }),
    planStart: f.date('计划开始', { required: true }),
    planEnd: f.date('计划完成', { required: true }),
    planCost: f.money('计划费用', { unit: '元' }),
    state: f.enum('状态', ['待反馈', '已关闭'], { required: true }),
    actualEnd: f.date('实际完成'),
    actualCost: f.money('实际费用', { unit: '元' }),
    leftovers: f.text('遗留问题'),
    sourceNo: f.text('维护单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'sourceNo',
      'maintainType',
      'planStart',
      'planEnd',
      'planCost',
      'state',
      'actualEnd',
      'actualCost',
      'leftovers',
    ],
    filters: ['project', 'maintainType', 'planStart', 'state'],
    sum: ['planCost', 'actualCost'],
  },
});

export const runCalendar = defineBook({
  id: 'runCalendar',
  title: '项目运行日历',
  purpose: '计划停供等影响运行的时段，能耗考核剔除的时间由此而来',
  columns: {
    project: f.project('项目', { required: true }),
    kind: f.enum('类型', ['计划停供'], { required: true }),
    startAt: f.datetime('开始', { required: true }),
    endAt: f.datetime('结束', { required: true }),
    hours: f.decimal(1, '时长', { unit: 'h' }),
    reason: f.text('原因', { required: true }),
    excluded: f.boolean('不计入能耗考核', { required: true }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['project', 'kind', 'startAt', 'endAt', 'hours', 'reason', 'excluded', 'sourceNo'],
    filters: ['project', 'kind', 'startAt'],
    sum: ['hours'],
  },
});

export const valveLedger = defineBook({
  id: 'valveLedger',
  title: '项目阀门台账',
  purpose: '每只阀门的位置、规格、整定开度、状态、最近保养日期和校验有效期',
  columns: {
    project: f.project('项目', { required: true }),
    valveNo: f.text('阀门编号', { required: true }),
    place: f.text('位置'),
    kind: f.text('阀型'),
    dn: f.integer('公称直径DN', { unit: 'mm' }),
    medium: f.text('介质'),
    setOpening: f.percent('整定开度'),
    state: f.enum('状态', ['完好', '带缺陷', '待更换']),
    lastServiceOn: f.date('最近保养日期'),
    verifyDue: f.date('校验有效期'),
  },
  key: ['project', 'valveNo'],
  name: ['valveNo', 'place'],
  list: {
    columns: [
      'valveNo',
      'place',
      'kind',
      'dn',
      'project',
      'medium',
      'setOpening',
      'state',
      'lastServiceOn',
      'verifyDue',
    ],
    filters: ['project', 'kind', 'state', 'verifyDue'],
  },
});

export const balanceArchive = defineBook({
  id: 'balanceArchive',
  title: '项目水力平衡档案',
  purpose: '历次水力平衡调试：支路数、失调支路、平衡合格率与总管冷热量',
  columns: {
    project: f.project('项目', { required: true }),
    pipeSystem: f.text('调试系统', { required: true }),
    testMode: f.text('工况', { required: true }),
    reason: f.text('调试原因'),
    testedOn: f.date('调试日期', { required: true }),
    branches: f.integer('支路数', { unit: '条' }),
    outOfBalance: f.integer('失调支路', { unit: '条' }),
    balanceRate: f.percent('平衡合格率'),
    headerFlow: f.decimal(1, '总管流量', { unit: 'm³/h' }),
    headerDelta: f.decimal(1, '总管温差', { unit: '℃' }),
    headerHeat: f.decimal(0, '总管冷热量', { unit: 'kW' }),
    worstLoop: f.text('最不利环路'),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'pipeSystem',
      'testMode',
      'reason',
      'testedOn',
      'branches',
      'outOfBalance',
      'balanceRate',
      'headerFlow',
      'headerDelta',
      'headerHeat',
      'worstLoop',
      'sourceNo',
    ],
    filters: ['project', 'pipeSystem', 'testMode', 'testedOn'],
  },
});

export const terminalLedger = defineBook({
  id: 'terminalLedger',
  title: '项目末端保养台账',
  purpose: '各楼栋房间的末端设备与最近保养日期，保养到哪里、漏了哪里一查便知',
  columns: {
    project: f.project('项目', { required: true }),
    building: f.text('楼栋', { required: true }),
    room: f.text('房间或区域', { required: true }),
    occupant: f.text('使用单位'),
    terminalType: f.text('末端类型'),
    terminalCount: f.integer('数量', { unit: '台' }),
    lastServiceOn: f.date('最近保养日期'),
    fails: f.integer('不合格项', { unit: '项' }),
  },
  key: ['project', 'building', 'room'],
  name: ['building', 'room'],
  list: {
    columns: ['project', 'building', 'room', 'occupant', 'terminalType', 'terminalCount', 'lastServiceOn', 'fails'],
    filters: ['project', 'building', 'occupant', 'lastServiceOn'],
    sum: ['terminalCount', 'fails'],
  },
});

export const serviceRating = defineBook({
  id: 'serviceRating',
  title: '现场服务评价台账',
  purpose: '用户对末端保养等现场服务的评价，计入客户满意度',
  columns: {
    project: f.project('项目', { required: true }),
    service: f.text('服务', { required: true }),
    customer: f.text('使用单位', { required: true }),
    rating: f.enum('评价', ['很满意', '满意', '一般', '不满意'], { required: true }),
    score: f.integer('折算得分', { required: true, unit: '分' }),
    ratedOn: f.date('评价日期', { required: true }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['project', 'service', 'customer', 'rating', 'score', 'ratedOn', 'sourceNo'],
    filters: ['project', 'rating', 'ratedOn'],
  },
});

export const tool = defineBook({
  id: 'tool',
  title: '工具台账',
  purpose: '各项目的工具仪表：数量、已领用、保管人、状况和检定日期，领用不超过在库',
  columns: {
    name: f.text('名称', { required: true }),
    spec: f.text('规格型号'),
    quantity: f.integer('账面数量', { required: true, unit: '件' }),
    lent: f.integer('已领用', { unit: '件' }),
    project: f.project('项目', { required: true }),
    kind: f.text('类别', { required: true }),
    unitPrice: f.money('单价', { unit: '元' }),
    keeper: f.user('保管人'),
    state: f.text('状况'),
    nextCalibration: f.date('下次检定日期'),
  },
  key: ['project', 'name', 'spec'],
  name: ['name', 'spec'],
  limits: [{ sum: ['lent'], within: ['quantity'], error: '工具的在库数量不足，已领用的须先归还' }],
  list: {
    columns: ['name', 'spec', 'quantity', 'lent', 'project', 'kind', 'unitPrice', 'keeper', 'state', 'nextCalibration'],
    filters: ['project', 'kind', 'keeper', 'state', 'nextCalibration'],
    sum: ['quantity', 'lent'],
  },
});

export const toolLoan = defineBook({
  id: 'toolLoan',
  title: '工具领用台账',
  purpose: '谁领用了什么工具、应何时归还，归还后销账',
  columns: {
    project: f.project('项目', { required: true }),
    tool: f.ref('tool', '工具', { required: true }),
    borrower: f.user('领用人', { required: true }),
    quantity: f.integer('领用数量', { required: true, unit: '件' }),
    returned: f.integer('已归还', { unit: '件' }),
    lentOn: f.date('领用日期', { required: true }),
    dueBack: f.date('应归还日期', { required: true }),
    state: f.enum('状态', ['待归还', '已归还'], { required: true }),
  },
  limits: [{ sum: ['returned'], within: ['quantity'], error: '归还数量大于领用未还的数量' }],
  inUse: ['returned'],
  list: {
    columns: ['project', 'tool', 'borrower', 'quantity', 'returned', 'lentOn', 'dueBack', 'state'],
    filters: ['project', 'borrower', 'dueBack', 'state'],
    sum: ['quantity', 'returned'],
  },
});
