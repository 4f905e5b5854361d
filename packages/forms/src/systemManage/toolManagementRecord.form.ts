import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 登记工具仪表的新增、领用、归还、调拨、盘点、检定和报废，落实到保管人 */
export const toolManagementRecord = defineForm({
  id: 'toolManagementRecord',
  purpose: '登记工具仪表的新增、领用、归还、调拨、盘点、检定和报废，落实到保管人',
  links: { project: f.project('项目', { required: true }) },
  serial: 'GJGL-{yyyy}{MM}-{seq4}',
  fields: {
    actionType: f.enum('业务类型', ['新增入账', '领用', '归还', '项目间调拨', '盘点', '检定校准', '报废'], {
      required: true,
    }),
    actionDate: f.date('发生日期', { required: true, default: 'today' }),
    keeper: f.user('保管人', { required: true }),
    borrower: f.user('领用人', { required: true, showIf: "actionType == '领用' or actionType == '归还'" }),
    dueBack: f.date('应归还日期', { required: true, showIf: "actionType == '领用'" }),
    targetProject: f.project('调入项目', { required: true, showIf: "actionType == '项目间调拨'" }),
    scrapReason: f.enum('报废原因', ['自然磨损', '损坏无法修复', '精度不合格', '丢失', '技术淘汰'], {
      required: true,
      showIf: "actionType == '报废'",
    }),
    compensateBy: f.user('赔偿责任人', { required: true, showIf: "scrapReason == '丢失'" }),
    calibrationUnit: f.text('检定机构', { required: true, showIf: "actionType == '检定校准'" }),
    proofFiles: f.files('凭证附件', { hint: '检定证书、发票、盘点签字表等' }),
  },
  details: {
    tools: {
      label: '工具明细',
      fields: {
        tool: f.ref('tool', '工具', { hint: '新增的工具尚未在账时不选，填写名称与规格' }),
        toolName: f.text('工具名称', { required: true, from: 'tool.name' }),
        toolKind: f.enum(
          '类别',
          ['通用手工具', '电动工具', '检测仪表', '真空检漏设备', '焊接切割', '起重搬运', '登高器具', '安全防护'],
          { required: true, from: 'tool.kind' },
        ),
        toolSpec: f.text('规格型号', { from: 'tool.spec' }),
        bookQty: f.integer('账面数量', { unit: '件', min: 0, from: 'tool.quantity', locked: 'known' }),
        quantity: f.integer('本次数量', { required: true, unit: '件', min: 0, hint: '盘点时填实盘数' }),
        unitPrice: f.money('单价', { unit: '元', min: 0, from: 'tool.unitPrice' }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
        toolState: f.enum('状况', ['完好', '可用有磨损', '待修', '不可用'], { required: true }),
        nextCalibration: f.date('下次检定日期'),
        gap: f.integer('盘点差异', { unit: '件', formula: 'quantity - bookQty' }),
        gapReason: f.text('差异说明'),
      },
    },
  },
  computed: {
    totalQty: f.integer('数量合计', { unit: '件', formula: 'sum(tools.quantity)' }),
    totalAmount: f.money('金额合计', { unit: '元', formula: 'sum(tools.amount)' }),
    gapTotal: f.integer('盘点差异合计', { unit: '件', formula: "sum(tools.gap) * (actionType == '盘点')" }),
  },
  steps: [
    {
      name: '保管人确认',
      by: 'field(keeper)',
      fields: {
        keeperCheck: f.enum('实物核对', ['一致', '不一致'], { required: true }),
      },
    },
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '区域经理审核',
      by: 'areaManager',
      when: "actionType == '报废' or actionType == '项目间调拨' or gapTotal < 0",
    },
    {
      name: '财务核销',
      by: 'role(finance)',
      when: "actionType == '报废' and totalAmount >= 1000",
      fields: {
        compensation: f.money('赔偿金额', { unit: '元', min: 0, default: 0 }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'actionType',
      'actionDate',
      'keeper',
      'borrower',
      'totalQty',
      'totalAmount',
      'gapTotal',
      'status',
    ],
    filters: ['project', 'actionType', 'actionDate', 'keeper', 'borrower'],
    sum: ['totalQty', 'totalAmount'],
  },
  rules: [
    { if: "actionType != '新增入账' and not tools.tool", error: '请选择在账的工具' },
    { if: "actionType != '盘点' and tools.quantity == 0", error: '请填写本次数量' },
    { if: 'count(tools) == 0', error: '请填写工具明细' },
    { if: 'dueBack < actionDate', error: '应归还日期不能早于领用日期' },
    {
      if: "(actionType == '领用' or actionType == '报废' or actionType == '项目间调拨') and tools.quantity > tools.bookQty",
      error: '数量不能大于账面数量',
    },
    { if: "actionType == '检定校准' and not tools.nextCalibration", error: '检定校准请填写下次检定日期' },
    { if: "actionType == '盘点' and tools.gap != 0 and not tools.gapReason", error: '盘点有差异时请填写差异说明' },
    { if: "actionType == '项目间调拨' and targetProject == project", error: '调入项目不能与本项目相同' },
  ],
  onApproved: [
    { at: 'submit', do: 'toolManagementRecord.check' },
    'toolManagementRecord.ledger',
    'toolManagementRecord.loan',
    'toolManagementRecord.calibration',
    'toolManagementRecord.cost',
  ],
  print: 'none',
  reports: ['costAnalysis'],
});
