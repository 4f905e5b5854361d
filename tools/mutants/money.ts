/** Money and stock: never more than there is, never twice, taken back to the fen. */
import { inFile, type Mutant } from './mutant.ts';

const PLANS = ['effects/energyEfficiency/plans.http.test.ts'];
/** What a cancel of a transfer forgets, the trial of effects notices that every test server does. */
const WORKS = ['effects/works.http.test.ts'];
const BOOKS = ['effects/books/books.db.test.ts'];
const MONEY = ['effects/payment/money.http.test.ts'];
const WORKS_PAY = ['effects/engineering/pay.http.test.ts'];
const PURCHASES = ['effects/engineering/purchases.http.test.ts'];
const UPKEEP = ['effects/systemManage/upkeep.http.test.ts'];
const TOOLS = ['effects/systemManage/tools.http.test.ts'];

export const moneyMutants: readonly Mutant[] = [
  ...inFile('effects/books/budget.ts', [
    ['budget-overdrawn', 'if (!rows[0]?.enough)', 'if (false)', BOOKS],
    ['budget-lock', 'subject = ${key.subject}\n    for update`', 'subject = ${key.subject}`', BOOKS],
    ['budget-entry', "    'fund_budget_entry',\n    entries.map(", "    'fund_budget_entry',\n    [].map(", BOOKS],
    [
      'budget-release-what-was-spent',
      "if (net.column_name === 'reserved')\n      await postBudget(tx, keyOf(net), { reserved: negated(net.net) }, source",
      'await postBudget(tx, keyOf(net), { [net.column_name]: negated(net.net) }, source',
      BOOKS,
    ],
    ['budget-spend-keeps-hold', '{ reserved: negated(net.net), used: net.net }', '{ used: net.net }', BOOKS],
    [
      'budget-undo-wrong-sign',
      'entry.changes[net.column_name] = negated(net.net)',
      'entry.changes[net.column_name] = net.net',
      BOOKS,
    ],
    ['budget-hold-of-others', "e.source_id = ${except?.id ?? '0'}", 'true', BOOKS],
  ]),
  ...inFile('effects/systemManage/upkeep.ts', [
    ['upkeep-cancelled-under-its-feedback', "?.state === '已关闭')", "?.state === '无')", UPKEEP],
    ['upkeep-budget-kept', "{ reserved: minus('0', upkeep.planCost ?? '0'), used", '{ used', UPKEEP],
  ]),
  ...inFile('effects/systemManage/tools.ts', [
    ['tool-returned-that-nobody-has', 'if (sum > open) throw', 'if (false) throw', TOOLS],
  ]),
  ...inFile('effects/books/balances.ts', [
    ['balance-overdrawn', "String(error.constraint).endsWith('not_overdrawn')", 'false', BOOKS],
    ['balance-unknown-account', 'if (rows.length === 0) throw refused', 'if (false) throw refused', BOOKS],
    ['balance-settle-half', '{ [net.column_name]: `-${net.net}`, [to]: net.net }', '{ [to]: net.net }', BOOKS],
    ['balance-undo-wrong-sign', "net.net.startsWith('-') ? net.net.slice(1) : `-${net.net}`", 'net.net', BOOKS],
  ]),
  ...inFile('effects/books/invoices.ts', [
    ['invoice-twice-in-one-record', 'if (twice >= 0) throw usedAlready(twice);', '', BOOKS],
    ['invoice-held-by-another', "where invoice_register.state in ('released', 'reversed')", '', BOOKS],
    ['invoice-spelling', ".normalize('NFKC').replace(/\\s+/g, '').toUpperCase()", '', BOOKS],
    [
      'invoice-release',
      "update invoice_register set state = 'released'",
      'update invoice_register set state = state',
      BOOKS,
    ],
    [
      'invoice-tax-not-reversed',
      'select invoice_id, ${month}, -amount,',
      'select invoice_id, ${month}, amount,',
      BOOKS,
    ],
    ['invoice-tax-reversed-twice', 'and not exists (select from input_tax r where r.reverses_id = t.id)', '', BOOKS],
  ]),
  ...inFile('effects/books/loans.ts', [
    ['loan-of-another', 'and borrower = ${borrower} and voided_at', 'and voided_at', BOOKS],
    ['loan-cleared-early', 'claimed + returned = paid', 'claimed + returned > 0', BOOKS],
    ['loan-reminder-rings-on', 'r.on_day = l.due_date - ${REMIND_BEFORE}::integer and f.status', 'f.status', MONEY],
    ['loan-term-of-a-cancelled-extension', 'and x.reversed_at is null order', 'order', MONEY],
    ['loan-budget-not-given-back', "{ used: minus('0', amount) }", "{ used: '0' }", BOOKS],
  ]),
  ...inFile('effects/books/bank.ts', [
    ['bank-serial-twice', 'if (rows.length === 0) throw invalid', 'if (false) throw invalid', BOOKS],
    ['bank-reversal-same-way', "case direction when 'in' then 'out' else 'in' end", 'direction', BOOKS],
    ['bank-reversed-twice', 'and not exists (select from bank_journal r where r.reverses_id = b.id)', '', BOOKS],
  ]),
  ...inFile('effects/books/stock.ts', [
    ['stock-below-nothing', 'if (!row?.enough)', 'if (false)', BOOKS],
    ['stock-lock', 'item_id = ${key.item} for update`', 'item_id = ${key.item}`', BOOKS],
    ['stock-put-back-twice', 'and not exists (select from stock_movement r where r.reverses_id = m.id)', '', BOOKS],
  ]),
  ...inFile('effects/books/costs.ts', [
    [
      'cost-reversed-same-sign',
      'select project_code, month, account, -amount,',
      'select project_code, month, account, amount,',
      BOOKS,
    ],
    ['cost-reversed-twice', 'and not exists (select from project_cost r where r.reverses_id = c.id)', '', BOOKS],
  ]),
  ...inFile('effects/kit/effect.ts', [
    ['effect-changes-kept', 'await undoChanges(tx, source);', '', PLANS],
    ['effect-entries-kept', 'await voidEntries(tx, table, source);', 'void [table, voidEntries];', PLANS],
    ['effect-reminders-kept', 'await services.takeBack();', 'void services;', PLANS],
  ]),
  ...inFile('effects/people/jobTransfer.effect.ts', [
    ['transfer-forgets-since', 'if (!known) {', 'if (true) {', WORKS],
  ]),
  ...inFile('effects/payment/payment.effect.ts', [
    [
      'payment-other-payee',
      "if (rows.length === 0) throw invalid([{ path: 'origin'",
      "if (false) throw invalid([{ path: 'origin'",
      MONEY,
    ],
    [
      'payment-void-after-claims',
      "if (rows.length === 0) throw refused('该预付款已有冲抵或退回，不能作废');",
      '',
      MONEY,
    ],
    [
      'payment-void-after-its-tickets',
      'if (rows[0]) throw refused(`该付款已补票',
      'if (false) throw refused(`该付款已补票',
      MONEY,
    ],
  ]),
  ...inFile('effects/payment/borrowing.effect.ts', [
    ['loan-void-after-claims', "if (rows.length === 0) throw refused('该借款已有冲抵或还款，不能作废');", '', MONEY],
  ]),
  ...inFile('effects/engineering/pay-money.ts', [
    [
      'works-paid-by-who-agreed',
      'if (record.payOperator !== null && others.includes(record.payOperator))',
      'if (false)',
      WORKS_PAY,
    ],
    ['works-stage-asked-twice', "r.status = 'running' and r.id <> ${record.id}", "r.status = 'none'", WORKS_PAY],
  ]),
  ...inFile('effects/engineering/invoices.ts', [
    ['works-invoice-by-its-receiver', 'else await demandNotReceiver(tx, record);', '', WORKS_PAY],
    ['works-red-more-than-blue', 'if (left.plus(record.invoiceTotal).lt(0))', 'if (false)', WORKS_PAY],
  ]),
  ...inFile('effects/engineering/deliveries.ts', [
    [
      'works-accepted-by-who-asked',
      'if (record.checkTeam.every((person) => askers.includes(person)))',
      'if (false)',
      PURCHASES,
    ],
  ]),
];
