/** Bodies of requests as the pages send them. */

/** A draft of the module, with three rows, as a person would save it. */
export const draft = (n: number, project: string): Readonly<Record<string, unknown>> => ({
  project,
  workType: '加药',
  waterSystems: ['冷却水'],
  workScope: `机房第${n}台`,
  planStart: '2026-03-05T08:00:00+08:00',
  planEnd: '2026-03-05T18:00:00+08:00',
  waterVolume: '120.50',
  siteLeader: '王工',
  noticeWay: '微信',
  noticeDate: '2026-03-01',
  stopSupply: false,
  drainPoint: '回收外运',
  safetyMeasures: ['现场通风'],
  chemicals: [1, 2, 3].map((row) => ({ useSystem: '冷却水', quantity: `${row}.50`, unitPrice: '12.5000' })),
});

/** A reimbursement with a hundred rows: the largest form that people really fill in. */
export const bigDraft = (project: string): Readonly<Record<string, unknown>> => ({
  project,
  claimKind: '差旅费',
  bearer: '项目',
  costMonth: '2026-03',
  budgetMonth: '2026-03',
  overNote: '说明',
  expenses: Array.from({ length: 50 }, (_, row) => ({
    expenseDate: '2026-03-01',
    subject: '差旅费',
    expensePlace: `地点${row}`,
    expenseReason: `事由${row}`,
    expenseAmount: '120.50',
    standardAmount: '100.00',
    ticketMode: '有发票',
  })),
  invoices: Array.from({ length: 50 }, (_, row) => ({
    invoiceKind: '数电专票',
    sellerName: row === 49 ? '末行销方' : `销方${row}`,
    sellerTaxNo: `9131000000000${String(row).padStart(5, '0')}`,
    invoiceNo: `${10_000_000 + row}`,
    invoiceNet: '100.00',
    invoiceTax: '6.00',
  })),
});
