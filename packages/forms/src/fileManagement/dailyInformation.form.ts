import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 项目部把往来函件、证照、图纸、检测报告、缴费凭证等日常资料登记上传，经审核后由行政归档编号并跟踪有效期和纸质借阅 */
export const dailyInformation = defineForm({
  id: 'dailyInformation',
  purpose:
    '项目部把往来函件、证照、图纸、检测报告、缴费凭证等日常资料登记上传，经审核后由行政归档编号并跟踪有效期和纸质借阅',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'RCZL-{yyyy}{MM}-{seq4}',
  fields: {
    category: f.enum(
      '资料类别',
      [
        '往来函件',
        '会议纪要',
        '证照资质',
        '竣工图纸',
        '设备说明书',
        '检测检验报告',
        '能源缴费凭证',
        '客户确认单',
        '运行记录表',
        '合同附件',
        '培训资料',
        '影像资料',
      ],
      { required: true },
    ),
    docName: f.text('资料名称', { required: true }),
    docNo: f.text('文号或编号', {
      required: true,
      showIf:
        "category == '往来函件' or category == '证照资质' or category == '检测检验报告' or category == '合同附件'",
    }),
    docDate: f.date('形成日期', { required: true }),
    direction: f.enum('函件方向', ['收函', '发函'], { required: true, showIf: "category == '往来函件'" }),
    counterpart: f.text('往来单位', {
      required: true,
      showIf: "category == '往来函件' or category == '客户确认单' or category == '会议纪要'",
    }),
    needReply: f.boolean('需要回复', { default: false, showIf: "category == '往来函件'" }),
    replyBefore: f.date('回复期限', { required: true, showIf: 'needReply' }),
    replyUser: f.user('回复经办人', { required: true, showIf: 'needReply' }),
    expireDate: f.date('有效期至', { required: true, showIf: "category == '证照资质' or category == '检测检验报告'" }),
    energyKind: f.enum('能源种类', ['电', '水', '天然气', '蒸汽', '燃油'], {
      required: true,
      showIf: "category == '能源缴费凭证'",
    }),
    payMonth: f.month('费用所属月份', { required: true, showIf: "category == '能源缴费凭证'" }),
    payAmount: f.money('凭证金额', { required: true, unit: '元', min: 0, showIf: "category == '能源缴费凭证'" }),
    relatedDevice: f.device('关联设备', { showIf: "category == '设备说明书' or category == '检测检验报告'" }),
    secrecy: f.enum('密级', ['公开', '内部', '秘密', '机密'], { required: true, default: '内部' }),
    keepYears: f.enum('保管期限', ['3年', '5年', '10年', '合同期满后5年', '永久'], { required: true }),
    hasPaper: f.boolean('有纸质原件', { default: false }),
    paperCount: f.integer('纸质份数', { required: true, unit: '份', min: 1, max: 99, showIf: 'hasPaper' }),
    summary: f.textarea('内容摘要', { required: true }),
  },
  details: {
    attachments: {
      label: '文件清单',
      fields: {
        fileName: f.text('文件名称', { required: true }),
        version: f.text('版本', { required: true, default: 'V1.0' }),
        mediaType: f.enum('格式', ['PDF', 'Word', 'Excel', 'CAD', '图片', '视频', '压缩包'], { required: true }),
        pages: f.integer('页数或张数', { required: true, unit: '页', min: 1 }),
        attachment: f.file('文件', { required: true }),
        original: f.boolean('原件扫描', { default: true }),
      },
    },
  },
  computed: {
    fileCount: f.integer('文件数', { unit: '个', formula: 'count(attachments)' }),
    pageTotal: f.integer('总页数', { unit: '页', formula: 'sum(attachments.pages)' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '法务审核函件',
      by: 'role(legal)',
      when: "category == '往来函件' and (direction == '发函' or needReply)",
      fields: {
        legalOpinion: f.textarea('法务意见', { required: true }),
      },
    },
    {
      name: '回复办理',
      by: 'field(replyUser)',
      when: 'needReply',
      fields: {
        replyNo: f.text('回函编号', { required: true }),
        replyDate: f.date('回函日期', { required: true }),
        replyFile: f.files('回函扫描件', { required: true }),
      },
    },
    {
      name: '行政归档',
      by: 'role(admin)',
      final: true,
      fields: {
        archiveNo: f.text('档案号', { required: true, unique: true }),
        cabinet: f.text('存放位置（柜-层-盒）', { required: true, showIf: 'hasPaper' }),
        archiveDate: f.date('归档日期', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'category',
      'docName',
      'docNo',
      'docDate',
      'counterpart',
      'fileCount',
      'pageTotal',
      'secrecy',
      'expireDate',
      'archiveNo',
      'archiveDate',
      'status',
    ],
    filters: ['project', 'category', 'docDate', 'direction', 'secrecy', 'expireDate', 'status'],
    sum: ['fileCount', 'pageTotal', 'payAmount'],
  },
  rules: [
    { if: 'count(attachments) == 0', error: '请至少上传一个文件' },
    { if: 'expireDate < docDate', error: '有效期至不能早于形成日期' },
    { if: 'replyBefore < docDate', error: '回复期限不能早于形成日期' },
    { if: 'replyDate < docDate', error: '回函日期不能早于来函形成日期' },
    { if: 'archiveDate < docDate', error: '归档日期不能早于形成日期' },
    { if: "category == '证照资质' and expireDate < archiveDate", error: '证照已过期，请先办理延续后再归档' },
  ],
  onApproved: [
    { at: 'submit', do: 'dailyInformation.remindReply' },
    'dailyInformation.archive',
    'dailyInformation.remindExpiry',
    'dailyInformation.linkPayment',
    'dailyInformation.linkDevice',
  ],
  print: 'none',
  reports: ['lettersList', 'techInfoList', 'contractInfo'],
});
