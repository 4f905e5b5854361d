/** Charging: what keeps a fen from being lost, taken twice or owed by nobody. */
import type { Mutant } from './mutant.ts';

const rules = (file: string): string => `packages/charging/src/${file}`;
const server = (file: string): string => `apps/server/src/modules/charging/${file}`;
const WIRE = server('cashier/cashier.http.test.ts');
const MONITORS = server('ledger/monitors.ts');
const MODEL = server('cashier/ledger-model.http.test.ts');

type Break = readonly [id: string, file: string, from: string, to: string];
const noticedBy = (test: string, breaks: readonly Break[]): readonly Mutant[] =>
  breaks.map(([id, file, from, to]) => ({ id: `charging-${id}`, file, from, to, tests: [test] }));

export const chargingMutants: readonly Mutant[] = [
  ...noticedBy(rules('charging.test.ts'), [
    ['penalty-rounding', rules('penalty.ts'), 'round(0, Big.roundHalfUp)', 'round(0, Big.roundDown)'],
    ['penalty-grace', rules('penalty.ts'), 'owed.graceDays + 1', 'owed.graceDays'],
    ['penalty-cap', rules('penalty.ts'), 'sum.gt(cap) ? cap : sum', 'sum'],
    ['newest-first', rules('settle.ts'), 'a.dueDay < b.dueDay ? -1 : 1', 'a.dueDay < b.dueDay ? 1 : -1'],
    ['more-than-owed', rules('settle.ts'), 'smaller(rest - first, penaltyFirst ? principal : penalty)', 'rest - first'],
  ]),
  ...noticedBy(rules('line.test.ts'), [
    ['line-rounded-down', rules('line.ts'), '(top + bottom) / (2n * bottom)', 'top / (2n * bottom)'],
    // A fen is lost, or made, where somebody else pays from a day on.
    [
      'parts-each-for-itself',
      rules('line.ts'),
      'if (before === null || !samePrice(before, first)) [soFar',
      'if (fenSoFar >= 0n) [soFar',
    ],
    ['price-of-before-goes-on', rules('line.ts'), '!samePrice(before, first)) [soFar', 'false) [soFar'],
  ]),
  ...noticedBy(rules('household.test.ts'), [
    [
      'statement-penalty-owed',
      rules('household.ts'),
      'if (side.kind === PENALTY) return { penalty: amount };',
      'if (side.kind === PENALTY) return { settled: amount };',
    ],
    [
      'statement-first-day',
      rules('household.ts'),
      'transfers.filter(({ day }) => day < from)',
      'transfers.filter(({ day }) => day <= from)',
    ],
    [
      'statement-let-off-charged',
      rules('household.ts'),
      'if (LET_OFF.has(other.kind)) return { reduced: amount };',
      '',
    ],
  ]),
  ...noticedBy(rules('statement.test.ts'), [
    ['channel-sums-as-lines', rules('statement.ts'), "if (ENDS.test(bare(texts[0] ?? ''))) break;", ''],
    [
      'channel-refund-number',
      rules('statement.ts'),
      "const refNo = refund === '' ? number : refund;",
      'const refNo = number;',
    ],
  ]),
  ...noticedBy(server('income/income.http.test.ts'), [
    ['taken-apart-put-together', server('income/statements.ts'), 'and not l.apart', ''],
    [
      'open-sum-lost',
      server('ledger/open-sums.ts'),
      'set open = open_sum.open + excluded.open',
      'set open = excluded.open',
    ],
    ['file-twice', server('income/statement-files.ts'), 'await demandNew(tx, of.hash);', ''],
    ['undone-was-never', server('bills/reduce.ts'), ', undone_on = ${of.day}::date', ''],
    [
      'shared-file-lumped',
      server('income/statement-files.ts'),
      "where t.ref_no = coalesce(nullif(x.of_ref, ''), x.ref_no)",
      'where false',
    ],
    [
      'shared-line-left-behind',
      server('income/statements.ts'),
      "set state = '平', community_id = paired.community_id",
      "set state = '平'",
    ],
  ]),
  ...noticedBy(server('income/income-split.http.test.ts'), [
    ['split-uneven', server('income/statement-acts.ts'), 'if (sum !== BigInt(one.amount))', 'if (sum === 0n)'],
    [
      'split-half-undone',
      server('income/statement-acts.ts'),
      'const lines = [id, ...rows.map((row) => row.id)];',
      'const lines = [id];',
    ],
    [
      'split-unasked',
      server('income/match-options.ts'),
      '(addingUp(theirs.slice(0, MOST_TOGETHER), whole) ?? [])',
      '[]',
    ],
  ]),
  ...noticedBy(server('income/take-line.http.test.ts'), [
    [
      'line-of-a-receipt',
      server('income/take-line.ts'),
      'if (receipted !== undefined)',
      'if (receipted?.stands === "")',
    ],
    ['line-waits-not', server('cashier/reverse.ts'), "state = '待查', note = ''", "note = ''"],
    [
      'line-file-gone',
      server('income/statement-files.ts'),
      'if ((taken[0]?.n ?? 0) > 0)',
      'if ((taken[0]?.n ?? 0) < 0)',
    ],
    ['line-penalty-to-today', server('owed/index.ts'), 'coalesce(a.value_day, a.day) as day', 'a.day'],
    ['line-taken-back-counts', server('cashier/reverse.ts'), '${day}::date, x.value_day', '${day}::date, null::date'],
    ['line-into-closed-day', server('income/take-line.ts'), 'if (rows[0]?.late !== true) return', 'return'],
    [
      'line-into-closed-today',
      server('income/take-line.ts'),
      "  await demandOpenDay(tx, communityId, now, '收作缴费');\n",
      '',
    ],
  ]),
  ...noticedBy(server('cashier/charge-rooms.http.test.ts'), [
    [
      'rooms-bill-of-another',
      server('cashier/charge-rooms.ts'),
      'owed.filter(({ roomId }) => roomId === of.roomId)',
      'owed',
    ],
    ['rooms-one-number', server('cashier/plan.ts'), "tender.refNo === '' || used === 1", 'used > 0'],
    ['rooms-change-lost', server('cashier/plan.ts'), '{ ...of, fen: of.fen + change }', 'of'],
  ]),
  ...noticedBy(server('cashier/approvals.http.test.ts'), [
    [
      'rest-without-approval',
      server('cashier/approvals.ts'),
      'if (toPrepaid >= LARGE_SUMS.预存)',
      'if (toPrepaid < 0n)',
    ],
    ['extra-without-bound', server('cashier/extra.ts'), 'if (amount > MOST_AT_ONCE)', 'if (amount < 0n)'],
    ['unpaid-deposit-held', server('cashier/read.ts'), 'balances.deposit - unpaid', 'balances.deposit'],
  ]),
  ...noticedBy(server('bills/bills.http.test.ts'), [
    ['run-beside-its-making', server('bills/before.ts'), "state !== '待审核'", "state !== ''"],
  ]),
  ...noticedBy(server('registry/room-cells.http.test.ts'), [
    [
      'cell-over-another',
      server('registry/room-cells.ts'),
      'if (seen.version !== of.version)',
      'if (seen.version < 0)',
    ],
    [
      'cell-reason-kept',
      server('registry/room-cells.ts'),
      "if (others && of.areaNote === undefined) after.areaNote = '';",
      '',
    ],
  ]),
  ...noticedBy(server('statement/statement-plan.db.test.ts'), [
    ['statement-reads-whole', server('statement/read.ts'), "'enable_seqscan', 'off'", "'enable_seqscan', 'on'"],
  ]),
  ...noticedBy(server('registry/spelled.http.test.ts'), [
    ['spelled-never', server('registry/spelled.ts'), "where pinyin = '' and", 'where false and'],
  ]),
  ...noticedBy(server('income/review.http.test.ts'), [
    ['adjusted-and-kept', server('bills/reduce.ts'), 'if (over > 0n) await keep(tx, bill, { ...of, fen: over });', ''],
    [
      'reviewed-let-off',
      server('bills/requests.ts'),
      'if ((await reviewedMonth(tx, bill.communityId, bill.period)) !== later)',
      'if (false)',
    ],
    [
      'prepayment-wants-closing',
      server('cashier/shifts.ts'),
      "t.payment_id = p.id and t.kind <> '预存')",
      't.payment_id = p.id)',
    ],
    [
      'later-charge-of-any-month',
      server('bills/later.ts'),
      'if (!(await reviewedMonth(tx, bill.community, bill.period)))',
      'if (false)',
    ],
    [
      'later-charge-untaxed',
      server('bills/later.ts'),
      '${taxIn(sql`${String(of.fen)}::bigint`, sql`f.tax_rate`)}',
      '0',
    ],
    ['later-charge-besides', server('ledger/open-sums.ts'), "'期初', '补收')", "'期初')"],
  ]),
  // Each monitor with its question taken out: what it is there for goes by.
  ...noticedBy(server('ledger/monitors.db.test.ts'), [
    ['blind-I1', MONITORS, 'having sum(f.folded) <> 0', 'having false'],
    ['blind-I2', MONITORS, 'and f.kept and f.balance <> f.folded', 'and false'],
    ['blind-I3-rooms', MONITORS, 'and coalesce(a.balance, 0) <> coalesce(b.open, 0)', 'and false'],
    ['blind-I3-sums', MONITORS, 'having sum(s.open) <> 0', 'having false'],
    ['blind-I4-given', MONITORS, 'p.amount <> coalesce(a.sum, 0) + p.to_prepay or ', ''],
    ['blind-I4-tendered', MONITORS, ' or coalesce(t.sum, 0) <> p.amount + p.change_amount', ''],
    ['blind-I5-bills', MONITORS, 'b.settled >= 0 and b.reduced >= 0 and b.settled + b.reduced <= b.amount', 'true'],
    ['blind-I5-ahead', MONITORS, 'and a.balance > 0', 'and false'],
    ['blind-I6-bills', MONITORS, 'o.amount + sum(r.amount) <> 0', 'false'],
    ['blind-I6-standing', MONITORS, "bool_or(o.state <> '已红冲')", 'false'],
    ['blind-I6-journals', MONITORS, 'and a.s is distinct from b.s', 'and false'],
    ['blind-I7', MONITORS, 'group by p.request_id having count(*) > 1', 'group by p.request_id having false'],
    ['blind-I8', MONITORS, 'and p.made_at > s.closed_at', 'and false'],
    ['blind-I9', MONITORS, 'b.part having count(*) > 1', 'b.part having false'],
    [
      'account-of-another-community',
      server('ledger/post.ts'),
      'x.community_id = ${communityId}::bigint and x.kind = ${kind} and x.ref = ${ref}',
      'x.kind = ${kind} and x.ref = ${ref}',
    ],
  ]),
  ...noticedBy(rules('share.test.ts'), [
    ['share-smallest-remainder', 'packages/core/src/money.ts', 'a.rest > b.rest ? -1 : 1', 'a.rest > b.rest ? 1 : -1'],
    ['share-leftover-lost', 'packages/core/src/money.ts', 'share.fen += 1n;', ''],
    ['share-by-charge', rules('share.ts'), '({ roomId }) => roomId', '({ id }) => id'],
  ]),
  ...noticedBy(server('cashier/cashier.http.test.ts'), [
    [
      'paid-and-taken-back-lost',
      server('bills/reverse.ts'),
      "{ debit: owed, credit: { kind: '预存', ref: bill.room } as const, fen: settled, billId: bill.id },",
      '',
    ],
  ]),
  ...noticedBy(server('bills/bills.http.test.ts'), [
    ['own-request-agreed', server('bills/requests.ts'), 'if (request.made_by === ctx.session.userId)', 'if (false)'],
    ['passed-untold', server('bill-state.ts'), "g.state = '待发布'", "g.state = '已退回'"],
    ['released-open-unnoted', server('bills/review.ts'), 'sum(amount - reduced - settled) from r', '0 from r'],
  ]),
  ...noticedBy(server('bills/use.http.test.ts'), [
    ['shares-forgotten', server('bills/run.ts'), 'await keepShares(tx, run, who.userId, preview.pools);', ''],
    ['doubtful-day-billed', server('bills/use.ts'), 'and m.doubtful = 0', ''],
    [
      'planned-by-nobody',
      server('bills/timed.ts'),
      "session === null || !holds(session, AUDIT_PAGE, 'edit')",
      'session === null',
    ],
  ]),
  ...noticedBy(rules('formula.test.ts'), [
    ['formula-rounding', rules('formula.ts'), '(2n * over * scale + under)', '(2n * over * scale)'],
    ['formula-nought', rules('formula.ts'), 'b.over === 0n ? null :', 'b.over === 0n ? a :'],
  ]),
  ...noticedBy(rules('tiers.test.ts'), [
    ['tiers-year', rules('tiers.ts'), 'one.late ? at(from).minus(at(places[turned] ?? Big(0))) :', ''],
  ]),
  ...noticedBy(server('bills/lines.db.test.ts'), [
    [
      'formula-sql-nought',
      server('bills/formula.ts'),
      'sql`nullif(${both(a.under, b.over)}, 0)`',
      'both(a.under, b.over)',
    ],
    [
      'line-sql-rounded-down',
      server('bills/lines.ts'),
      '(div(200 * yuan * so_far + over, 2 * over) -',
      '(div(200 * yuan * so_far, 2 * over) -',
    ],
    [
      'billed-again',
      server('bills/lines.ts'),
      "r.state <> '停用' and ${scope.again ? sql`true` : sql`not ${billed}`}",
      "r.state <> '停用'",
    ],
    [
      'begun-from-what-has-changed',
      server('bills/preview-kept.ts'),
      'kept === undefined || kept.ground !== (await groundOf(tx, of))',
      'kept === undefined',
    ],
    [
      'worked-out-ahead-made-twice',
      server('bills/run.ts'),
      ' && run.done === at) await makeBills',
      ') await makeBills',
    ],
    [
      'tiers-sql-year',
      server('bills/lines.ts'),
      'when late then round(quantity * group_from / den, 4) - round(quantity * turned / den, 4)',
      '',
    ],
  ]),
  ...noticedBy(server('registry/changes.http.test.ts'), [
    [
      'deposit-stays-behind',
      server('registry/room-merge.ts'),
      'if (held.deposit > 0n) deposits.push({ room: room.id, amount: held.deposit });',
      '',
    ],
    [
      'debt-stays-behind',
      server('registry/room-merge.ts'),
      'set room_id = ${heir.id}::bigint where',
      'set room_id = room_id where',
    ],
    ['merged-within-billed', server('registry/room-merge.ts'), 'billedTo !== null && billedTo > of.day', 'false'],
    ['formula-untried', server('registry/bases.ts'), 'if (none !== undefined)', 'if (false)'],
  ]),
  ...noticedBy(server('suspension/suspension.http.test.ts'), [
    // Nobody was let in, and the application goes on.
    ['not-let-in-agreed', server('suspension/check.ts'), 'if (input.result === SHUT) {', 'if (false) {'],
    ['season-of-one-cycle', server('suspension/season.ts'), '{ 月: 12, 季: 4 }', '{ 月: 1, 季: 1 }'],
  ]),
  ...noticedBy(server('cashier/approvals.http.test.ts'), [
    [
      'large-sum-by-who-asked',
      server('cashier/approvals.ts'),
      "if (own) throw forbidden('不能审批自己提交的申请');",
      '',
    ],
    ['large-sum-of-any-amount', server('cashier/approvals.ts'), 'BigInt(found.amount) !== amount', 'false'],
    ['large-sum-agreed-for-ever', server('cashier/approvals.ts'), '  id === null', "  id !== ''"],
    [
      'large-sum-of-anybody',
      server('cashier/approvals.ts'),
      'and asked_by = ${ctx.session.userId}::bigint and state in',
      'and state in',
    ],
  ]),
  ...noticedBy(WIRE, [
    // Two who take the same bill no longer wait for each other.
    ['no-row-lock', server('owed/index.ts'), 'order by b.id for update of b', 'order by b.id'],
    // What is sent twice is no longer one act.
    [
      'no-number',
      'apps/server/src/platform/http/server.ts',
      'return isKey(number) ? number : undefined;',
      'return undefined;',
    ],
    ['more-than-is-open', server('cashier/charge.ts'), 'if (principal > bill.principal)', 'if (false)'],
    ['taken-back-twice', server('cashier/reverse.ts'), "if (of.state === '已红冲')", 'if (false)'],
    ['counted-shift-takes', server('cashier/take.ts'), "if (shift.state !== '开班')", 'if (false)'],
    ['told-before-counted', server('cashier/shifts.ts'), "type === '现金' && !counted ? null :", ''],
    [
      'uncounted-shift-checked',
      server('cashier/shifts.ts'),
      "if (row.state !== '待复核') throw refused('该班次尚未盘点');",
      '',
    ],
    [
      'missing-cash-as-surplus',
      server('cashier/shifts.ts'),
      '{ debit: unsettled, credit: cash, fen: -difference }',
      '{ debit: cash, credit: unsettled, fen: -difference }',
    ],
    ['deposit-as-income', server('ledger/post.ts'), "case kind when '押金' then '押金' when", 'case kind when'],
  ]),
  ...noticedBy(rules('notice.test.ts'), [
    ['long-sms', rules('notice.ts'), 'const LONG_SMS = 67', 'const LONG_SMS = 70'],
  ]),
  ...noticedBy(server('notices/notices.http.test.ts'), [
    ['told-again', server('notices/job.ts'), "if (lately && !notice.again) return skip('7天内已发过同类');", ''],
    ['dunned-before-due', server('notices/audience.ts'), 'and b.due_day < ${day}::date`', '`'],
    [
      'own-words-agreed',
      server('notices/send.ts'),
      "if (notice.madeBy === ctx.session.userId) throw forbidden('不能审核自己起草的公告');",
      '',
    ],
    ['more-than-was-asked', server('notices/read.ts'), 'least(f.paid, f.owed)', 'f.paid'],
  ]),
  ...noticedBy(server('notices/receipts.http.test.ts'), [
    ['taken-is-arrived', server('notices/job.ts'), "sender?.arrives === true ? '送达' : '已提交'", "'送达'"],
    [
      'receipt-of-anybody',
      server('notices/receipts.ts'),
      "if (!genuine(news, ways.receiptKey, ctx.now)) throw forbidden('签名不正确');",
      '',
    ],
    ['receipt-of-before', server('notices/receipts.ts'), 'and round = ${round}::integer', ''],
    ['receipt-revised', server('notices/receipts.ts'), 'and receipt_at is null', ''],
  ]),
  ...noticedBy(server('payments/payments.http.test.ts'), [
    ['another-sum-booked', server('payments/orders.ts'), 'if (told.fen !== BigInt(order.amount))', 'if (false)'],
    [
      'anybody-tells',
      server('payments/orders.ts'),
      'if (key === null || !genuine(news, key, ctx.now))',
      'if (key === null)',
    ],
    [
      'closed-and-booked',
      server('payments/orders.ts'),
      "if (order.state !== '待发送' && order.state !== '支付中') {",
      "if (order.state === '已入账') {",
    ],
    ['old-news', server('signature.ts'), 'return near && right.length', 'return right.length'],
  ]),
  ...noticedBy(server('payments/channels.http.test.ts'), [
    [
      'fen-not-back',
      server('payments/trials.ts'),
      "if (told.state !== 'refunded') {",
      "if (told.state === 'failed') {",
    ],
    [
      'installation-tells-for-all',
      server('payments/orders.ts'),
      'const key = merchant === null ? desk.key : merchant.key;',
      'const { key } = desk;',
    ],
    ['statement-of-another', server('income/statement-files.ts'), 'await demandOwnMerchant(tx, ctx, of);', ''],
  ]),
  ...noticedBy('apps/server/src/effects/chargeManage/charge.http.test.ts', [
    [
      'let-off-kept',
      server('bills/let-off.ts'),
      'if (request !== null) await undoReduction',
      'if (request === null) await undoReduction',
    ],
  ]),
  ...noticedBy(MODEL, [
    [
      'balance-one-sided',
      server('ledger/post.ts'),
      'select credit, -amount from e where credit_kept',
      'select credit, -amount from e where false',
    ],
    ['settled-forgotten', server('cashier/take.ts'), 'set settled = settled + s.principal', 'set settled = settled'],
    ['receipt-gap', server('cashier/take.ts'), 'set next_no = next_no + 1,', 'set next_no = next_no + 2,'],
    [
      'reversal-keeps-bill-paid',
      server('cashier/reverse.ts'),
      'set settled = settled + a.principal',
      'set settled = settled',
    ],
  ]),
];
