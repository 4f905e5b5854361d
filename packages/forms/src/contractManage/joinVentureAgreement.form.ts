import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { noticeDays, secrecy } from './terms.ts';

/** 与合作方合资设立能源服务公司或增资入股，约定出资、治理、分红和退出 */
export const joinVentureAgreement = defineForm({
  id: 'joinVentureAgreement',
  purpose: '与合作方合资设立能源服务公司或增资入股，约定出资、治理、分红和退出',
  links: { consultProject: f.ref('consultProject', '咨询项目') },
  serial: 'HZXY-{yyyy}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    ventureName: f.text('合资公司名称', { required: true }),
    ventureForm: f.enum('合作形式', ['新设有限公司', '增资入股', '受让股权', '有限合伙', '项目公司SPV'], {
      required: true,
    }),
    investReview: f.ref('projectInvestReview', '投资评审单', { required: true }),
    reviewState: f.text('评审状态', { from: 'investReview.reviewState', locked: true }),
    regCapital: f.money('注册资本', { required: true, unit: '元', min: 0 }),
    regAddress: f.text('注册地', { required: true }),
    businessScope: f.textarea('经营范围', { required: true }),
    ventureYears: f.integer('经营期限', { required: true, unit: '年', min: 1, max: 50 }),
    controlKind: f.enum('控制方式', ['控股并表', '共同控制', '参股'], { required: true }),
    boardSeats: f.integer('董事席位', { required: true, unit: '席', min: 1, max: 13 }),
    ourSeats: f.integer('我方董事席位', { required: true, unit: '席', min: 0 }),
    keyPosts: f.multiEnum('我方派出岗位', ['董事长', '总经理', '财务负责人', '运营负责人', '监事']),
    vetoItems: f.textarea('一票否决事项', { hint: '增减资、对外担保、关联交易、处置能源站资产' }),
    profitRule: f.enum('利润分配', ['按实缴出资', '优先回报后按出资', '固定回报加超额分成'], { required: true }),
    priorReturn: f.percent('优先回报率', { required: true, min: 0, max: 20, showIf: "profitRule != '按实缴出资'" }),
    exitWays: f.multiEnum('退出方式', ['对方回购', '股权转让', '减资', '清算', '上市退出'], { required: true }),
    buybackRate: f.percent('回购年化收益率', { min: 0, max: 20 }),
    operateRight: f.enum('能源站运营权归属', ['我方独家运营', '合资公司自营', '合作方运营'], { required: true }),
    nonCompeteYears: f.integer('竞业限制年限', { unit: '年', min: 0, max: 10 }),
    noticeDays,
    secrecy,
    draftText: f.files('协议与章程草案', { required: true }),
  },
  details: {
    parties: {
      label: '股东与出资',
      fields: {
        partyName: f.text('股东', { required: true }),
        partySide: f.enum('归属', ['我方', '合作方'], { required: true }),
        creditCode: f.text('统一社会信用代码', { required: true }),
        capitalForm: f.enum('出资方式', ['货币', '设备实物', '技术作价', '土地房产', '股权'], { required: true }),
        subscribed: f.money('认缴额', { required: true, unit: '元', min: 0 }),
        ratio: f.percent('持股比例', { required: true, min: 0, max: 100 }),
        ourSubscribed: f.money('我方认缴', { formula: "(partySide == '我方') * subscribed" }),
        ourRatio: f.percent('我方持股', { formula: "(partySide == '我方') * ratio" }),
        nonCash: f.money('非货币出资', { formula: "(capitalForm != '货币') * subscribed" }),
      },
    },
    instalments: {
      label: '我方实缴计划',
      fields: {
        batchNo: f.integer('期次', { required: true, min: 1 }),
        payDeadline: f.date('缴付期限', { required: true }),
        payAmount: f.money('缴付金额', { required: true, unit: '元', min: 0 }),
        payCondition: f.text('缴付前提', { required: true }),
      },
    },
  },
  computed: {
    subscribedTotal: f.money('认缴合计', { unit: '元', formula: 'sum(parties.subscribed)' }),
    ourTotal: f.money('我方认缴合计', { unit: '元', formula: 'sum(parties.ourSubscribed)', capital: true }),
    ratioTotal: f.percent('持股比例合计', { formula: 'sum(parties.ratio)' }),
    ourRatioTotal: f.percent('我方持股比例', { formula: 'sum(parties.ourRatio)' }),
    nonCashRate: f.percent('非货币出资占比', { formula: 'sum(parties.nonCash) / regCapital * 100' }),
    planTotal: f.money('实缴计划合计', { unit: '元', formula: 'sum(instalments.payAmount)' }),
  },
  steps: [
    {
      name: '法务审核',
      by: 'role(legal)',
      fields: {
        legalOpinion: f.textarea('法律意见', { required: true }),
        antitrust: f.boolean('需经营者集中申报', { default: false }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      fields: {
        mergeOpinion: f.textarea('并表与税务意见', { required: true }),
        appraisal: f.files('非货币资产评估报告', { required: true, showIf: 'nonCashRate > 0' }),
      },
    },
    { name: 'EMC总监审核', by: 'role(emcDirector)' },
    { name: '总经理审批', by: 'role(generalManager)' },
    {
      name: '签署归档',
      by: 'applicant',
      final: true,
      fields: {
        signDate: f.date('签署日期', { required: true }),
        signedFile: f.files('签署件', { required: true }),
        ventureCode: f.text('合资公司信用代码'),
        licenseDate: f.date('营业执照日期'),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'consultProject',
      'ventureName',
      'ventureForm',
      'regCapital',
      'ourTotal',
      'ourRatioTotal',
      'controlKind',
      'operateRight',
      'signDate',
      'applicant',
      'status',
    ],
    filters: ['ventureForm', 'controlKind', 'operateRight', 'signDate', 'status'],
    sum: ['regCapital', 'ourTotal', 'planTotal'],
  },
  rules: [
    {
      if: "reviewState == '未同意' or reviewState == '已失效'",
      error: '该投资评审未同意或已过有效期，请重新评审',
      at: 'investReview',
    },
    { if: 'ratioTotal != 100', error: '股东持股比例合计必须为100%' },
    { if: 'subscribedTotal != regCapital', error: '认缴合计必须等于注册资本' },
    { if: 'planTotal != ourTotal', error: '我方实缴计划合计必须等于我方认缴额' },
    { if: 'ourSeats > boardSeats', error: '我方董事席位不能超过董事总席位' },
    {
      if: "controlKind == '控股并表' and (ourRatioTotal <= 50 or ourSeats * 2 <= boardSeats)",
      error: '控股并表须持股过半且董事席位过半',
    },
    { if: 'nonCashRate > 70', error: '非货币出资不得超过注册资本的70%' },
  ],
  onApproved: [
    'joinVentureAgreement.ledger',
    'joinVentureAgreement.equity',
    'joinVentureAgreement.payIn',
    'joinVentureAgreement.subsidiary',
  ],
  print: 'A4',
  reports: ['contractManage/contractList', 'otherContractList', 'businessAnalysis'],
});
