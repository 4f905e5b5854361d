/**
 * Where pages over several tables are not word for word as the catalogue has them, for `catalogue-pages.test.ts`: what a filter or column is called
 * here (several names with 、 between them where it is cut up), or, in brackets, the reason why it is not among them.
 */
type Here = string | readonly [reason: string];
export interface PageNames {
  readonly filters?: Readonly<Record<string, Here>>;
  readonly columns?: Readonly<Record<string, Here>>;
}

const all = (why: string, ...labels: readonly string[]): Readonly<Record<string, Here>> =>
  Object.fromEntries(labels.map((label) => [label, [why]]));

const KEYWORD: Here = ['the keyword of every list looks there'];
/** The precheck of an import is its own table (engine/imports), with the columns of the sheet as `defineImport` has them. */
const PRECHECK = 'the rows of the precheck are the import’s own (engine/imports)';
const HANDOVER = 'the hand-over is filled in and read in its drawer (features/handover)';
const OF_REVIEW = 'what experts say of a review stands in its drawer (features/committee)';

export const PAGES: Readonly<Record<string, PageNames>> = {
  '/formFlow/resourceManage/EMCOperateContract/EMCOperateContractLatestList': {
    columns: { 止: '到期日', 模式: '合作模式', 计量单价: '冷量计量单价' },
  },
  '/formFlow/resourceManage/renewalTracking/trackingAllList': { filters: { 到期日: '合同到期' } },
  '/formFlow/personnelManagement/transferNotice/transferNoticeList': {
    filters: { 调入部门: '新部门', 确认: '状态' },
    columns: { 原部门岗位: '原部门、原岗位', 新部门岗位: '新部门、新岗位', 报到期限: '生效日期' },
  },
  '/formFlow/laborDispatch/monitorEstablish/projectMonitorList': {
    filters: { 班长级别: '级别', 劳务公司: '用工单位' },
  },
  '/formFlow/payment/expenseReimbursement/expenseReimbursementImport': {
    columns: all(PRECHECK, '行号', '工号或项目代码', '姓名或项目', '类别', '生效月', '结果', '原因'),
  },
  '/formFlow/payment/expenseReimbursement/appropriationImport': {
    columns: {
      ...all(PRECHECK, '行号', '项目代码', '保管人工号', '金额', '付款凭证号', '结果', '原因'),
      日期: '拨款日期',
    },
  },
  '/formFlow/collectionSettlement/contractManage/contractList': {
    columns: { 起止: '起、合同到期', 下一节点与日期: '下一节点、下一收款日', 期间: '期间起、期间止' },
  },
  '/formFlow/collectionSettlement/paymentReceived/paymentReceivedImport': {
    filters: { 批次: '批次号', 匹配: [PRECHECK] },
    columns: {
      ...all(PRECHECK, '行号', '交易时间', '对方户名', '对方账号', '附言', '流水号', '建议客户', '建议合同'),
      ...all(PRECHECK, '建议结算单', '依据', '可信', '认领人', '结果', '原因'),
      账户: '收款账户',
    },
  },
  '/formFlow/collectionSettlement/paymentStatisticsTotal': {
    filters: { 月份: '月份起、月份止' },
    columns: { '1月…12月到账': '1月到账、12月到账', 逾期: '代缴逾期、保证金逾期' },
  },
  '/formFlow/otherRepair/lightStatistics/lightAllowance': {
    filters: { 期间: '期间起、期间止' },
    columns: { 待报废: '其中待报废', 可用月数: '可用' },
  },
  '/formFlow/assetsAndCertificate/credentialsManage/borrowAndReturnCredentialsList': {
    columns: { 归还时间: '归还日期', 归还状态: '状态' },
  },
  '/formFlow/assetsAndCertificate/credentialsManage/credentialsAnalysis': { columns: { 年检日: '年检或复审日' } },
  '/engineering/serviceProvider/serviceProviderList': {
    filters: { 单位或信用代码: KEYWORD, 资质到期: '资质' },
    columns: {
      最早到期资质与日期: '最早到期资质、资质到期日',
      投标: '有效投标',
      项目与合同: '项目、合同',
      主要扣分: ['the evaluation itself says it, one click away'],
      人: '评论人',
    },
  },
  '/engineering/tender/projectList': {
    filters: { 标段类别: '类别' },
    columns: {
      开标: '开标时间',
      技术分: '技术均分',
      商务分: '商务均分',
      答复: '答复或补遗',
      是否补遗: '补遗',
    },
  },
  '/engineering/information/engineerInfoList': {
    filters: { 延期: '有延期' },
    columns: { 装机: '设计冷量', 预计竣工: ['the delay is told by days: nobody keeps a second plan'] },
  },
  '/engineering/contract/contractList': {
    columns: {
      工期起止: '开工或供货、完工或交货',
      内容: '变更类型',
      原因: '变更原因',
    },
  },
  '/engineering/purchase/purchaseList': {
    filters: { 逾期: '逾期未到' },
    columns: {
      申请单号: '订单号',
      品牌: ['the specification of a line names the brand that was ordered'],
      申请数: ['an order line begins with what was ordered; its application is one click away'],
      订购数: '订购',
      单价: '含税单价',
      逾期罚款: ['fines are the contract’s and the supplier’s, not a line’s'],
    },
  },
  '/engineering/check/checkResourceList': {
    filters: { 阶段: '目录' },
    columns: { 审核: '审核人、审核意见' },
  },
  '/engineering/check/completionCheck/checkList': {
    filters: { 单位: '供应商', 类别: '验收类别', 日期: '验收日期' },
    columns: {
      单位: '供应商',
      类别: '验收类别',
      申请日: '申请日期',
      验收日: '验收日期',
      不合格项: '不合格项数',
      已整改: '整改完成日期',
      缺资料: '缺资料数',
      性能测试: '性能结论',
      送审: '送审结算额',
      审定: '审定结算额',
      核减: '审减额',
      工期延误: '逾期天数',
    },
  },
  '/engineering/payMoney/payMoneyList': {
    filters: { 合同: '工程合同', 计划付款: '希望付款' },
    columns: {
      合同: '工程合同',
      付款性质: '付款类别',
      可付余额: ['what may still be paid is the contract’s: 工程合同 has it'],
      计划日: '希望付款',
      凭证号: '流水号',
    },
  },
  '/engineering/fileData/techInfoList': {
    filters: { 关键词: KEYWORD, 只看最新版: '最新' },
    columns: { 审核: '审核人', 下载次数: ['who downloaded what is in the audit'] },
  },
  '/projectContent/contractContent/EMCContract': {
    filters: { 到期: '止', 与BIS一致: ['the other system is asked contract by contract, not for a whole list'] },
    columns: {
      分享比例: '我方分享',
      BIS状态: ['the other system is asked contract by contract, not for a whole list'],
      文件: '调价文件',
      时间: '录入时间',
    },
  },
  '/projectContent/contractContent/importContractSetList': { filters: { 重点原因: '原因' } },
  '/projectContent/contractContent/contractInfo': { filters: { 合同: ['the page is opened for one contract'] } },
  '/projectContent/consultStatistics/project': { columns: { 失联30天以上: '30天以上未跟进' } },
  '/projectContent/consultStatistics/broadCityGroup': {
    filters: { 年度: '截至日期', 截至月份: '截至日期' },
    columns: { 大区: '大区、城市群或城市', 城市群或城市: '大区、城市群或城市' },
  },
  '/projectContent/handOver/index': {
    columns: {
      ...all(HANDOVER, '资料', '应交', '已交', '份数', '版本', '缺项说明', '接收人确认', '条款', '数值', '依据'),
      ...all(HANDOVER, '是否可控', '责任方', '姓名职务', '电话', '风险事项', '等级', '应对', '责任人', '期限'),
    },
  },
  '/projectContent/consultIndex': {
    filters: {
      专业: ['自控 and 销售技术 are lists of their own, as they are modules of their own'],
      缓急: '紧急程度',
      大区: '申请部门',
      工程师: '指派暖通工程师',
      要求交付: '要求交付日期',
    },
    columns: {
      项目: '咨询项目',
      省市: '省市区',
      类型: '咨询类型',
      冷负荷: '设计冷负荷',
      缓急: '紧急程度',
      大区: '申请部门',
      要求交付: '要求交付日期',
      组长: '指派暖通组长',
      工程师: '指派暖通工程师',
      满意度: '方案满意度',
    },
  },
  '/projectContent/consultAreaList': {
    filters: { 区域: '申请部门', 业务员: '申请人' },
    columns: { 项目: '咨询项目', 类型: '咨询类型', 缓急: '紧急程度', 要求交付: '要求交付日期', 超期: '剩余' },
  },
  '/projectContent/consultPersonList': {
    filters: { 项目: '咨询项目', 日期: '申请日期' },
    columns: { 项目: '咨询项目', 类型: '咨询类型', 要求交付: '要求交付日期', 报价: '最新报价' },
  },
  '/projectContent/consultFormList': {
    filters: {
      单号或项目: KEYWORD,
      专业: ['自控, 销售技术 and 联系单 are lists of their own'],
      工程师: '指派暖通工程师',
      已报价: ['the offer’s number is a column: an offer is a record of its own'],
      客户结果: '客户反馈',
    },
    columns: {
      专业: ['自控, 销售技术 and 联系单 are lists of their own'],
      项目: '咨询项目',
      类型: '咨询类型',
      工程师: '指派暖通工程师',
      申请日: '申请日期',
      交付日: '交付客户日期',
      用时: '实际工时',
      成果: ['files are opened in the record'],
      推荐方案: '推荐方案及理由',
      ...all('several schemes stand side by side in the record, each with its own', '初投资', '年节省', '回收期'),
    },
  },
  '/projectContent/consultFormListHVAC': {
    filters: {
      组长: '指派暖通组长',
      工程师: '指派暖通工程师',
      要求交付: '要求交付日期',
      进度: '环节',
    },
    columns: {
      项目: '咨询项目',
      类型: '咨询类型',
      冷负荷: '设计冷负荷',
      复杂度系数: ['hours are planned, no factor is kept'],
      已用工时: '实际工时',
      进度: '当前环节',
      计划交付: '方案完成期限',
      要求交付: '要求交付日期',
      冲突: '剩余',
      工程师: '指派暖通工程师',
      协作: '协办工程师',
    },
  },
  '/projectContent/autonomousFormList': {
    filters: { 项目: '咨询项目', 要求交付: '要求交付日期' },
    columns: {
      项目: '咨询项目',
      关联暖通咨询: '关联技术咨询',
      性质: '工程性质',
      主机: '主机台数',
      协议: '主机通讯接口',
      硬点: '硬接点合计',
      通讯点: '通讯点合计',
      自控组长: '指派自控组长',
      自控工程师: '指派自控工程师',
      环节: '当前环节',
      要求交付: '要求交付日期',
      超期: '剩余',
      报价: '最新报价',
    },
  },
  '/projectContent/marketFormList': {
    filters: { 项目: '咨询项目', 支持类别: '产品线', 业务员: '申请人' },
    columns: {
      项目: '咨询项目',
      客户: '用户单位',
      支持类别: '产品线',
      ...all('directors are no fields of the form: the step and who is at it are shown', '技术总监', '研究所总监'),
      研究所工程师: '指派研究所工程师',
      暖通工程师: '指派暖通工程师',
      环节: '当前环节',
      要求交付: '要求答复日期',
      超期: '剩余',
      成果: ['files are opened in the record'],
      报价: '最新报价',
      结果: '客户结果',
    },
  },
  '/projectContent/internalRelationList': {
    filters: { 项目: '在营项目', 数据主题: '数据事项' },
    columns: {
      项目: '在营项目',
      数据主题: '数据事项',
      期间: '数据起始月、数据截止月',
      能源分析师: '指派能源数据分析师',
      EMC工程师: '指派EMC工程师',
      超差测点: '超差测点数',
      可用性: '数据可用性',
      环节: '当前环节',
    },
  },
  '/formFlow/statisticalAnalysis/incomeExpenseAnalysis': {
    filters: { 月份: '开始月份、结束月份' },
    columns: { 收费面积: '面积' },
  },
  '/formFlow/statisticalAnalysis/waterManageAnalysis': {
    filters: { 月份: '开始月份、结束月份' },
    columns: {
      季检: '季检应做、季检已做',
      月度管理记录: '月度记录应做、月度记录已做',
      班次日志: '日志应有、日志已有',
    },
  },
  '/formFlow/statisticalAnalysis/maintenanceCost': {
    filters: { 月份: '开始月份、结束月份' },
    columns: {
      ...all('no ledger keeps what a device was bought for', '原值', '累计占原值'),
      MTBF: '平均故障间隔',
      停机: '影响供能',
      材料: '材料费',
      外协: '外协费',
      我方: '我方承担',
      客户: '客户承担',
      质保: '供应商承担',
      预算: '维修预算',
      故障现象: '最近故障现象',
      是否已立整改: '整改',
    },
  },
  '/formFlow/statisticalAnalysis/businessAnalysis': {
    columns: {
      项目数: '已核算项目',
      供能面积: '面积',
      目标: '预算收入',
      累计亏损: '本年累计利润',
      完成期限: '预计扭亏月份',
      进度: '效果',
      已处理: ['an alarm is gone when its reason is'],
      单方能耗: ['use is compared by 能源统计, here what it cost'],
    },
  },
  '/formFlow/statisticalAnalysis/costAnalysis': {
    filters: {
      月份: '开始月份、结束月份',
      对比期: '对比期起、对比期止',
      单位口径: ['each measure is a column of its own'],
    },
    columns: { 其中天气: ['the part of the weather is told with the baseline (energy)'] },
  },
  '/formFlow/statisticalAnalysis/personnelAnalysis': {
    filters: { 流动期间: '流动期间自、流动期间至' },
    columns: { 部门或项目: '所在部门', 处理审批数: '处理审批', 处理: '办理中单号' },
  },
  '/formFlow/statisticalAnalysis/satisfactionAnalysis': {
    filters: { 供能季: '季度' },
  },
  '/formFlow/statisticalAnalysis/trainingReport': {
    filters: { 月份: '月份自、月份至' },
    columns: { 本年学时: '学时', 缺课次数: '缺课', 安全培训是否缺: '缺安全课' },
  },
  '/formFlow/statisticalAnalysis/contractRenewal': {
    filters: { 到期月份: '到期月份自、到期月份至' },
    columns: { 变动: '单价变动', 利润率: '上年利润率' },
  },
  '/sale/saleStatistics/userFeedbackStatistics': {
    filters: { 受理时间: '受理自、受理至' },
    columns: { 已立整改: '整改' },
  },
  '/sale/saleStatistics/EMCProjectBidSummaryStatistics': {
    filters: { 开标时间: '开标自、开标至', 区域: '部门' },
    columns: {
      相遇次数: '相遇',
      常见优势: '优势',
      费用: '投标费用',
      ...all('a deposit is due back when bids are opened: no other day of it is kept', '交付日', '应退日'),
      逾期: '开标后未退',
    },
  },
  '/costQuotation/unitEngineeringPrice': {
    filters: { 名称或型号: KEYWORD, 品牌档次: '品牌' },
    columns: { 项目与单据: '项目、来源', 规模: '平均规模', 冷量: '平均冷量', 自控: '电气自控' },
  },
  '/costQuotation/projectEstimatesDetail': {
    columns: {
      编码: ['works are told by content and specification, estimates keep no code'],
      ...all('contracts and settlements are compared by project, not by line', '合同量', '合同单价', '合同金额'),
      结算金额: '结算合计',
      超支: '超批准',
      超支率: '超批准率',
      原因: ['the estimate’s own note says why'],
      单据: '概算单号',
      ...all('what running a plant comes to is told by 利润核算', '项', '实际'),
      偏差: '量差、价差',
    },
  },
  '/committeeContent/committeeList': {
    filters: { 关联项目: '咨询项目' },
    columns: {
      会议时间: '会议日期',
      平均分: '综合得分',
      ...all(OF_REVIEW, '专家', '关注点', '评分', '意见原文', '答复', '采纳'),
    },
  },
  '/committeeContent/planTable': { filters: { 专家: '负责专家' } },
  '/contractManage/contractList': {
    filters: { 签订: '签订日', 到期: '到期日' },
    columns: {
      变更: ['what a supplement changed is in the amount; 合同全景 and 工程合同 show each'],
      经办: '经办人',
    },
  },
  '/contractManage/otherContractList': {
    filters: { 到期: '到期日' },
    columns: { 止: '到期日', 经办: '经办人' },
  },
  '/researchProjectSummary': { columns: { 编号: '课题编号', 投用日: ['what was applied counts from 对比期起'] } },
};

/** Pages of the catalogue that are no list of a view: forms and to-dos of modules, and pages that look different. */
export const WITHOUT_VIEW: readonly string[] = [
  '/formFlow/trainingManagement/trainingLearn/learningDatabase',
  '/formFlow/inspectionSystem/pointSet',
  '/formFlow/inspectionSystem/inspectionAnalysis',
  '/formFlow/inspectionSystem/inspectionAnalysisArea',
  '/formFlow/composite/outService/outServiceDetail',
  '/formFlow/composite/staffRent/staffRentDetail',
  '/engineering/tender/tenderApplication',
  '/engineering/tender/InvitationUnit',
  '/engineering/purchase/purchaseApply',
  '/engineering/purchase/purchaseSend',
  '/engineering/purchase/purchaseCheckAccept',
  '/engineering/check/constructionLog',
  '/engineering/check/constructionApplication',
  '/engineering/check/completionCheck/checkApply',
  '/engineering/check/completionCheck/completionCheckForm',
  '/engineering/payMoney/payMoneyApply',
  '/engineering/payMoney/payMoneyApproval',
  '/engineering/serviceProvider/serviceProviderForm',
  '/engineering/serviceProvider/ServiceEvaluationAForm',
  '/engineering/serviceProvider/ServiceEvaluationBForm',
  '/engineering/serviceProvider/ServiceEvaluationCForm',
  '/projectContent/mainForm',
  '/projectContent/checkMainForm',
  '/projectContent/autonomousForm',
  '/projectContent/marketForm',
  '/projectContent/internalRelationForm',
  '/projectContent/departmentDirectorNode',
  '/projectContent/TechnicalDirectorNode',
  '/projectContent/HVACLeaderNode',
  '/projectContent/HVACEngineerNode',
  '/projectContent/HVACEngineerNodeAutonomous',
  '/projectContent/automationLeaderNode',
  '/projectContent/automationEngineerNode',
  '/projectContent/TechnicalDirectorNodeMarket',
  '/projectContent/HVACEngineerNodeMarket',
  '/projectContent/RAsrtCTONodeMarket',
  '/projectContent/RAsrtEngineerNodeMarket',
  '/projectContent/HVACEngineerinternalRelation',
  '/projectContent/energyDataAnalystNode',
  '/projectContent/operationCTONode',
  '/projectContent/EMCCTONode',
  '/projectContent/EMCEngineerNode',
];
