import type { maintenanceRecords } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { bookProjectCost, reverseCosts } from '../books/costs.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { chargeWork } from '../books/service-receivable.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { moveStock, undoStock } from '../books/stock.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Repair = Recorded<typeof maintenanceRecords>;

const source = (record: Repair) => ({ module: 'maintenanceRecords', id: record.id }) as const;

/** Fault count and repair cost of a device are sums over its history, so that a void takes exactly its share back. */
async function refreshDevice(tx: Tx, device: string): Promise<void> {
  await sql`update device d set fault_count = h.n, repair_cost = h.cost
    from (select count(*)::int as n, coalesce(sum(cost), 0) as cost from device_history where device_id = ${device} and kind = '维修' and not voided) h
    where d.id = ${device}`.execute(tx);
}

export const maintenanceRecordsEffects: EffectsOf<'maintenanceRecords', Repair> = {
  'maintenanceRecords.history': {
    async apply(tx, { record }) {
      await noteHistory(tx, source(record), [
        {
          device: record.equipment,
          project: record.project,
          kind: '维修',
          at: record.repairEnd,
          summary: `${record.faultPart}：${record.repairMeasures}`,
          cost: record.totalCost,
        },
      ]);
      await refreshDevice(tx, record.equipment);
    },
    async reverse(tx, { record }) {
      await undoHistory(tx, source(record));
      await refreshDevice(tx, record.equipment);
    },
  },
  'maintenanceRecords.issueParts': {
    async apply(tx, { record }) {
      for (const [index, line] of record.parts.entries())
        if (line.partSource === '项目库存')
          await moveStock(
            tx,
            { kind: 'part', project: record.project, item: line.part },
            `-${line.quantity}`,
            source(record),
            '维修领用',
            `parts[${index}].quantity`,
          );
    },
    reverse: (tx, { record }) => undoStock(tx, source(record), '维修单作废退库'),
  },
  'maintenanceRecords.cost': {
    apply: (tx, { record }) =>
      bookProjectCost(
        tx,
        record.project,
        monthOf(dayOf(record.repairEnd)),
        [{ account: '维修费', amount: record.companyCost }],
        source(record),
      ),
    reverse: (tx, { record }) => reverseCosts(tx, source(record)),
  },
  'maintenanceRecords.receivable': effect(async ({ record, book }) => {
    if (record.payer !== '客户承担' || record.totalCost === null || !positive(record.totalCost)) return;
    await chargeWork(
      { book },
      {
        project: record.project,
        contract: record.contract,
        amount: record.totalCost,
        month: monthOf(dayOf(record.repairEnd)),
        sourceNo: record.serial,
        item: `${record.faultPart}维修`,
      },
    );
  }),
  'maintenanceRecords.qualityDraft': {
    async apply(_tx, { record, services }) {
      if (record.causeType === '产品质量')
        await services.draft({
          module: 'qualityExceptionFeedback',
          applicant: record.applicant,
          title: `维修${record.serial}属产品质量问题，请填报质量异常反馈`,
          values: {
            project: record.project,
            findStage: '保养维修',
            productDevice: record.equipment,
            repairRecord: record.id,
            warrantyEnd: record.warrantyEnd,
            exceptionDesc: record.faultDesc,
          },
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  // What is still broken is somebody's next repair, not a closed paper.
  'maintenanceRecords.draftAgain': effect(async ({ record, services }) => {
    if (record.trialResult !== '未修复') return;
    await services.draft({
      module: 'maintenanceRecords',
      applicant: record.applicant,
      title: `维修${record.serial}验收为未修复，请继续处理`,
      values: {
        project: record.project,
        contract: record.contract,
        faultTime: record.faultTime,
        findWay: record.findWay,
        reporter: record.reporter,
        reporterPhone: record.reporterPhone,
        equipment: record.equipment,
        faultSystem: record.faultSystem,
        faultPart: record.faultPart,
        faultLevel: record.faultLevel,
        faultDesc: `${record.serial}维修后未修复：${record.trialParams ?? ''}`,
      },
    });
  }),
};
