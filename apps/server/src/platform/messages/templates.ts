/**
 * The wordings of messages as the program brings them. The first line is the message, lines below it say more. Administrators may word them
 * otherwise (modules/system/templates.ts); what a wording may name are the words in braces of the program's own.
 */
import type { OUTBOX_KINDS } from '@hengneng/contracts';

export interface Template {
  readonly name: string;
  readonly kind: (typeof OUTBOX_KINDS)[number];
  /** What people see before it. */
  readonly label: string;
  readonly text: string;
  /** Told at night, too: something waits for the person, or harm is done by waiting. */
  readonly urgent?: boolean;
  /** What may not be switched off. */
  readonly needed?: boolean;
  /** Words that a wording may not leave out. */
  readonly must?: readonly string[];
  /** Other than inside the product, and by e-mail for who chose that. */
  readonly channel?: '短信' | '邮件';
  /** The page that the message opens. */
  readonly path?: string;
}

const ENTRY = '/operationContent/DataInput';
const SCORE = '/formFlow/statisticalAnalysis/satisfactionAnalysis';

export const TEMPLATES = {
  'approval.todo': {
    name: '审批待办',
    kind: '审批',
    label: '审批',
    text: '{单据}：{事由}「{步骤}」',
    urgent: true,
    needed: true,
  },
  'approval.takenOver': {
    name: '接手单据',
    kind: '审批',
    label: '审批',
    text: '{单据}：{经办人}的单据由您接手{原因}',
    urgent: true,
    needed: true,
  },
  'approval.returned': {
    name: '单据退回',
    kind: '审批',
    label: '退回',
    text: '{单据}：{经办人}退回{原因}',
    urgent: true,
    needed: true,
  },
  'approval.ended': { name: '审批结果', kind: '审批', label: '结果', text: '{单据}：{结果}{说明}' },
  'approval.removed': {
    name: '减签告知',
    kind: '审批',
    label: '结果',
    text: '{单据}：{经办人}将您从「{步骤}」减签，无需再处理{原因}',
  },
  'approval.cc': { name: '抄送', kind: '抄送', label: '抄送', text: '{单据}：{事由}' },
  'approval.told': { name: '审批后的告知', kind: '抄送', label: '抄送', text: '{内容}' },
  'approval.urged': {
    name: '催办',
    kind: '催办',
    label: '催办',
    text: '{单据}：{催办人}催办「{步骤}」{原因}',
    urgent: true,
  },
  'approval.late': {
    name: '步骤超时',
    kind: '催办',
    label: '超时',
    text: '{单据}：「{步骤}」{时限}',
    urgent: true,
  },
  'approval.delegated': {
    name: '代办告知',
    kind: '审批',
    label: '代办',
    text: '{单据}：{代理人}代您{处理}「{步骤}」{原因}',
  },
  'approval.comment': {
    name: '评论提到',
    kind: '审批',
    label: '评论',
    text: '{单据}：{评论人}在评论中提到您：{评论}',
  },
  'delegation.given': {
    name: '委托代理',
    kind: '审批',
    label: '代理',
    text: '{授权人}委托您代理审批：{期间}，范围：{范围}\n{原因}',
    urgent: true,
    path: '/main',
  },
  'delegation.set': {
    name: '管理员设置代理',
    kind: '审批',
    label: '代理',
    text: '{设置人}为您设置了代理人{代理人}：{期间}，范围：{范围}\n{原因}',
    urgent: true,
    path: '/main',
  },
  'delegation.ended': {
    name: '代理被终止',
    kind: '审批',
    label: '代理',
    text: '{终止人}终止了{代理人}对您的代理\n{原因}',
    urgent: true,
    path: '/main',
  },
  'delegation.begins': {
    name: '代理开始',
    kind: '审批',
    label: '代理',
    text: '您代理{授权人}的审批已开始',
    path: '/main',
  },
  'delegation.over': {
    name: '代理到期',
    kind: '审批',
    label: '代理',
    text: '您代理{授权人}的审批已结束',
    path: '/main',
  },
  'announcement.confirm': {
    name: '全员公告待确认',
    kind: '公告',
    label: '公告确认',
    text: '{发布人}发给全员的公告待确认：{标题}\n{正文}',
    urgent: true,
    needed: true,
    path: '/system/messages?view=公告',
  },
  'announcement.refused': {
    name: '全员公告被退回',
    kind: '公告',
    label: '公告确认',
    text: '{处理人}退回了公告：{标题}\n{原因}',
    path: '/system/messages?view=公告',
  },
  'permission.asked': {
    name: '权限申请',
    kind: '系统',
    label: '权限申请',
    text: '{申请人}申请访问 {页面}\n{理由}',
    needed: true,
    path: '/system/users',
  },
  'password.changed': {
    name: '本人改密',
    kind: '系统',
    label: '系统',
    text: '您的密码已修改（来自{设备} {地址}）',
    urgent: true,
    needed: true,
  },
  'password.reset': {
    name: '管理员重置密码',
    kind: '系统',
    label: '系统',
    text: '管理员{管理员}重置了您的密码',
    urgent: true,
    needed: true,
  },
  'job.failed': {
    name: '后台任务失败',
    kind: '系统',
    label: '任务失败',
    text: '后台任务「{任务}」多次失败，不再重试\n{错误}',
    urgent: true,
    needed: true,
    path: '/system/jobs?view=历史&state=失败',
  },
  'channel.test': {
    name: '通道测试',
    kind: '系统',
    label: '通道测试',
    text: '通道测试\n{测试人}发出的测试消息，收到即说明通道正常。',
    urgent: true,
    needed: true,
  },
  'questionnaire.low': {
    name: '问卷低分',
    kind: '系统',
    label: '问卷低分',
    text: '{项目}：《{问卷}》收到低分答卷，{最低项}{得分}分，请在24小时内处理\n{答卷人}',
    urgent: true,
    path: '/configurableQuestionnaireList',
  },
  'questionnaire.urged': {
    name: '问卷低分催办',
    kind: '催办',
    label: '问卷低分',
    text: '催办：{项目}：《{问卷}》收到低分答卷，{最低项}{得分}分，已超过24小时未处理\n{答卷人}',
    path: '/configurableQuestionnaireList',
  },
  'reading.urged': {
    name: '抄表催录',
    kind: '催办',
    label: '催办',
    text: '{项目}的抄表数据有缺录，请尽快录入或补录\n{月份}',
    urgent: true,
  },
  'reading.missing': {
    name: '缺录提醒',
    kind: '系统',
    label: '缺录提醒',
    text: '{项目} {日期} 尚有 {块数} 块表未录入\n{表计}',
    urgent: true,
    path: `${ENTRY}/newDataInput`,
  },
  'reading.overdue': {
    name: '缺录逾期',
    kind: '系统',
    label: '缺录逾期',
    text: '{项目} {日期} 尚有 {块数} 块表未录入，提醒后仍未补上\n{表计}',
    urgent: true,
    path: `${ENTRY}/projectInputCount`,
  },
  'reading.estimated': {
    name: '连续估算',
    kind: '系统',
    label: '连续估算',
    text: '{项目} {表计} 已连续估算 {天数} 天\n{要求}',
  },
  'reading.sentBack': {
    name: '抄表翻转退回',
    kind: '系统',
    label: '抄表退回',
    text: '{表计} {时刻} 的读数 {读数} 不是翻转，请改数后重新录入或登记换表\n{原因}',
  },
  'reading.filled': {
    name: '补录处理结果',
    kind: '系统',
    label: '补录',
    text: '{项目} {起} 至 {止} 的补录{结果}\n{原因}',
  },
  'inspection.urged': {
    name: '巡检问题催整改',
    kind: '催办',
    label: '催整改',
    text: '{内容}',
    urgent: true,
  },
  'income.urged': {
    name: '核算催报',
    kind: '催办',
    label: '催报',
    text: '{内容}',
    path: '/formFlow/profitAccounting/projectStaticsInfo/projectStaticsInfoList',
  },
  'training.short': {
    name: '培训学时提醒',
    kind: '系统',
    label: '培训提醒',
    text: '{内容}',
    path: '/formFlow/trainingManagement/trainingLearn/learningDatabase',
  },
  'deposit.open': {
    name: '催退投标保证金',
    kind: '催办',
    label: '催退保证金',
    text: '{内容}',
    path: '/sale/saleStatistics/EMCProjectBidSummaryStatistics',
  },
  'opinion.open': { name: '客户意见催办', kind: '催办', label: '催办意见', text: '{内容}', path: SCORE },
  'lesson.late': {
    name: '必修逾期',
    kind: '系统',
    label: '必修逾期',
    text: '必修资料「{资料}」应在{期限}前学完，请尽快完成',
  },
  'lesson.lateOf': {
    name: '下属必修逾期',
    kind: '系统',
    label: '必修逾期',
    text: '{学员}的必修资料「{资料}」应在{期限}前学完，至今未完成',
  },
  'consultant.told': {
    name: '通知顾问',
    kind: '系统',
    label: '顾问通知',
    text: '{标题}\n{正文}',
    path: '/committeeContent/consultantTable',
  },
  'consultant.ending': {
    name: '顾问聘期到期',
    kind: '到期',
    label: '顾问通知',
    text: '顾问{顾问}的聘期{到期日}到期，请续聘或解聘',
    path: '/committeeContent/consultantTable',
  },
  'contract.otherEnding': {
    name: '其他合同到期',
    kind: '到期',
    label: '其他合同',
    text: '{合同}{到期日}{怎么到期}',
    path: '/contractManage/otherContractList',
  },
  'plan.published': {
    name: '专家工作计划发布',
    kind: '系统',
    label: '专家工作计划',
    text: '{年}年专家工作计划已发布，您负责{项数}项\n{工作}',
    path: '/committeeContent/planTable',
  },
  'plan.late': {
    name: '专家工作延期',
    kind: '系统',
    label: '专家工作计划',
    text: '「{工作}」已延期{天数}天，请督办',
    path: '/committeeContent/planTable',
  },
  'letter.late': {
    name: '工程函件逾期',
    kind: '系统',
    label: '工程函件',
    text: '{函号}「{标题}」应在{期限}前{要求}',
    path: '/engineering/fileData/lettersList',
  },
  'payment.aside': {
    name: '扫码支付待处理',
    kind: '收费',
    label: '扫码支付',
    text: '{款项} 的{渠道}支付待处理：{原因}\n商户单号 {单号}，流水号 {流水号}，未入账',
    urgent: true,
  },
  'payment.booked': {
    name: '扫码支付补落账',
    kind: '收费',
    label: '扫码支付',
    text: '{款项} 的{渠道}支付{金额}元已补落账，请补打收据\n商户单号 {单号}',
    urgent: true,
  },
  'payment.trial': {
    name: '渠道测试收款',
    kind: '收费',
    label: '支付渠道',
    text: '{小区}{渠道}测试收款{结果}\n商户号 {商户号}，商户单号 {单号}',
  },
  'suspension.late': {
    name: '微信停用申请未受理',
    kind: '收费',
    label: '微信停用申请',
    text: '{小区} {房间} 的微信停用申请（{单号}）超过2个工作小时未受理\n请尽快受理或退回',
    path: '/chargeManage/suspend/weChatApplySuspendTask',
  },
  'suspension.used': {
    name: '停用期私开待审核',
    kind: '收费',
    label: '停用期私开',
    text: '{房间} 停用期内发现私开（{单号}），请审核补收\n{发现情况}',
  },
  'suspension.judged': {
    name: '停用期私开审核结果',
    kind: '收费',
    label: '停用期私开',
    text: '{房间} 私开登记（{单号}）{结果}\n{意见}',
  },
  'shift.forced': {
    name: '班次被强制交接',
    kind: '收费',
    label: '强制交接',
    text: '{小区}您的班次已由{交接人}盘点交接，不能再收款\n原因：{原因}',
    urgent: true,
    needed: true,
    path: '/chargeManage/chargeCashier',
  },
  'shift.counted': {
    name: '班次待复核',
    kind: '收费',
    label: '班次复核',
    text: '{小区}{收费员}的班次待复核\n盘点现金{现金}元，长短款{差额}元。请在收费台复核',
    urgent: true,
    needed: true,
    path: '/chargeManage/chargeCashier',
  },
  'counter.asked': {
    name: '大额收费待审批',
    kind: '收费',
    label: '收费审批',
    text: '{业务}待审批\n{申请人}：{原因}。请在收费台审批',
    urgent: true,
    needed: true,
    path: '/chargeManage/chargeCashier',
  },
  'counter.judged': {
    name: '大额收费审批结果',
    kind: '收费',
    label: '收费审批',
    text: '{业务}{结果}\n{说明}',
    urgent: true,
    path: '/chargeManage/chargeCashier',
  },
  'code.login': {
    name: '登录验证码',
    kind: '验证码',
    label: '验证码',
    text: '验证码 {验证码}，5分钟内有效',
    channel: '短信',
    urgent: true,
    needed: true,
    must: ['验证码'],
  },
  'mail.letter': {
    name: '消息邮件',
    kind: '系统',
    label: '邮件',
    text: '{标题}\n{姓名}，您好：\n\n{消息}\n\n这些消息在衡能的消息中也能看到。要不要用邮件接收，可在 个人中心 › 消息接收方式 中更改。',
    channel: '邮件',
    urgent: true,
    needed: true,
    must: ['标题', '消息'],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type MessageCode = keyof typeof TEMPLATES;
type Named<T> = T extends `${string}{${infer N}}${infer Rest}` ? N | Named<Rest> : never;
/** What fills a wording. */
export type Facts<C extends MessageCode> = Readonly<Record<Named<(typeof TEMPLATES)[C]['text']>, string>>;

export const MESSAGE_CODES = Object.keys(TEMPLATES) as readonly MessageCode[];
export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(TEMPLATES, code);
export const templateOf = (code: MessageCode): Template => TEMPLATES[code];

/** The words that a text names, each once. */
export const namesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name]) => name ?? '')),
];
