/** What is on file about one supplier: how it was judged, its papers, accounts and fines, and what was noted of it. Parts of its drawer in the library. */
import { COMMENTED } from '@hengneng/core';
import { defineView, f } from '@hengneng/form-kit';
import { suppliers } from './suppliers.views.ts';

const { screen } = suppliers;
const calls = (name: string) => ({ index: `/srmapi/Provider/${name}`, export: `/srmapi/Provider/Export${name}` });

export const supplierEvaluations = defineView({
  id: 'supplierEvaluations',
  title: '服务商评价记录',
  purpose: '每次准入、过程、综合评价与年度评审的得分、结论和等级变化',
  screen,
  calls: { index: '/srmapi/ProviderEvaluation/GetPage', export: '/srmapi/ProviderEvaluation/Export' },
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    evaluatedOn: f.date('日期', { required: true }),
    kind: f.text('类别'),
    project: f.project('项目'),
    contract: f.text('合同'),
    node: f.text('节点'),
    score: f.decimal(1, '得分', { unit: '分' }),
    result: f.text('结论'),
    grades: f.text('等级变化'),
    evaluator: f.user('评价人'),
    /** The record that it comes from. */
    module: f.text('来源模块'),
    record: f.text('来源单据'),
  },
  list: {
    columns: ['evaluatedOn', 'kind', 'project', 'contract', 'node', 'score', 'result', 'grades', 'evaluator'],
    carries: ['module', 'record'],
    filters: ['supplier', 'kind', 'project', 'evaluatedOn'],
  },
  charts: {
    scores: {
      label: '履约得分',
      kind: 'line',
      by: 'evaluatedOn',
      series: { score: f.decimal(1, '过程得分', { unit: '分' }) },
    },
  },
});

export const supplierPapers = defineView({
  id: 'supplierPapers',
  title: '资质证照',
  purpose: '服务商的资质证照与有效期',
  screen,
  calls: calls('Papers'),
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    kind: f.text('证照', { required: true }),
    certNo: f.text('证号'),
    level: f.text('等级'),
    expiresOn: f.date('有效期至'),
    state: f.enum('状态', ['已过期', '30天内到期', '90天内到期', '有效', '长期', '已换证'], { required: true }),
  },
  list: {
    columns: ['kind', 'certNo', 'level', 'expiresOn', 'state'],
    filters: ['supplier', 'state', 'expiresOn'],
  },
});

export const supplierAccounts = defineView({
  id: 'supplierAccounts',
  title: '收款账户',
  purpose: '经财务电话核实的收款账户，只显示末四位；变更未核实前付款仍用原账户',
  screen,
  calls: calls('Accounts'),
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    bankName: f.text('开户行', { required: true }),
    tail: f.text('账号末四位', { required: true }),
    verifiedOn: f.date('核实日期'),
    current: f.boolean('在用'),
  },
  list: { columns: ['bankName', 'tail', 'verifiedOn', 'current'], filters: ['supplier', 'verifiedOn'] },
});

export const supplierFines = defineView({
  id: 'supplierFines',
  title: '罚款与扣款',
  purpose: '对该单位的罚款、违约金和扣款；已确认的在付款申请中扣清',
  screen,
  calls: calls('Fines'),
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    happenedOn: f.date('发生日期', { required: true }),
    kind: f.text('类别', { required: true }),
    project: f.project('项目'),
    contract: f.text('合同'),
    amount: f.money('金额', { unit: '元' }),
    reason: f.text('事由'),
    state: f.enum('状态', ['待确认', '已确认'], { required: true }),
  },
  list: {
    columns: ['happenedOn', 'kind', 'project', 'contract', 'amount', 'reason', 'state'],
    filters: ['supplier', 'project', 'state', 'happenedOn'],
    sum: ['amount'],
  },
});

export const supplierComments = defineView({
  id: 'supplierComments',
  title: '评论',
  purpose: '内部对该单位的评论，不发服务商',
  screen,
  calls: { index: '/srmapi/SRMComment/GetPage', export: '/srmapi/SRMComment/Export' },
  asks: {
    objectType: f.enum('对象类别', COMMENTED, { default: '服务商' }),
    objectId: f.supplier('对象', { required: true }),
  },
  columns: {
    author: f.user('评论人', { required: true }),
    writtenAt: f.datetime('时间', { required: true }),
    content: f.textarea('内容', { required: true }),
    files: f.files('附件'),
  },
  list: {
    columns: ['author', 'writtenAt', 'content'],
    carries: ['files'],
    filters: ['author', 'writtenAt'],
  },
});
