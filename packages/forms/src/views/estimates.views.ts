/** What a project was estimated at, approved, contracted and settled for; and each version's works against the version before. */
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/costQuotation/projectEstimatesDetail';
const calls = (name: string) => ({
  index: `/bpmapi/ProjectEstimatedCost/${name}`,
  export: `/bpmapi/ProjectEstimatedCost/Export${name}`,
});
const STAGES = ['方案概算', '投标概算', '签约预算', '深化调整', '竣工决算对比'] as const;
const yuan = (label: string) => f.money(label, { unit: '元' });
const tenThousands = (label: string) => f.decimal(2, label, { unit: '万元', classified: 'amount' });

export const estimateStages = defineView({
  id: 'estimateStages',
  title: '五算对比',
  purpose: '每个项目的估算、概算、批准投资、合同合计与结算合计；超批准10%的须追加投资评审',
  register: { title: '项目五算对比表', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Stages'),
  columns: {
    project: f.project('项目', { required: true }),
    rough: f.money('估算', { unit: '元', hint: '方案或投标概算的最新一版' }),
    estimate: f.money('概算', { unit: '元', hint: '签约预算或深化调整的最新一版' }),
    versions: f.integer('概算版本', { unit: '版' }),
    approved: yuan('批准投资'),
    contracted: yuan('合同合计'),
    contracts: f.integer('工程合同', { unit: '份' }),
    settled: yuan('结算合计'),
    over: f.money('超批准', { unit: '元', hint: '合同（已结算的按结算）减批准投资' }),
    overRate: f.percent('超批准率', { classified: 'amount' }),
    state: f.enum('状态', ['未批准', '批准内', '超批准', '超批准10%'], { required: true }),
  },
  list: {
    columns: [
      'project',
      'rough',
      'estimate',
      'versions',
      'approved',
      'contracted',
      'contracts',
      'settled',
      'over',
      'overRate',
      'state',
    ],
    filters: ['project', 'state'],
    sum: ['rough', 'estimate', 'approved', 'contracted', 'settled'],
  },
  figures: {
    rough: tenThousands('估算'),
    estimate: tenThousands('概算'),
    approved: tenThousands('批准投资'),
    contracted: tenThousands('合同合计'),
    settled: tenThousands('结算合计'),
  },
  charts: {
    projects: {
      label: '各项目五算',
      kind: 'bar',
      by: 'project',
      series: {
        rough: tenThousands('估算'),
        estimate: tenThousands('概算'),
        approved: tenThousands('批准投资'),
        contracted: tenThousands('合同'),
        settled: tenThousands('结算'),
      },
    },
  },
});

export const estimateWorks = defineView({
  id: 'estimateWorks',
  title: '概算明细',
  purpose: '各版概算的单位工程、工程量与单价，与对比版本的量差和价差；默认只列当前版本，与上一版对比',
  register: { title: '项目概算明细表', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Compare'),
  asks: {
    version: f.integer('版本', { hint: '不填为当前版本' }),
    against: f.integer('对比版本', { hint: '不填为上一版' }),
  },
  columns: {
    content: f.text('内容与规格', { required: true }),
    work: f.text('单位工程', { required: true }),
    project: f.project('项目'),
    stage: f.enum('概算阶段', STAGES, { required: true }),
    versionNo: f.integer('版本', { required: true }),
    unit: f.text('单位', { required: true }),
    quantity: f.decimal(3, '概算量'),
    price: f.money4('概算单价', { unit: '元' }),
    amount: yuan('概算金额'),
    againstNo: f.integer('对比版'),
    oldQuantity: f.decimal(3, '对比量'),
    oldPrice: f.money4('对比单价', { unit: '元' }),
    oldAmount: yuan('对比金额'),
    byQuantity: f.money('量差', { unit: '元', hint: '（本版量 − 对比量）× 对比单价' }),
    byPrice: f.money('价差', { unit: '元', hint: '（本版单价 − 对比单价）× 本版量' }),
    change: yuan('增减'),
    changeRate: f.percent('增减率', { classified: 'amount' }),
    mark: f.enum('变化', ['首版', '新增', '取消', '增加', '减少', '不变'], { required: true }),
    priceSource: f.text('价格来源'),
    serial: f.text('概算单号'),
    record: f.text('概算单'),
  },
  list: {
    columns: [
      'content',
      'work',
      'project',
      'stage',
      'versionNo',
      'unit',
      'quantity',
      'price',
      'amount',
      'againstNo',
      'oldQuantity',
      'oldPrice',
      'oldAmount',
      'byQuantity',
      'byPrice',
      'change',
      'changeRate',
      'mark',
      'priceSource',
      'serial',
    ],
    filters: ['project', 'stage', 'version', 'against', 'work', 'mark'],
    sum: ['amount', 'oldAmount', 'byQuantity', 'byPrice', 'change'],
    carries: ['record'],
  },
  charts: {
    works: {
      label: '单位工程',
      kind: 'bar',
      by: 'work',
      series: { amount: tenThousands('本版'), change: tenThousands('增减') },
    },
  },
});
