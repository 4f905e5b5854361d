/** A contract with a customer: its terms and where it stands, on the screen and on paper. */
import type { contractCard, contractPrintCard } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { thousands, today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { tablePdf } from '../../platform/pdf/table.ts';
import { RECEIVABLES } from '../ledgers/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { contractState, SIGNED } from './emc.ts';

type Card = z.input<typeof contractCard.output>;
type Other = Card['others'][number];

/** Columns that whoever may not see amounts is answered empty. */
const AMOUNTS = ['amount', 'yearAmount', 'due', 'received', 'unpaid', 'overdue', 'collected'] as const;

/** @throws notFound where there is none that the person may see */
export const demandContract = async (db: Db | Tx, session: Session, code: string): Promise<void> => {
  const { rows } = await sql`select 1 from contract c join project p on p.code = c.project_code
    where c.code = ${code} and ${projectsVisible(session)}`.execute(db);
  if (rows.length === 0) throw notFound('合同不存在或您无权查看');
};

const othersOf = async (ctx: Ctx, code: string): Promise<readonly Other[]> => {
  const { rows } = await sql<Other>`select c.code as "ContractCode", c.name, c.kind, c.end_on::text as "endOn",
      ${sql.raw(contractState(`'${today(ctx.now)}'::date`))} as state
    from contract c join contract mine on mine.project_code = c.project_code and mine.code = ${code}
    where c.code <> ${code} order by c.start_on desc nulls last, c.code`.execute(ctx.db);
  return rows;
};

export const readCard = async (ctx: Ctx, { ContractCode }: z.output<typeof contractCard.input>): Promise<Card> => {
  await demandContract(ctx.db, ctx.session, ContractCode);
  const day = sql.raw(`'${today(ctx.now)}'::date`);
  const { rows } = await sql<
    Omit<Card, 'others' | 'signedBy'> & { signedId: string | null; signedSerial: string | null }
  >`
    select c.code as "ContractCode", c.name, c.project_code as "ProjectCode", p.name as "ProjectName", c.party_a as "partyA", c.party_b as "partyB",
      c.kind, e.emc_mode as mode, c.charge_model as "chargeModel", ${sql.raw(contractState(`'${today(ctx.now)}'::date`))} as state,
      c.sign_on::text as "signOn", c.start_on::text as "startOn", c.end_on::text as "endOn",
      coalesce(c.settle_area, e.charge_total)::numeric(18,2)::text as "settleArea", coalesce(c.settle_cycle, e.settle_cycle) as "settleCycle",
      coalesce(c.pay_days, e.pay_days) as "payDays", e.our_share::numeric(7,2)::text as share, c.renew_state as "renewState",
      coalesce(c.renew_count, 0) as "renewCount", c.invoice_title as "invoiceTitle", c.invoice_tax_no as "invoiceTaxNo", c.remark,
      c.amount::text, c.year_amount::text as "yearAmount", b.due::text, b.received::text, b.unpaid::text, b.overdue::text,
      round(b.received * 100 / nullif(b.due, 0), 2)::text as collected,
      round(d.done * 100.0 / nullif(d.all, 0), 2)::text as progress, d.done as "daysDone", d.all as "daysAll",
      e.id::text as "signedId", s.serial as "signedSerial"
    from contract c join project p on p.code = c.project_code ${sql.raw(SIGNED)}
      left join f_emc_operate_contract s on s.id = e.id
      cross join lateral (select c.end_on - c.start_on + 1 as all, least(greatest(${day} - c.start_on + 1, 0), c.end_on - c.start_on + 1) as done) d
      cross join lateral (select coalesce(sum(r.amount - r.cancelled), 0)::numeric(18,2) as due, coalesce(sum(r.written), 0)::numeric(18,2) as received,
          coalesce(sum(r.unpaid), 0)::numeric(18,2) as unpaid, coalesce(sum(r.unpaid) filter (where r.due_date < ${day}), 0)::numeric(18,2) as overdue
        from ${sql.raw(RECEIVABLES)} r where r.contract = c.code) b
    where c.code = ${ContractCode}`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) throw notFound('合同不存在或您无权查看');
  const { signedId, signedSerial, ...card } = row;
  const open = ctx.session.permissions.classified.has('amount');
  return {
    ...card,
    ...(open ? {} : Object.fromEntries(AMOUNTS.map((key) => [key, null]))),
    signedBy:
      signedId === null
        ? null
        : { ProcedureId: MODULES.EMCOperateContract.procedureId, BusinessId: signedId, serial: signedSerial ?? '' },
    others: [...(await othersOf(ctx, ContractCode))],
  };
};

const words = (value: string | number | null): string => (value === null || value === '' ? '—' : String(value));
const yuan = (value: string | null): string => (value === null ? '—' : `${thousands(value)} 元`);

/** 合同卡: one sheet that is put with the original. */
export const printCard = async (
  ctx: Ctx,
  { ContractCode }: z.output<typeof contractPrintCard.input>,
): Promise<FileAnswer> => {
  const of = await readCard(ctx, { ContractCode });
  const { rows: versions } = await sql<{ no: number; kind: string; document: string; day: string; end: string | null }>`
    select version_no as no, kind, document_no as document, effect_date::text as day, end_date::text as "end" from b_contract_version
    where contract = ${ContractCode} and not voided order by version_no`.execute(ctx.db);
  const body = await tablePdf({
    title: '合同卡',
    about: [
      ['合同编号', of.ContractCode],
      ['合同名称', of.name],
      ['项目', of.ProjectName],
      ['甲方', of.partyA],
      ['乙方', of.partyB],
      ['类型与模式', [of.kind, of.mode].filter((part) => part !== null).join('，')],
      ['计价方式', words(of.chargeModel)],
      ['签订日', words(of.signOn)],
      ['期限', `${words(of.startOn)} 至 ${words(of.endOn)}（${of.state}）`],
      ['面积', of.settleArea === null ? '—' : `${thousands(of.settleArea)} m²`],
      ['结算', `${words(of.settleCycle)}，付款期限 ${words(of.payDays)} 天`],
      ['合同额', yuan(of.amount)],
      ['年合同额', yuan(of.yearAmount)],
      ['应收 / 到账', `${yuan(of.due)} / ${yuan(of.received)}`],
    ],
    columns: [
      { head: '版本', share: 12 },
      { head: '事由', share: 18 },
      { head: '单号', share: 30 },
      { head: '生效日期', share: 20 },
      { head: '到期日', share: 20 },
    ],
    rows: versions.map((one) => ({
      cells: [`第${one.no}版`, one.kind, one.document, one.day, words(one.end)],
    })),
    explanation: {
      title: '说明',
      paragraphs: [versions.length === 0 ? '签订以来没有续签与补充协议。' : '条款以各版本的签章文本为准。'],
    },
    seals: [
      { title: '经办', lines: ['日期：'] },
      { title: '归档', lines: ['日期：'] },
    ],
    foot: `${of.ContractCode} ${today(ctx.now)}`,
    at: ctx.now,
  });
  await ctx.write((tx) => trail(tx, ctx, { kind: '导出', action: '打印', object: `合同 ${ContractCode}` }));
  return {
    fileName: `合同卡_${ContractCode}.pdf`,
    contentType: 'application/pdf',
    body,
    size: body.length,
  };
};
