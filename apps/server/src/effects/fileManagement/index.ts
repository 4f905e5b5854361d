/** 文件管理: what projects hand in is archived, found again, and watched until it expires. */
import { projectDocument, serviceTask } from '@hengneng/forms';
import type { dailyInformation } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';

type Document = Recorded<typeof dailyInformation>;

/** Energy as a voucher names it, in the words of payments. */
const PAID_ENERGY: Readonly<Record<string, readonly string[]>> = {
  电: ['电'],
  水: ['自来水', '中水', '污水处理费'],
  天然气: ['天然气'],
  蒸汽: ['外购蒸汽', '市政热水'],
  燃油: ['轻柴油'],
};

/** The payment of a project for an energy and month whose amount is the voucher's, else the only one there is. */
async function paymentOf(tx: Tx, record: Document): Promise<string | null> {
  const kinds = PAID_ENERGY[record.energyKind ?? ''] ?? [];
  const { rows } = await sql<{
    id: string;
    same: boolean;
  }>`select id::text, coalesce(paid_amount, pay_total) = ${record.payAmount} as same
    from f_payment where project = ${record.project} and energy_type = any(${[...kinds]}::text[]) and cost_month = ${record.payMonth}
      and status = 'approved' order by id`.execute(tx);
  const exact = rows.find((row) => row.same);
  return exact?.id ?? (rows.length === 1 ? (rows[0]?.id ?? null) : null);
}

/** What a device is known by on papers. */
async function numbersOf(tx: Tx, device: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    number: string;
  }>`select unnest(array[code, factory_no, register_no]) as number from device
    where id = ${device}`.execute(tx);
  return rows.flatMap((row) => row.number ?? []);
}

const effects: EffectsOf<'dailyInformation', Document> = {
  'dailyInformation.remindReply': effect(async ({ tx, record, services }) => {
    if (record.needReply !== true || record.replyBefore === null || record.replyUser === null) return;
    const to = [...new Set([record.replyUser, ...(await projectManagers(tx, record.project))])];
    const title = `${record.counterpart}来函「${record.docName}」须在${record.replyBefore}前回复`;
    await services.remind({ on: record.replyBefore, daysBefore: 3, to, title });
    await services.remind({ on: record.replyBefore, everyDays: 1, to, title });
  }),
  'dailyInformation.archive': effect(async ({ tx, record, book }) => {
    await book(projectDocument, {
      archiveNo: record.archiveNo ?? record.serial,
      project: record.project,
      contract: record.contract,
      category: record.category,
      docName: record.docName,
      docNo: record.docNo,
      docDate: record.docDate,
      direction: record.direction,
      counterpart: record.counterpart,
      replyNo: record.replyNo,
      replyDate: record.replyDate,
      expireDate: record.expireDate,
      secrecy: record.secrecy,
      keepYears: record.keepYears,
      cabinet: record.cabinet,
      fileCount: record.fileCount,
      files: record.attachments.map((row) => row.attachment),
      device: record.relatedDevice,
    });
    await sql`update reminder set ended_at = app_now() where source_module = 'dailyInformation' and source_id = ${record.id}
      and source_effect = 'dailyInformation.remindReply' and ended_at is null`.execute(tx);
  }),
  'dailyInformation.remindExpiry': effect(async ({ tx, record, services }) => {
    if (record.expireDate === null) return;
    await services.remind({
      on: record.expireDate,
      daysBefore: 30,
      to: await projectManagers(tx, record.project),
      title: `${record.category}「${record.docName}」${record.expireDate}到期，请办理延续或重新检测`,
    });
  }),
  'dailyInformation.linkPayment': effect(async ({ tx, record, find, setEntry }) => {
    if (record.category !== '能源缴费凭证') return;
    const payment = await paymentOf(tx, record);
    const [document] = await find(projectDocument, { archiveNo: record.archiveNo ?? record.serial });
    if (payment !== null && document) await setEntry(projectDocument, document.id, { payment });
  }),
  'dailyInformation.linkDevice': effect(async ({ tx, record, set, find, setEntry }) => {
    if (record.category !== '检测检验报告' || record.relatedDevice === null) return;
    await set('device', record.relatedDevice, { next_inspection: record.expireDate });
    const numbers = await numbersOf(tx, record.relatedDevice);
    // The next test of this device that the project bought is done by this report.
    const open = (await find(serviceTask, { project: record.project, kind: '检测', doneOn: null })).find(
      (task) => task.registerNo !== null && numbers.includes(task.registerNo),
    );
    if (open) await setEntry(serviceTask, open.id, { doneTimes: open.planTimes ?? 0, doneOn: record.docDate });
  }),
};

export const fileManagementEffects = effects;
