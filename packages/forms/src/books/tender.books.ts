import { defineBook, f } from '@hengneng/form-kit';

export const bid = defineBook({
  id: 'bid',
  title: '招标项目台账',
  purpose: '每个标段从立项到定标；控制价和各家报价开标后才写入',
  columns: {
    tender: f.ref('tenderApplication', '招标申请', { required: true }),
    project: f.project('项目', { required: true }),
    subProject: f.ref('subProject', '子项目'),
    packageName: f.text('标段名称', { required: true }),
    packageKind: f.text('标段类别', { required: true }),
    tenderMode: f.text('招标方式', { required: true }),
    minGrade: f.text('最低服务商等级'),
    bidDeposit: f.money('投标保证金', { unit: '元' }),
    bidDeadline: f.datetime('截标时间'),
    openTime: f.datetime('开标时间'),
    state: f.enum('状态', ['待邀标', '邀标中', '评标中', '已定标', '已签约', '流标'], { required: true }),
    controlPrice: f.money('控制价', { unit: '元' }),
    winner: f.supplier('中标单位'),
    awardAmount: f.money('中标金额', { unit: '元' }),
    awardDate: f.date('定标日期'),
    saveAmount: f.money('较控制价节约', { unit: '元' }),
    saveRate: f.percent('节约率', { unit: '%' }),
  },
  key: ['tender'],
  name: ['packageName'],
  list: {
    columns: [
      'project',
      'packageName',
      'packageKind',
      'tenderMode',
      'bidDeadline',
      'openTime',
      'state',
      'controlPrice',
      'winner',
      'awardAmount',
      'saveAmount',
      'saveRate',
    ],
    filters: ['project', 'packageKind', 'tenderMode', 'openTime', 'winner', 'state'],
    sum: ['controlPrice', 'awardAmount', 'saveAmount'],
  },
});

export const bidQuote = defineBook({
  id: 'bidQuote',
  title: '投标报价台账',
  purpose: '开标后公布的各家报价、得分与名次',
  columns: {
    bid: f.ref('bid', '标段', { required: true }),
    supplier: f.supplier('投标单位', { required: true }),
    price: f.money('投标报价', { required: true, unit: '元' }),
    days: f.integer('承诺工期或交货期', { unit: '天' }),
    warranty: f.integer('承诺质保', { unit: '月' }),
    validity: f.text('有效性', { required: true }),
    mark: f.decimal(2, '总分', { unit: '分' }),
    rank: f.integer('名次'),
    won: f.boolean('中标', { required: true }),
  },
  list: {
    columns: ['bid', 'supplier', 'price', 'days', 'warranty', 'validity', 'mark', 'rank', 'won'],
    filters: ['bid', 'supplier', 'won'],
  },
});

export const supplierDeposit = defineBook({
  id: 'supplierDeposit',
  title: '供方保证金台账',
  purpose: '收取服务商的投标、履约和安全保证金，及其退还或转作',
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    project: f.project('项目'),
    kind: f.enum('类别', ['投标保证金', '履约保证金', '安全保证金'], { required: true }),
    bid: f.ref('bid', '标段'),
    contract: f.ref('projectContract', '工程合同'),
    amount: f.money('金额', { required: true, unit: '元' }),
    state: f.enum('状态', ['在押', '待退还', '已退还', '已转履约保证金'], { required: true }),
    document: f.text('来源单号'),
  },
  list: {
    columns: ['supplier', 'project', 'kind', 'bid', 'contract', 'amount', 'state', 'document'],
    filters: ['supplier', 'project', 'kind', 'state'],
    sum: ['amount'],
  },
});
