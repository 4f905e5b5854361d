import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 审核受邀单位名单，登记回标和保证金，两人同时在场解密开标，评委独立打分后定标 */
export const InvitationUnit = defineForm({
  id: 'InvitationUnit',
  purpose: '审核受邀单位名单，登记回标和保证金，两人同时在场解密开标，评委独立打分后定标',
  links: { project: f.project('项目') },
  serial: 'YB-{yyyy}{MM}-{seq4}',
  fields: {
    tender: f.ref('tenderApplication', '招标标段', { required: true }),
    tenderMode: f.text('招标方式', { from: 'tender.tenderMode' }),
    bidDeadline: f.datetime('截标时间', { from: 'tender.bidDeadline' }),
    planOpenTime: f.datetime('计划开标时间', { from: 'tender.openTime' }),
    bidDeposit: f.money('投标保证金', { unit: '元', from: 'tender.bidDeposit', locked: 'known' }),
    controlPrice: f.money('招标控制价', { unit: '元', hint: '开标前不显示', from: 'tender.controlPrice' }),
    openTeam: f.users('开标人与监督人', { from: 'tender.openTeam' }),
    judges: f.users('评委', { from: 'tender.judges' }),
    evalLeader: f.user('评标组长', { from: 'tender.evalLeader' }),
    unitSource: f.enum('单位来源', ['合格供方名录', '公开报名资格预审', '业主推荐', '混合'], { required: true }),
    drawWay: f.enum('产生方式', ['名录内随机抽取', '按等级与业绩排序', '全部符合者', '指定'], { required: true }),
    replyDeadline: f.datetime('回复投标截止', { required: true }),
    siteVisit: f.boolean('组织现场踏勘', { default: false }),
    visitTime: f.datetime('踏勘时间', { required: true, showIf: 'siteVisit' }),
    sendWay: f.enum('发标方式', ['系统下载', '邮件加密附件', '现场领取'], { required: true }),
    letter: f.file('邀请函', { required: true }),
  },
  details: {
    units: {
      label: '受邀单位',
      fields: {
        provider: f.supplier('单位', { required: true }),
        grade: f.text('等级', { hint: '低于标段最低等级的系统不允许加入', from: 'provider.grade' }),
        providerState: f.text('库内状态', { from: 'provider.state' }),
        certExpire: f.date('最早到期资质', { from: 'provider.certExpire' }),
        lastScore: f.decimal(1, '最近履约分', { unit: '分', from: 'provider.processAvg', locked: 'known' }),
        controller: f.text('实际控制人', { from: 'provider.controller' }),
        contactMan: f.text('联系人', { required: true }),
        contactPhone: f.phone('电话', { required: true }),
        sameControl: f.boolean('与他家同一控制人', { default: false, hint: '系统按法人、股东、电话、地址比对' }),
        blocked: f.integer('不可受邀', {
          formula:
            "(grade == 'C' or grade == 'D' or providerState == '停用' or providerState == '限制' or providerState == '待准入评价' or certExpire < createdAt) * 1",
        }),
        linked: f.integer('关联单位', { formula: '(sameControl) * 1' }),
      },
    },
    receipts: {
      label: '回标登记',
      step: '回标登记',
      fields: {
        bidder: f.supplier('投标单位', { required: true }),
        receiveTime: f.datetime('收标时间', { required: true }),
        sealIntact: f.boolean('密封完好或加密有效', { required: true }),
        depositState: f.enum('保证金', ['已到账', 'A级免交', '未到账'], { required: true }),
        acceptState: f.enum('接收结果', ['接收', '逾期拒收', '未密封拒收', '保证金未到拒收'], {
          required: true,
          hint: '收标时间晚于截标时间系统自动拒收',
        }),
        accepted: f.integer('有效回标', {
          formula: "(acceptState == '接收' and sealIntact and depositState != '未到账') * 1",
        }),
        wrongAccept: f.integer('误接收', {
          formula: "(acceptState == '接收' and (not sealIntact or depositState == '未到账')) * 1",
        }),
      },
    },
    quotes: {
      label: '唱标记录',
      step: '开标',
      fields: {
        quoteUnit: f.supplier('投标单位', { required: true }),
        quotePrice: f.money('投标报价', {
          required: true,
          unit: '元',
          min: 0,
          hint: '密文提交，开标人与监督人都确认后才解密',
        }),
        quoteDays: f.integer('承诺工期或交货期', { required: true, unit: '天', min: 1 }),
        quoteWarranty: f.integer('承诺质保', { required: true, unit: '月', min: 0 }),
        quoteState: f.enum('有效性', ['有效', '超控制价否决', '未实质响应否决', '报价异常否决'], { required: true }),
        validCount: f.integer('有效数', { formula: "(quoteState == '有效') * 1" }),
        validPrice: f.money('有效报价', { formula: "(quoteState == '有效') * quotePrice" }),
      },
    },
    marks: {
      label: '评委打分',
      step: '评委打分',
      fields: {
        judge: f.user('评委', { required: true, hint: '评委各打各的，汇总前互不可见' }),
        markUnit: f.supplier('投标单位', { required: true }),
        techMark: f.decimal(1, '技术分', { required: true, unit: '分', min: 0, max: 100 }),
        bizMark: f.decimal(1, '商务分', { required: true, unit: '分', min: 0, max: 100 }),
        markNote: f.text('评审意见', { required: true }),
      },
    },
    rankings: {
      label: '评标汇总',
      step: '评标汇总',
      fields: {
        rankUnit: f.supplier('投标单位', { required: true }),
        rankPrice: f.money('评标价', { required: true, unit: '元', min: 0 }),
        basePrice: f.money('基准价', { required: true, unit: '元', min: 0, hint: '有效报价算术平均，系统带出' }),
        weightMark: f.decimal(1, '价格满分', { required: true, unit: '分', min: 0, max: 100 }),
        otherMark: f.decimal(2, '技术商务均分', {
          required: true,
          unit: '分',
          min: 0,
          max: 100,
          hint: '去掉最高最低后平均',
        }),
        priceMark: f.decimal(2, '价格分', {
          unit: '分',
          formula:
            'weightMark - (rankPrice > basePrice) * (rankPrice - basePrice) / basePrice * 100 - (rankPrice < basePrice) * (basePrice - rankPrice) / basePrice * 50',
        }),
        finalMark: f.decimal(2, '总分', {
          unit: '分',
          formula:
            'otherMark + weightMark - (rankPrice > basePrice) * (rankPrice - basePrice) / basePrice * 100 - (rankPrice < basePrice) * (basePrice - rankPrice) / basePrice * 50',
        }),
        rank: f.integer('名次', { required: true, min: 1 }),
      },
    },
  },
  computed: {
    unitCount: f.integer('受邀家数', { unit: '家', formula: 'count(units)' }),
    blockedCount: f.integer('不可受邀家数', { unit: '家', formula: 'sum(units.blocked)' }),
    acceptedCount: f.integer('有效回标家数', { unit: '家', formula: 'sum(receipts.accepted)' }),
    validTotal: f.integer('有效投标家数', { unit: '家', formula: 'sum(quotes.validCount)' }),
    averagePrice: f.money('评标基准价', { unit: '元', formula: 'sum(quotes.validPrice) / sum(quotes.validCount)' }),
    saveAmount: f.money('较控制价节约', { unit: '元', formula: '(awardAmount > 0) * (controlPrice - awardAmount)' }),
    saveRate: f.percent('节约率', { formula: 'saveAmount / controlPrice * 100' }),
  },
  steps: [
    {
      name: '技术总监核资格',
      by: 'role(technicalDirector)',
      fields: {
        qualifyOpinion: f.textarea('资格审查意见', { required: true }),
      },
    },
    { name: '总经理批名单', by: 'role(generalManager)', when: "controlPrice >= 500000 or drawWay == '指定'" },
    {
      name: '回标登记',
      by: 'applicant',
      fields: {
        closeTime: f.datetime('实际截标时间', { required: true }),
        failed: f.boolean('流标', { default: false }),
        failHandle: f.enum('流标处理', ['重新招标', '转竞争性谈判', '转单一来源报批', '取消'], {
          required: true,
          showIf: 'failed',
        }),
      },
    },
    {
      name: '开标',
      by: 'field(openTeam)',
      mode: 'all',
      when: 'not failed',
      fields: {
        actualOpenTime: f.datetime('实际开标时间', { required: true }),
        openRecord: f.files('开标记录表', { required: true }),
        openSign: f.signature('开标人签名', { required: true }),
        superviseSign: f.signature('监督人签名', { required: true }),
      },
    },
    { name: '评委打分', by: 'field(judges)', mode: 'all', when: 'not failed' },
    {
      name: '评标汇总',
      by: 'field(evalLeader)',
      when: 'not failed',
      fields: {
        firstUnit: f.supplier('第一候选人', { required: true }),
        secondUnit: f.supplier('第二候选人'),
        evalReport: f.files('评标报告', { required: true }),
      },
    },
    {
      name: '定标',
      by: 'role(generalManager)',
      when: 'not failed',
      final: true,
      fields: {
        awardUnit: f.supplier('中标单位', { required: true }),
        awardAmount: f.money('中标金额', { required: true, unit: '元', min: 0 }),
        changeReason: f.textarea('未选第一候选人理由', { required: true, showIf: 'awardUnit != firstUnit' }),
        awardDate: f.date('定标日期', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'tender',
      'tenderMode',
      'unitCount',
      'bidDeadline',
      'actualOpenTime',
      'acceptedCount',
      'validTotal',
      'averagePrice',
      'awardUnit',
      'awardAmount',
      'saveAmount',
      'saveRate',
      'status',
    ],
    filters: ['project', 'tenderMode', 'awardUnit', 'actualOpenTime', 'awardDate', 'status'],
    sum: ['awardAmount', 'saveAmount'],
  },
  rules: [
    { if: "tenderMode != '单一来源' and unitCount < 3", error: '受邀单位不得少于3家' },
    { if: 'blockedCount > 0', error: '名单中有C级、D级、受限、待准入或资质过期单位，不得受邀' },
    { if: 'sum(units.linked) > 0', error: '同一控制人的单位不得同时受邀' },
    { if: 'closeTime < bidDeadline', error: '未到截标时间不能截标' },
    { if: 'sum(receipts.wrongAccept) > 0', error: '未密封或保证金未到的投标不得接收' },
    {
      if: "closeTime and acceptedCount < 3 and not failed and tenderMode != '单一来源' and tenderMode != '竞争性谈判'",
      error: '有效回标不足3家，应作流标处理',
    },
    { if: 'actualOpenTime < planOpenTime or actualOpenTime < closeTime', error: '未到开标时间不得开标' },
    { if: 'actualOpenTime and count(quotes) > acceptedCount', error: '唱标家数不能超过有效回标家数' },
    { if: 'awardAmount > controlPrice', error: '中标金额不得超过控制价' },
  ],
  print: 'A4',
  reports: ['projectList', 'engineerInfoList', 'serviceProviderList'],
});
