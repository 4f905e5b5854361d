/** Entering how a cost is split. Whatever is entered anew has to be checked anew. */
import type { costSave } from '@hengneng/contracts';
import { addMoney, compareMoney, money, sumMoney } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { COUNTED_IN } from '../ledgers/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { COST_PAPER, type Cost, costsWhere, lockMonth } from './rows.ts';

type Input = z.output<typeof costSave.input>;
type Row = Input['rows'][number];
type Manual = NonNullable<Input['manual']>;
type Split = Omit<Row, 'Id'>;

const at = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
const LOCKED = '该月已锁定，请在次月调整';

function demandBalance(split: Split, path: string): void {
  const whole = sumMoney([split.material, split.labour, split.outsourced, split.transport].map((part) => money(part)));
  const shares = addMoney(addMoney(money(split.ours), money(split.customer)), money(split.supplier));
  if (compareMoney(whole, shares) !== 0)
    throw invalid([{ path: at(path, 'ours'), message: '承担金额之和应等于费用合计' }]);
}

/** A supplier pays by an exception that was raised against it: the row's own, that of its repair, or the one that was named. */
async function demandException(
  tx: Tx,
  split: Split,
  of: Pick<Cost, 'source' | 'sourceId' | 'quality'>,
  path: string,
): Promise<void> {
  if (Number(split.supplier) === 0 || of.source === '质量异常') return;
  const { rows } =
    await sql`select 1 from f_quality_exception_feedback q where q.status in ('running', 'returned', 'approved')
    and (q.id = ${of.quality}::bigint or (${of.source} = '维修记录' and q.repair_record = ${of.sourceId}::bigint)) limit 1`.execute(
      tx,
    );
  if (rows.length === 0) throw invalid([{ path: at(path, 'supplier'), message: '供应商承担须关联质量异常单' }]);
}

/** An invoice is a cost once. */
async function demandNewInvoice(
  tx: Tx,
  invoiceNo: string | null | undefined,
  entry: string | null,
  path: string,
): Promise<void> {
  if (!invoiceNo) return;
  const { rows } = await sql<{ no: string }>`
    select coalesce(m.serial, q.serial, o.serial, e.serial, '补录' || c.id) as no from maintenance_cost c
      left join f_maintenance_records m on c.source = '维修记录' and m.id = c.source_id
      left join f_quality_exception_feedback q on c.source = '质量异常' and q.id = c.source_id
      left join f_out_service o on c.source = '外协服务' and o.id = c.source_id
      left join f_equipment_maintenance_record e on c.source = '设备保养' and e.id = c.source_id
    where c.invoice_no = ${invoiceNo} and c.id is distinct from ${entry}::bigint limit 1`.execute(tx);
  if (rows[0]) throw invalid([{ path: at(path, 'invoiceNo'), message: `该外协费用已归集到单号${rows[0].no}` }]);
}

/** The fee of a service that a repair has counted already is no cost of its own. */
async function demandNotCounted(tx: Tx, id: string, path: string): Promise<void> {
  const [source, service] = id.split(':');
  if (source !== '外协服务') return;
  const { rows } = await sql<{
    no: string | null;
  }>`select ${sql.raw(COUNTED_IN)} as no from f_out_service o where o.id = ${service}`.execute(tx);
  const no = rows[0]?.no ?? null;
  if (no !== null) throw invalid([{ path: at(path, 'Id'), message: `该外协费用已归集到单号${no}` }]);
}

async function saveRow(ctx: Ctx, tx: Tx, row: Row, path: string): Promise<void> {
  const key = sql`k.key = ${row.Id}`;
  const [seen] = await costsWhere(ctx, tx, key);
  if (seen === undefined) {
    await demandNotCounted(tx, row.Id, path);
    throw notFound('费用行不存在，或您没有查看它的权限');
  }
  await lockMonth(tx, seen.project, seen.month);
  const [cost = seen] = await costsWhere(ctx, tx, key);
  if (cost.state === '已锁定') throw invalid([{ path: at(path, 'Id'), message: LOCKED }]);
  demandBalance(row, path);
  await demandException(tx, row, cost, path);
  await demandNewInvoice(tx, row.invoiceNo, cost.entry, path);
  const who = ctx.session.userId;
  const invoiceNo = row.invoiceNo ?? null;
  if (cost.entry === null)
    await sql`insert into maintenance_cost (source, source_id, project, month, device, fault_part, cause, material, labour, outsourced, transport, bearer,
        ours, customer, supplier, invoice_no, entered_by)
      values (${cost.source}, ${cost.sourceId}, ${cost.project}, ${cost.month}, ${cost.device}, ${cost.faultPart}, ${cost.cause}, ${row.material},
        ${row.labour}, ${row.outsourced}, ${row.transport}, ${row.bearer}, ${row.ours}, ${row.customer}, ${row.supplier}, ${invoiceNo}, ${who})`.execute(
      tx,
    );
  else
    await sql`update maintenance_cost set material = ${row.material}, labour = ${row.labour}, outsourced = ${row.outsourced},
        transport = ${row.transport}, bearer = ${row.bearer}, ours = ${row.ours}, customer = ${row.customer}, supplier = ${row.supplier},
        invoice_no = ${invoiceNo}, entered_by = ${who}, entered_at = app_now(), checked_by = null, checked_at = null
      where id = ${cost.entry}`.execute(tx);
  const { Id: _, ...after } = row;
  const { material, labour, outsourced, transport, bearer, ours, customer, supplier } = cost;
  await trail(tx, ctx, {
    kind: '单据',
    action: '录入维修费用',
    object: `${cost.source} ${cost.documentNo}`,
    before: { material, labour, outsourced, transport, bearer, ours, customer, supplier, invoiceNo: cost.invoiceNo },
    after,
  });
}

async function saveManual(ctx: Ctx, tx: Tx, manual: Manual): Promise<void> {
  const { ProjectCode: project, month, device, cause, faultPart = null, quality = null, voucher } = manual;
  await lockMonth(tx, project, month);
  const { rows: places } = await sql<{ device: boolean; locked: boolean }>`
    select exists (select from device d where d.id = ${device} and d.project_code = p.code) as device,
      exists (select from maintenance_cost_lock l where l.project = p.code and l.month = ${month}) as locked
    from project p where p.code = ${project} and ${projectsVisible(ctx.session, 'p')}`.execute(tx);
  const [place] = places;
  if (place === undefined) throw invalid([{ path: 'manual.ProjectCode', message: '项目不存在，或您没有查看它的权限' }]);
  if (!place.device) throw invalid([{ path: 'manual.device', message: '请选择该项目的设备' }]);
  if (place.locked) throw invalid([{ path: 'manual.month', message: LOCKED }]);
  if (voucher === undefined) throw invalid([{ path: 'manual.voucher', message: '请上传凭证' }]);
  demandBalance(manual, 'manual');
  await demandException(tx, manual, { source: '手工补录', sourceId: '0', quality }, 'manual');
  await demandNewInvoice(tx, manual.invoiceNo, null, 'manual');
  const { rows } = await sql<{ id: string }>`
    insert into maintenance_cost (source, project, month, device, fault_part, cause, material, labour, outsourced, transport, bearer, ours, customer,
      supplier, invoice_no, quality, voucher, entered_by)
    values ('手工补录', ${project}, ${month}, ${device}, ${faultPart}, ${cause}, ${manual.material}, ${manual.labour}, ${manual.outsourced},
      ${manual.transport}, ${manual.bearer}, ${manual.ours}, ${manual.customer}, ${manual.supplier}, ${manual.invoiceNo ?? null}, ${quality},
      ${JSON.stringify(voucher)}::jsonb, ${ctx.session.userId}) returning id::text as id`.execute(tx);
  const id = rows[0]?.id ?? '';
  const errors = await bindFiles(
    tx,
    COST_PAPER,
    id,
    [{ path: 'manual.voucher', URL: voucher.URL }],
    ctx.session.userId,
  );
  if (errors.length > 0) throw invalid(errors);
  const { voucher: file, ...after } = manual;
  await trail(tx, ctx, {
    kind: '单据',
    action: '补录维修费用',
    object: `补录${id}`,
    after: { ...after, voucher: file?.Name ?? null },
  });
}

export const saveCosts = (ctx: Ctx, { rows, manual }: Input): Promise<{ readonly saved: number }> =>
  ctx.write(async (tx) => {
    for (const [index, row] of rows.entries()) await saveRow(ctx, tx, row, `rows[${index}]`);
    if (manual !== undefined) await saveManual(ctx, tx, manual);
    return { saved: rows.length + (manual === undefined ? 0 : 1) };
  });
