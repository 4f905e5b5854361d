import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { readingColumns } from '../settlementResource/readings.ts';

/** What went through a meter since the last settlement, on the old dial and the new one, or past the last figure. */
const PASSED =
  "exitReading + fullScale * (readKind == '满码归零') + oldFinal * (readKind == '换表') - (lastReading + newInitial * (readKind == '换表'))";

/** 项目合同到期或终止退场时，移交资产、表计读数、资料钥匙和备件，清算欠费与保证金，安置人员并关闭项目 */
export const outHandover = defineForm({
  id: 'outHandover',
  purpose: '项目合同到期或终止退场时，移交资产、表计读数、资料钥匙和备件，清算欠费与保证金，安置人员并关闭项目',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同', { required: true }) },
  serial: 'TCJJ-{yyyy}{MM}-{seq4}',
  fields: {
    exitReason: f.enum(
      '退场原因',
      ['合同到期不续', '客户提前解约', '我方提前解约', '项目亏损退出', '建筑拆改停用', '转交分包单位'],
      { required: true },
    ),
    contractEnd: f.date('合同到期日', { required: true, from: 'contract.endDate' }),
    noticeDate: f.date('书面通知日期', { required: true }),
    exitDate: f.date('计划退场日期', { required: true }),
    noticeFile: f.files('解约或不续签函件', { required: true }),
    receiveUnit: f.text('接收单位', { required: true }),
    receiver: f.text('接收负责人', { required: true }),
    receiverPhone: f.phone('接收人电话', { required: true }),
    trainDays: f.integer('交接带教天数', { unit: '天', min: 0, max: 90, default: 0 }),
    assetOwner: f.enum(
      'EMC投资资产处置',
      ['无偿移交客户', '客户有偿回购', '我方拆除带走', '按合同归客户所有', '无投资资产'],
      { required: true },
    ),
    buybackAmount: f.money('回购金额', { required: true, unit: '元', min: 0, showIf: "assetOwner == '客户有偿回购'" }),
    receivableFee: f.money('应收未收能源运营费', { required: true, unit: '元', min: 0 }),
    bondReceivable: f.money('应退回我方履约保证金', { unit: '元', min: 0, default: 0 }),
    payableEnergy: f.money('应付未付能源费', { required: true, unit: '元', min: 0 }),
    payableSupplier: f.money('应付外协与材料款', { unit: '元', min: 0, default: 0 }),
    penaltyClaim: f.money('客户索赔或违约金', { unit: '元', min: 0, default: 0 }),
    unsettledMatters: f.textarea('遗留问题及处理', { required: true }),
  },
  details: {
    assets: {
      label: '资产设备移交',
      fields: {
        device: f.device('设备', { required: true }),
        ownership: f.enum('产权', ['客户', '我方投资', '租赁'], { required: true }),
        bookCount: f.integer('账面数量', { required: true, unit: '台', min: 0 }),
        actualCount: f.integer('实盘数量', { required: true, unit: '台', min: 0 }),
        condition: f.enum('完好状况', ['完好', '带病运行', '故障停用', '报废', '缺失'], { required: true }),
        disposal: f.enum('去向', ['移交接收方', '调拨其他项目', '退库', '报废处置'], { required: true }),
        assetTo: f.project('调入项目', { required: true, showIf: "disposal == '调拨其他项目'" }),
        difference: f.integer('盘差', { unit: '台', formula: 'actualCount - bookCount' }),
        mismatch: f.integer('账实不符', { flag: true, formula: '(actualCount != bookCount) * 1' }),
      },
    },
    meters: {
      label: '能源表计交接读数',
      fields: {
        meterKind: f.enum('表计类型', ['电表', '水表', '燃气表', '蒸汽表', '冷热量表'], { required: true }),
        meterNo: f.text('表号', { required: true }),
        ratio: f.decimal(2, '倍率', { required: true, min: 0, default: 1 }),
        lastReading: f.decimal(2, '上次结算读数', { required: true, min: 0 }),
        exitReading: f.decimal(2, '退场读数', { required: true, min: 0 }),
        ...readingColumns(2),
        unitPrice: f.money4('单价', { required: true, unit: '元', min: 0 }),
        usage: f.decimal(2, '用量', { formula: `(${PASSED}) * ratio` }),
        fee: f.money('能源费', { unit: '元', formula: `(${PASSED}) * ratio * unitPrice` }),
        readingPhoto: f.image('读数照片', { required: true }),
        backward: f.integer('读数倒走', {
          flag: true,
          formula: "(readKind == '正常' and exitReading < lastReading) * 1",
        }),
      },
    },
    materials: {
      label: '备件工具药剂清点',
      fields: {
        materialKind: f.enum(
          '类别',
          ['备品备件', '工具仪表', '水处理药剂', '溴化锂溶液', '劳保用品', '办公资产', '灯具'],
          { required: true },
        ),
        materialName: f.text('名称规格', { required: true }),
        part: f.ref('sparePart', '备件档案', { showIf: "materialKind == '备品备件'" }),
        chemical: f.ref('waterChemical', '药剂档案', { showIf: "materialKind == '水处理药剂'" }),
        stock: f.decimal(2, '库存数量', { required: true, min: 0 }),
        value: f.money('账面价值', { required: true, unit: '元', min: 0 }),
        target: f.enum('去向', ['调拨其他项目', '退回区域仓库', '移交客户', '报废'], { required: true }),
        materialTo: f.project('调入项目', { required: true, showIf: "target == '调拨其他项目'" }),
      },
    },
    staff: {
      label: '人员安置',
      fields: {
        employee: f.user('员工', { required: true }),
        arrangement: f.enum(
          '安置方式',
          ['调往其他项目', '区域待岗', '转入接收方', '协商解除', '合同到期不续', '退休'],
          { required: true },
        ),
        toProject: f.project('调入项目', { required: true, showIf: "arrangement == '调往其他项目'" }),
        leaveDate: f.date('离场日期', { required: true }),
        compensation: f.money('经济补偿', { unit: '元', min: 0, default: 0 }),
      },
    },
    documents: {
      label: '资料移交',
      fields: {
        docKind: f.enum(
          '资料名称',
          [
            '竣工图纸',
            '设备说明书',
            '运行记录',
            '维保记录',
            '水质报告',
            '特种设备证照',
            '自控程序与密码',
            '门禁钥匙清单',
            '能耗数据备份',
            '计量检定证书',
          ],
          { required: true },
        ),
        copies: f.integer('份数', { required: true, unit: '份', min: 0 }),
        copyKept: f.boolean('我方留存副本', { default: true }),
      },
    },
  },
  computed: {
    mismatchCount: f.integer('账实不符项', { unit: '项', formula: 'sum(assets.mismatch)' }),
    finalEnergyFee: f.money('退场能源费', { unit: '元', formula: 'sum(meters.fee)' }),
    materialValue: f.money('备件物资价值', { unit: '元', formula: 'sum(materials.value)' }),
    compensationTotal: f.money('人员补偿合计', { unit: '元', formula: 'sum(staff.compensation)' }),
    receivableTotal: f.money('应收合计', { unit: '元', formula: 'receivableFee + bondReceivable + buybackAmount' }),
    payableTotal: f.money('应付合计', {
      unit: '元',
      formula: 'payableEnergy + payableSupplier + penaltyClaim + sum(staff.compensation)',
    }),
    netSettlement: f.money('退场清算净额', { unit: '元', formula: 'receivableTotal - payableTotal', capital: true }),
  },
  steps: [
    {
      name: '区域经理审核',
      by: 'areaManager',
      fields: {
        areaOpinion: f.textarea('区域意见', { required: true }),
      },
    },
    {
      name: '人事确认安置',
      by: 'role(hr)',
      when: 'count(staff) > 0',
      fields: {
        hrOpinion: f.textarea('人员安置意见', { required: true }),
      },
    },
    {
      name: '采购确认资产物资',
      by: 'role(purchaser)',
      fields: {
        transferNo: f.text('调拨退库单号'),
        mismatchHandle: f.textarea('账实不符处理', { required: true, showIf: 'mismatchCount > 0' }),
      },
    },
    {
      name: '财务清算',
      by: 'role(finance)',
      fields: {
        confirmedReceivable: f.money('核定应收', { required: true, unit: '元', min: 0 }),
        confirmedPayable: f.money('核定应付', { required: true, unit: '元', min: 0 }),
        collectBefore: f.date('清收期限', { required: true }),
      },
    },
    {
      name: '法务审核',
      by: 'role(legal)',
      when: "exitReason != '合同到期不续' or penaltyClaim > 0",
      fields: {
        legalOpinion: f.textarea('法律意见', { required: true }),
      },
    },
    { name: '运营总监审批', by: 'role(operationDirector)' },
    {
      name: '总经理审批',
      by: 'role(generalManager)',
      when: "penaltyClaim > 0 or receivableTotal >= 100000 or exitReason == '项目亏损退出'",
    },
    {
      name: '现场交接签字',
      by: 'applicant',
      final: true,
      fields: {
        actualExitDate: f.date('实际退场日期', { required: true }),
        sealsReturned: f.boolean('项目章、门禁卡、钥匙已移交', { required: true }),
        handoverSheet: f.files('三方签字交接单', { required: true }),
        customerSign: f.signature('接收方签字', { required: true }),
      },
    },
  ],
  cc: ['role(emcDirector)', 'role(energyAnalyst)'],
  list: {
    columns: [
      'serial',
      'project',
      'contract',
      'exitReason',
      'exitDate',
      'actualExitDate',
      'receiveUnit',
      'assetOwner',
      'mismatchCount',
      'receivableTotal',
      'payableTotal',
      'netSettlement',
      'collectBefore',
      'status',
    ],
    filters: ['project', 'exitReason', 'assetOwner', 'exitDate', 'status'],
    sum: ['receivableTotal', 'payableTotal', 'netSettlement', 'materialValue'],
  },
  rules: [
    { if: 'exitDate < noticeDate', error: '计划退场日期不能早于书面通知日期' },
    {
      if: "exitReason == '合同到期不续' and exitDate < contractEnd",
      error: '合同到期不续的，退场日期不能早于合同到期日',
    },
    {
      if: 'count(assets) == 0 or count(meters) == 0 or count(documents) == 0',
      error: '资产移交、表计读数、资料移交均不能为空',
    },
    {
      if: "meters.readKind == '正常' and meters.exitReading < meters.lastReading",
      error: '退场读数不能小于上次结算读数，换表或满码归零请在读数情形中选择',
      at: 'meters.exitReading',
    },
    {
      if: "meters.readKind == '换表' and (meters.oldFinal < meters.lastReading or meters.exitReading < meters.newInitial)",
      error: '换表时旧表止码不能小于上次结算读数，退场读数不能小于新表起码',
      at: 'meters.oldFinal',
    },
    {
      if: "meters.readKind == '满码归零' and (meters.fullScale <= meters.lastReading or meters.exitReading >= meters.lastReading)",
      error: '满码值应大于上次结算读数，归零后的退场读数应小于上次结算读数',
      at: 'meters.fullScale',
    },
    { if: 'actualExitDate < noticeDate', error: '实际退场日期不能早于书面通知日期' },
    { if: 'actualExitDate and not sealsReturned', error: '项目章、门禁卡、钥匙未移交，不能完成现场交接' },
  ],
  onApproved: [
    { at: 'submit', do: 'outHandover.check' },
    'outHandover.closeProject',
    'outHandover.endContract',
    'outHandover.devices',
    'outHandover.meters',
    'outHandover.staff',
    'outHandover.receivable',
    'outHandover.stock',
  ],
  print: 'A4',
  reports: ['enterHandoverList', 'contractRenewal', 'businessAnalysis', 'lossProjectAnalysis'],
});
