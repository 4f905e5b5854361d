/** 外协服务: work that others do for us on site, owed once it was accepted, its cost shared with the customer to the fen. */
import { buyerContract, supplierEvaluation, supplierPayable } from '@hengneng/forms';
import type { outService } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { wrong } from '../../platform/http/errors.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { minus, positive } from '../books/money.ts';
import { chargeWork } from '../books/service-receivable.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';

type Service = Recorded<typeof outService>;

const accepted = (record: Service): boolean => record.acceptResult !== '不合格' && positive(record.finalAmount);
const doneOn = (record: Service): string => dayOf(record.actualEnd ?? record.planEnd);
/** Rounded down for the customer, so that both parts come to the whole. */
const clientPart = (record: Service): string =>
  Big(record.finalAmount ?? 0)
    .times(record.clientShare ?? 0)
    .div(100)
    .round(2, Big.roundDown)
    .toFixed(2);

export const outServiceEffects: EffectsOf<'outService', Service> = {
  'outService.check': effect(async ({ record, find }) => {
    if (record.outContract !== null) {
      const [contract] = await find(buyerContract, { id: record.outContract });
      if (contract?.supplier !== record.supplier) throw wrong('outContract', '外包合同不是拟选外协单位的');
      if (contract.state !== '履行中') throw wrong('outContract', `外包合同${contract.state ?? ''}，请重新选择`);
    }
    if (record.selectMode === '三家比价' && !record.quotes.some((row) => row.quoteUnit === record.supplier))
      throw wrong('quotes', '比价记录中没有拟选外协单位的报价');
    const units = new Set(record.quotes.map((row) => row.quoteUnit));
    if (record.selectMode === '三家比价' && units.size < record.quotes.length) throw wrong('quotes', '比价单位重复');
  }),
  'outService.payable': effect(async ({ record, tx, book, services }) => {
    if (!accepted(record)) return;
    const amount = record.finalAmount ?? '0';
    const { rows } = await sql<{ name: string }>`select name from supplier where id = ${record.supplier}`.execute(tx);
    const [payable] = await book(supplierPayable, {
      payableNo: record.serial,
      supplier: record.supplier,
      payeeName: rows[0]?.name ?? '',
      project: record.project,
      contract: record.outContract,
      subject: record.serviceType,
      amount,
      payPending: '0.00',
      paid: '0.00',
      costBooked: true,
      state: '未付清',
    });
    await services.draft({
      module: 'paymentNotEnergy',
      applicant: record.applicant,
      title: `外协服务${record.serial}验收合格，请申请付款${amount}元`,
      values: {
        project: record.project,
        payCategory: '维修外协',
        payNature: '结算款',
        payeeKind: '供应商',
        supplier: record.supplier,
        payContract: record.outContract,
        payable,
        acceptState: '已验收合格',
        budgetMode: '本单占用',
        budgetSubject: '外协服务',
        costMonth: monthOf(doneOn(record)),
        items: [
          {
            itemName: record.serviceType,
            costProject: record.project,
            quantity: '1',
            itemUnit: '项',
            unitPrice: amount,
          },
        ],
      },
    });
  }),
  'outService.history': undoing(
    effect(async ({ record, tx, source, set }) => {
      if (record.device === null) return;
      await noteHistory(tx, source, [
        {
          device: record.device,
          project: record.project,
          kind: '维修',
          at: record.actualEnd ?? record.planEnd,
          summary: `${record.serial} ${record.serviceType}：${record.beforeAfter ?? ''}（${record.acceptResult ?? ''}）`,
          cost: record.finalAmount,
        },
      ]);
      if (record.nextInspect !== null) await set('device', record.device, { next_inspection: record.nextInspect });
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'outService.cost': effect(async ({ record, projectCost }) => {
    if (!accepted(record)) return;
    const amount = minus(record.finalAmount ?? '0', clientPart(record));
    await projectCost(record.project, monthOf(doneOn(record)), { account: '维修费', amount });
  }),
  'outService.receivable': effect(async ({ record, tx, book }) => {
    const amount = accepted(record) ? clientPart(record) : '0';
    if (!positive(amount)) return;
    const { rows } = await sql<{ code: string; name: string | null }>`select code, party_a as name from contract
      where project_code = ${record.project} and state <> 'ended' order by code limit 1`.execute(tx);
    await chargeWork(
      { book },
      {
        project: record.project,
        contract: rows[0]?.code ?? null,
        customerName: rows[0]?.name ?? null,
        amount,
        month: monthOf(doneOn(record)),
        sourceNo: record.serial,
        item: `${record.serviceType}客户承担部分`,
        sourceKind: '代垫费用',
      },
    );
  }),
  'outService.rate': effect(async ({ record, book }) => {
    await book(supplierEvaluation, {
      supplier: record.supplier,
      kind: '外协服务',
      project: record.project,
      node: record.serviceType,
      evaluatedOn: doneOn(record),
      score: String(record.serviceScore ?? 0),
      result: record.acceptResult,
    });
  }),
};
