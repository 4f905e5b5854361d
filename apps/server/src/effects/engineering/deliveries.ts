/** 工程采购 after the order: what was sent, what arrived, what was accepted. */
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
import type { purchaseCheckAccept, purchaseSend } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { positive, total, totalsBy } from '../books/money.ts';
import { demandArrived, demandLines, demandNextBatch, type OrderLine, orderLines } from '../books/site.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { demandNotSuspended } from '../books/suppliers.ts';
import { matchPending } from '../books/works-pay.ts';
import { effect } from '../kit/effect.ts';

type Shipment = Recorded<typeof purchaseSend>;
type Acceptance = Recorded<typeof purchaseCheckAccept>;

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

export const shipmentEffects: EffectsOf<'purchaseSend', Shipment> = {
  'purchaseSend.check': effect(async ({ record, tx }) => {
    await demandNextBatch(tx, record);
    const sent = [...shipmentLines(record)];
    await demandLines(tx, 'goodsLines', 'orderLine', sent, {
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

export const acceptanceEffects: EffectsOf<'purchaseCheckAccept', Acceptance> = {
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
