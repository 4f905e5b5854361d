/** 工程采购: from the application with its prices to what was sent, arrived and accepted. */
import {
  arrivedEquipment,
  payableEstimate,
  projectContract,
  purchaseOrderLine,
  siteMaterial,
  supplierEvaluation,
  supplierFine,
  supplierMail,
} from '@hengneng/forms';
import type { purchase, purchaseCheckAccept, purchaseSend } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { demandContract } from '../books/contracts.ts';
import { positive, total, totalsBy } from '../books/money.ts';
import {
  demandArrived,
  demandLines,
  demandNextBatch,
  NOTHING_YET,
  onHand,
  type OrderLine,
  orderLines,
} from '../books/site.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { demandSubProject, drawSubProject } from '../books/sub-projects.ts';
import { demandNotSuspended, demandOrderable } from '../books/suppliers.ts';
import { matchPending } from '../books/works-pay.ts';
import { effect, type Writing } from '../kit/effect.ts';

type Purchase = Recorded<typeof purchase>;
type Shipment = Recorded<typeof purchaseSend>;
type Acceptance = Recorded<typeof purchaseCheckAccept>;

const wrong = (path: string, message: string) => invalid([{ path, message }]);

/** Ways of ordering that make an order with a supplier who has no contract for it yet. */
const NEW_ORDER: readonly string[] = ['战略价订货', '询价订单'];
const ORDERED: readonly string[] = ['合同内订货', '现金零购', ...NEW_ORDER];
const THREE_QUOTES_FROM = 5000;
const QUOTES = 3;
const EQUIPMENT: readonly string[] = ['主机设备', '水泵冷却塔', '板换定压', '电气自控'];
/** Where a supplier's own rate is not known. */
const USUAL_TAX_RATE = '13';

const selected = (record: Purchase) => record.inquiries.filter((row) => row.selected === true);
const quantity = (a: string | null): string => a ?? '0';

/** Every kind of goods is ordered in full, of those who may be ordered from, and asked for widely enough. */
async function demandPrices(tx: Tx, record: Purchase): Promise<void> {
  const goods = new Set(record.lines.map((row) => row.goods));
  const stranger = record.inquiries.findIndex((row) => !goods.has(row.inquiryGoods));
  if (stranger >= 0) throw wrong(`inquiries[${stranger}].inquiryGoods`, '物料不在采购明细中');
  if (!ORDERED.includes(record.orderWay ?? '')) return;
  const need = totalsOf(
    record.lines,
    (row) => row.goods,
    (row) => row.buyQty,
  );
  const taken = totalsOf(
    selected(record),
    (row) => row.inquiryGoods,
    (row) => row.inquiryQty,
  );
  for (const [name, wanted] of need)
    if (!wanted.eq(taken.get(name) ?? 0))
      throw wrong('inquiries', `「${name}」应采${wanted.toFixed(3)}，选定了${(taken.get(name) ?? Big(0)).toFixed(3)}`);
  if (record.orderWay === '询价订单' && Number(record.purchaseTotal) >= THREE_QUOTES_FROM)
    for (const name of need.keys()) {
      const asked = record.inquiries.filter((row) => row.inquiryGoods === name).map((row) => row.inquiryProvider);
      if (new Set(asked).size < QUOTES) throw wrong('inquiries', `「${name}」至少三家供应商报价`);
    }
  if (record.orderWay === '合同内订货') await demandContractPrices(tx, record);
  if (NEW_ORDER.includes(record.orderWay ?? ''))
    for (const [supplier, amount] of totalsBy(
      selected(record),
      (row) => row.inquiryProvider,
      (row) => row.selectedAmount,
    ))
      await demandOrderable(tx, supplier, amount, 'inquiries');
}

const totalsOf = <R>(
  rows: readonly R[],
  key: (row: R) => string,
  amount: (row: R) => string | null,
): ReadonlyMap<string, Big> => {
  const sums = new Map<string, Big>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? Big(0)).plus(quantity(amount(row))));
  return sums;
};

/** Lines of a contract by goods. */
async function contractLines(tx: Tx, contract: string | null): Promise<ReadonlyMap<string, OrderLine>> {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from b_purchase_order_line where contract = ${contract} and not voided`.execute(tx);
  const lines = await orderLines(
    tx,
    rows.map((row) => row.id),
  );
  return new Map([...lines.values()].map((line) => [line.goods, line]));
}

/** Within a contract goods are bought of its supplier, at its price. */
async function demandContractPrices(tx: Tx, record: Purchase): Promise<void> {
  const known = await contractLines(tx, record.projectContract);
  for (const [index, row] of record.inquiries.entries()) {
    if (row.selected !== true) continue;
    await demandContract(
      tx,
      record.projectContract ?? '',
      { supplier: row.inquiryProvider },
      `inquiries[${index}].inquiryProvider`,
    );
    const line = known.get(row.inquiryGoods);
    if (line && !Big(line.price).eq(row.inquiryPrice))
      throw wrong(`inquiries[${index}].inquiryPrice`, `合同单价为${line.price}元，合同内订货按合同价`);
  }
}

/** Specifications that the application names for goods. */
const specOf = (record: Purchase, goods: string): string => {
  const lines = record.lines.filter((row) => row.goods === goods);
  return [...new Set(lines.map((row) => row.spec))].join('、');
};

/** An order without a contract of its own is one: what comes after it (bills, payments) goes by the book of contracts. */
async function orderContract(
  { tx, book }: Writing,
  record: Purchase,
  supplier: string,
  document: string,
  amount: string,
  today: string,
): Promise<string> {
  const { rows } = await sql<{
    rate: string | null;
  }>`select invoice_rate::text as rate from supplier where id = ${supplier}`.execute(tx);
  const [id = ''] = await book(projectContract, {
    document,
    title: `采购订单：${record.purchaseType}`,
    kind: '采购订单',
    project: record.project,
    subProject: record.subProject,
    supplier,
    amount,
    taxRate: rows[0]?.rate ?? USUAL_TAX_RATE,
    signDate: today,
    startDate: today,
    endDate: record.arriveBy,
    retentionRate: '0',
    prepayRate: '0',
    prepayOffsetRate: '0',
    state: '履行中',
  });
  return id;
}

const purchaseEffects: EffectsOf<'purchase', Purchase> = {
  'purchase.check': effect(async ({ record, tx }) => {
    await demandSubProject(tx, record.subProject, record.project);
    if (record.projectContract) await demandContract(tx, record.projectContract, { project: record.project });
  }),
  'purchase.checkPrices': effect(({ record, tx }) => demandPrices(tx, record)),
  'purchase.holdBudget': effect(async (call) => {
    const { record } = call;
    // What a contract orders was held when it was tendered or bought, what goes on to a tender is held by that.
    const amount =
      record.orderWay === '转签采购合同'
        ? record.budgetTotal
        : NEW_ORDER.includes(record.orderWay ?? '') || record.orderWay === '现金零购'
          ? record.purchaseTotal
          : null;
    if (amount === null || !positive(amount)) return;
    const { subProject, project, serial: document } = record;
    await drawSubProject(call, { subProject, project, kind: '采购占用', amount, document }, 'budgetLeft');
  }),
  'purchase.order': effect(async (call) => {
    const { record, tx, book, now } = call;
    const way = record.orderWay ?? '';
    if (way !== '合同内订货' && !NEW_ORDER.includes(way)) return;
    const known = way === '合同内订货' ? await contractLines(tx, record.projectContract) : new Map<string, OrderLine>();
    const rows = selected(record).filter((row) => !known.has(row.inquiryGoods));
    const amounts = totalsBy(
      rows,
      (row) => row.inquiryProvider,
      (row) => row.selectedAmount,
    );
    let at = 0;
    for (const [supplier, amount] of amounts) {
      at += 1;
      // Somebody may have suspended it since its price was agreed to.
      await demandNotSuspended(tx, supplier, 'inquiries', '不能再下订单，请退回采购另选供应商');
      const document = amounts.size === 1 ? record.serial : `${record.serial}-${at}`;
      const contract =
        way === '合同内订货'
          ? record.projectContract
          : await orderContract(call, record, supplier, document, amount, dayOf(now));
      await book(
        purchaseOrderLine,
        ...rows
          .filter((row) => row.inquiryProvider === supplier)
          .map((row) => ({
            document,
            project: record.project,
            subProject: record.subProject,
            supplier,
            contract,
            kind: EQUIPMENT.includes(record.purchaseType) ? ('设备' as const) : ('材料' as const),
            goods: row.inquiryGoods,
            spec: specOf(record, row.inquiryGoods),
            unitName: record.lines.find((line) => line.goods === row.inquiryGoods)?.unitName ?? '',
            orderQty: row.inquiryQty,
            price: row.inquiryPrice,
            arriveBy: record.arriveBy,
            ...NOTHING_YET,
          })),
      );
    }
  }),
  'purchase.issueStock': effect(async ({ record, tx, find, book }) => {
    for (const [index, row] of record.lines.entries()) {
      if (row.stockQty === null || !positive(row.stockQty)) continue;
      const { goods, spec } = row;
      // The entries that brought it in serialise those who take from it at the same time.
      await find(siteMaterial, { project: record.project, goods, spec });
      const there = await onHand(tx, record.project, goods, spec);
      if (Big(there).lt(row.stockQty)) throw wrong(`lines[${index}].stockQty`, `现有库存只有${there}`);
      await book(siteMaterial, {
        project: record.project,
        subProject: record.subProject,
        goods,
        spec,
        unitName: row.unitName,
        kind: '领料出库',
        quantity: `-${row.stockQty}`,
        document: record.serial,
      });
    }
  }),
  'purchase.followUp': effect(async ({ record, services }) => {
    const common = { project: record.project, subProject: record.subProject };
    const title = `工程采购${record.serial}（${record.purchaseType}）`;
    if (record.orderWay === '转招标')
      await services.draft({
        module: 'tenderApplication',
        applicant: record.applicant,
        title: `${title}转招标，请填写招标申请`,
        values: { ...common, packageName: `${record.purchaseType}采购` },
      });
    if (record.orderWay === '转签采购合同')
      await services.draft({
        module: 'purchaseContract',
        applicant: record.applicant,
        title: `${title}转签合同，请拟采购合同`,
        values: { project: record.project, purchaseApply: record.id, subject: record.purchaseType },
      });
  }),
  'purchase.chargeDuty': effect(async ({ record, book, services, now }) => {
    if (record.purchaseWhy !== '质量返工' || record.dutyParty === null || !positive(record.purchaseTotal)) return;
    await book(supplierFine, {
      supplier: record.dutyParty,
      project: record.project,
      kind: '返工采购',
      amount: record.purchaseTotal ?? '0',
      happenedOn: dayOf(now),
      reason: `${record.serial} 质量返工采购`,
      state: '待确认',
    });
    await services.todo({
      kind: '罚款确认',
      title: `返工采购${record.serial}的金额${record.purchaseTotal ?? ''}元请与责任方确认`,
      to: [],
      role: 'purchaser',
    });
  }),
};

/** Order lines that a shipment is about; their contracts. */
const linesOf = async (tx: Tx, record: Shipment): Promise<readonly OrderLine[]> => [
  ...(
    await orderLines(
      tx,
      record.goodsLines.map((row) => row.orderLine),
    )
  ).values(),
];

const shipmentLines = (record: Shipment): readonly string[] => record.goodsLines.map((row) => row.orderLine);

const shipmentEffects: EffectsOf<'purchaseSend', Shipment> = {
  'purchaseSend.check': effect(async ({ record, tx }) => {
    await demandNextBatch(tx, record);
    const sent = [...shipmentLines(record)];
    await demandLines(tx, 'goodsLines', 'orderLine', sent, {
      project: record.project,
      supplier: record.supplier,
      contract: record.projectContract,
    });
    // Whoever closes a line waits for this, and the other way round.
    await sql`select from b_purchase_order_line where id = any(${sent}::bigint[]) for share`.execute(tx);
    const { rows: closed } = await sql<{ line: string }>`
      select line::text from purchase_line_close where line = any(${sent}::bigint[])`.execute(tx);
    const over = record.goodsLines.findIndex((row) => closed.some(({ line }) => line === row.orderLine));
    if (over >= 0) throw wrong(`goodsLines[${over}].orderLine`, '该订单行的剩余已关闭，不能再发货');
    const nothing = record.goodsLines.findIndex((row) => !positive(row.sendQty));
    if (nothing >= 0) throw wrong(`goodsLines[${nothing}].sendQty`, '本次发货要大于0');
    await demandNotSuspended(tx, record.supplier, 'supplier', '在途采购已冻结，不能再发货');
  }),
  'purchaseSend.post': effect(
    async ({ record, addEntry }) => {
      const sent = new Set(shipmentLines(record));
      for (const [index, row] of record.goodsLines.entries())
        await addEntry(purchaseOrderLine, row.orderLine, { sentQty: row.sendQty }, `goodsLines[${index}].sendQty`);
      for (const [index, row] of record.arrivals.entries()) {
        if (!sent.has(row.arriveLine)) throw wrong(`arrivals[${index}].arriveLine`, '发货明细中没有这一行');
        await addEntry(
          purchaseOrderLine,
          row.arriveLine,
          { arrivedQty: row.arriveQty },
          `arrivals[${index}].arriveQty`,
        );
      }
    },
    (tx, record) => demandArrived(tx, shipmentLines(record)),
  ),
  'purchaseSend.draftAcceptance': effect(async ({ record, services }) => {
    const arrived = record.arrivals.filter((row) => positive(row.arriveQty));
    if (arrived.length === 0) return;
    await services.draft({
      module: 'purchaseCheckAccept',
      applicant: record.receiver,
      title: `发货单${record.serial}已到货，请组织开箱验收`,
      values: {
        project: record.project,
        supplier: record.supplier,
        sendBill: record.id,
        order: record.order,
        projectContract: record.projectContract,
        acceptLines: arrived.map((row) => ({
          orderLine: row.arriveLine,
          arrivedQty: row.arriveQty,
          passQty: row.arriveQty,
        })),
      },
    });
  }),
  'purchaseSend.fine': effect(async ({ record, tx, book }) => {
    if (record.lateFine === null || !positive(record.lateFine)) return;
    const [line] = await linesOf(tx, record);
    await book(supplierFine, {
      supplier: record.supplier,
      project: record.project,
      contract: record.projectContract ?? line?.contract,
      kind: '逾期违约金',
      amount: record.lateFine,
      happenedOn: dayOf(record.arriveTime ?? record.expectArrive),
      reason: `${record.serial} 逾期到货${record.lateDays ?? ''}天`,
      state: '已确认',
    });
  }),
  'purchaseSend.claim': effect(async ({ record, services }) => {
    if (!positive(record.shortTotal) && (record.damagedCount ?? 0) === 0) return;
    await services.draft({
      module: 'dailyInformation',
      applicant: record.applicant,
      title: `发货单${record.serial}短少${record.shortTotal ?? '0'}、包装异常${record.damagedCount ?? 0}项，请向供方发索赔函`,
      values: {
        project: record.project,
        category: '往来函件',
        direction: '发函',
        docName: `${record.serial}到货短少破损索赔函`,
      },
    });
  }),
  'purchaseSend.openNode': effect(async ({ record, tx, find, setEntry }) => {
    const contracts = new Set((await linesOf(tx, record)).flatMap((line) => line.contract ?? []));
    for (const id of contracts) {
      const [contract] = await find(projectContract, { id });
      if (contract && contract.arrivedOn === null)
        await setEntry(projectContract, id, { arrivedOn: dayOf(record.arriveTime ?? record.expectArrive) });
    }
  }),
};

/** Passed, or taken with a concession. */
const taken = (row: Acceptance['acceptLines'][number]): string =>
  Big(row.passQty)
    .plus(row.concessionQty ?? 0)
    .toFixed(3);
const acceptedIds = (record: Acceptance): readonly string[] => record.acceptLines.map((row) => row.orderLine);

interface Arrived {
  readonly line: string;
  readonly quantity: string;
  readonly serials: string | null;
}

/** What the shipment says came, by order line. */
async function arrivedBy(tx: Tx, shipment: string): Promise<ReadonlyMap<string, Arrived>> {
  const { rows } =
    await sql<Arrived>`select a.arrive_line::text as line, sum(a.arrive_qty)::numeric(20,3)::text as quantity,
      (select string_agg(g.serial_nos, '、') from f_purchase_send_goods_lines g
        where g.parent_id = ${shipment} and g.order_line = a.arrive_line) as serials
    from f_purchase_send_arrivals a where a.parent_id = ${shipment} group by 1, a.arrive_line`.execute(tx);
  return new Map(rows.map((row) => [row.line, row]));
}

/** Who asked for what was ordered: by an application, or by the contract. */
async function askersOf(tx: Tx, lines: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ person: string }>`select distinct i.starter::text as person from b_purchase_order_line l
    join wf_instance i on i.module_id = l.source_module and i.biz_id = l.source_id where l.id = any(${lines}::bigint[])`.execute(
    tx,
  );
  return rows.map((row) => row.person);
}

const acceptanceEffects: EffectsOf<'purchaseCheckAccept', Acceptance> = {
  'purchaseCheckAccept.check': effect(async ({ record, tx }) => {
    const { rows } = await sql<{
      project: string;
      supplier: string;
    }>`select project, supplier::text from f_purchase_send
      where id = ${record.sendBill} and status = 'approved'`.execute(tx);
    if (rows[0]?.project !== record.project || rows[0].supplier !== record.supplier)
      throw wrong('sendBill', '发货单不是所选项目和供应商的');
    await demandLines(tx, 'acceptLines', 'orderLine', acceptedIds(record), record);
    const askers = await askersOf(tx, acceptedIds(record));
    if (record.checkTeam.every((person) => askers.includes(person)))
      throw wrong('checkTeam', '验收人员须有采购申请人以外的人');
    const arrived = await arrivedBy(tx, record.sendBill);
    for (const [index, row] of record.acceptLines.entries()) {
      const there = arrived.get(row.orderLine)?.quantity ?? '0.000';
      if (!Big(there).eq(row.arrivedQty))
        throw wrong(`acceptLines[${index}].arrivedQty`, `发货单清点到货${there}，请核对`);
    }
    const checked = new Set(acceptedIds(record));
    if ([...arrived.values()].some((row) => positive(row.quantity) && !checked.has(row.line)))
      throw wrong('acceptLines', '发货单清点到货的物资都要验收');
  }),
  'purchaseCheckAccept.accept': effect(
    async (call) => {
      const { record, addEntry } = call;
      for (const row of record.acceptLines)
        await addEntry(purchaseOrderLine, row.orderLine, {
          acceptedQty: taken(row),
          acceptedAmount: row.acceptAmount ?? '0',
        });
      await matchPending(call, acceptedIds(record), { month: monthOf(record.checkDate), document: record.serial });
    },
    (tx, record) => demandArrived(tx, acceptedIds(record)),
  ),
  'purchaseCheckAccept.estimate': effect(async ({ record, tx, book }) => {
    const lines = await orderLines(tx, acceptedIds(record));
    await book(
      payableEstimate,
      ...record.acceptLines.flatMap((row) =>
        row.acceptAmount !== null && positive(row.acceptAmount)
          ? [
              {
                project: record.project,
                supplier: record.supplier,
                contract: lines.get(row.orderLine)?.contract,
                orderLine: row.orderLine,
                kind: '验收暂估' as const,
                amount: row.acceptAmount,
                month: monthOf(record.checkDate),
                document: record.serial,
              },
            ]
          : [],
      ),
    );
  }),
  'purchaseCheckAccept.stockIn': effect(async ({ record, tx, book, projectCost }) => {
    const lines = await orderLines(tx, acceptedIds(record));
    const good = record.acceptLines.filter((row) => positive(taken(row)));
    const entry = (row: (typeof good)[number]) => {
      const line = lines.get(row.orderLine);
      if (line === undefined) throw refused('采购订单行已作废');
      return {
        project: record.project,
        subProject: line.sub_project,
        goods: line.goods,
        spec: line.spec ?? '',
        unitName: line.unit_name,
        price: line.price,
        orderLine: line.id,
        slot: record.storeMode === '寄存供方' ? `寄存供方 ${record.storeSlot ?? ''}` : record.storeSlot,
        document: record.stockNo ?? record.serial,
      };
    };
    await book(
      siteMaterial,
      ...good.map((row) => ({ ...entry(row), kind: '验收入库' as const, quantity: taken(row) })),
      // What is brought to where it is installed is in use at once.
      ...(record.storeMode === '直发安装点'
        ? good.map((row) => ({ ...entry(row), kind: '领料出库' as const, quantity: `-${taken(row)}` }))
        : []),
    );
    const account = (row: (typeof good)[number]): string =>
      lines.get(row.orderLine)?.kind === '设备' ? '工程设备' : '工程材料';
    const costs = totalsBy(good, account, (row) => row.acceptAmount);
    await projectCost(
      record.project,
      monthOf(record.checkDate),
      ...[...costs].map(([name, amount]) => ({ account: name, amount })),
    );
  }),
  'purchaseCheckAccept.equipment': effect(async ({ record, tx, book }) => {
    const lines = await orderLines(tx, acceptedIds(record));
    const arrived = await arrivedBy(tx, record.sendBill);
    await book(
      arrivedEquipment,
      ...record.acceptLines.flatMap((row) => {
        const line = lines.get(row.orderLine);
        if (line?.kind !== '设备' || !positive(taken(row))) return [];
        return [
          {
            project: record.project,
            subProject: line.sub_project,
            contract: line.contract,
            supplier: record.supplier,
            orderLine: line.id,
            name: line.goods,
            model: line.spec,
            factoryNo: arrived.get(line.id)?.serials,
            maker: row.brandActual,
            quantity: taken(row),
            acceptedOn: record.checkDate,
            state: '待安装' as const,
          },
        ];
      }),
    );
  }),
  'purchaseCheckAccept.reject': effect(
    async ({ record, tx, addEntry, book }) => {
      const rejected = record.acceptLines.filter((row) => positive(row.rejectQty));
      if (rejected.length === 0) return;
      // Rejected goods are neither there nor sent, so that others may be sent instead.
      for (const row of rejected)
        await addEntry(purchaseOrderLine, row.orderLine, {
          arrivedQty: `-${row.rejectQty ?? '0'}`,
          sentQty: `-${row.rejectQty ?? '0'}`,
        });
      const { rows } = await sql<{
        name: string;
        email: string | null;
      }>`select name, email from supplier where id = ${record.supplier}`.execute(tx);
      const lines = rejected.map(
        (row, at) =>
          `${at + 1}. ${row.goods ?? ''} ${row.spec ?? ''}：拒收${row.rejectQty ?? ''}，${row.rejectWhy ?? ''}`,
      );
      await book(supplierMail, {
        supplier: record.supplier,
        address: rows[0]?.email,
        project: record.project,
        kind: '退换货通知',
        subject: `退换货通知 ${record.serial}`,
        body: `${rows[0]?.name ?? ''}：\n以下物资验收不合格，技术判定${record.judge ?? ''}，请于${record.returnDue ?? ''}前处理：\n${lines.join('\n')}`,
        state: '待发送',
      });
    },
    (tx, record) => demandArrived(tx, acceptedIds(record)),
  ),
  'purchaseCheckAccept.fine': effect(async ({ record, tx, book }) => {
    if (record.qualityFine === null || !positive(record.qualityFine)) return;
    const lines = await orderLines(tx, acceptedIds(record));
    await book(supplierFine, {
      supplier: record.supplier,
      project: record.project,
      contract: record.projectContract ?? lines.get(acceptedIds(record)[0] ?? '')?.contract,
      kind: '质量扣款',
      amount: record.qualityFine,
      happenedOn: record.checkDate,
      reason: `${record.serial} 验收拒收${total(record.acceptLines.map((row) => row.rejectQty))}`,
      state: '已确认',
    });
  }),
  'purchaseCheckAccept.rate': effect(async ({ record, book }) => {
    await book(supplierEvaluation, {
      supplier: record.supplier,
      kind: '到货验收',
      project: record.project,
      contract: record.projectContract,
      node: '一次合格率',
      evaluatedOn: record.checkDate,
      score: record.firstPassRate === null ? null : Big(record.firstPassRate).toFixed(1),
      result: record.judge ?? '合格',
    });
  }),
};

export const purchasesEffects = { ...purchaseEffects, ...shipmentEffects, ...acceptanceEffects };
