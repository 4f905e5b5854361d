/** Reminders from the pages of borrowed papers and of renewals. */
import { myRenewals } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Engine } from '../../engine/index.ts';
import { rowOf } from '../../engine/views/source.ts';
import type { Ctx } from '../../platform/context.ts';
import { trail } from '../../platform/audit/trail.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import { allRenewalView, credentialLoanView, latestContractView, myRenewalView } from '../ledgers/index.ts';
import { remindOnce } from './remind.ts';

export const remindLoan = (ctx: Ctx, engine: Engine, input: { Id: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    if ((await rowOf(tx, credentialLoanView, ctx, input.Id)) === undefined) throw notFound('借还记录不存在');
    const record = input.Id.split('-')[0] ?? '';
    const { rows } = await sql<{
      borrower: string;
      manager: string | null;
      project: string | null;
      document: string;
      due: string | null;
      names: string;
    }>`select l.borrower::text, min(d.manager)::text as manager, min(l.project) as project, l.document, min(l.plan_return)::text as due,
        string_agg(c.credential_name, '、' order by l.id) as names
      from b_credential_loan l join b_credential c on c.id = l.credential left join dept d on d.id = l.dept
      where l.source_id = ${record} and not l.voided and l.state in ('借出', '部分未还') group by l.borrower, l.document`.execute(
      tx,
    );
    const loan = rows[0];
    if (loan === undefined) throw refused('证件已归还，不必催还');
    await remindOnce(tx, ctx, engine, {
      module: 'credentialsBorrow',
      id: record,
      project: loan.project,
      kind: '证件催还',
      title: `借用的${loan.names}（${loan.document}）应于${loan.due ?? '约定日期'}归还，请尽快归还`,
      to: [loan.borrower, loan.manager],
      due: loan.due,
    });
    return { ok: true };
  });

export const remindRenewal = (ctx: Ctx, engine: Engine, input: { Id: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const row = await rowOf(tx, allRenewalView, ctx, input.Id);
    if (row === undefined) throw notFound('续签跟踪不存在');
    const { rows } = await sql<{ applicant: string | null; waiting: readonly string[] }>`
      select (select r.applicant::text from f_renewal_tracking r where r.id::text = ${input.Id}) as applicant,
        array(select coalesce(t.assignee, t.candidates[1])::text from wf_instance i join wf_task t on t.instance_id = i.id and t.state = 'open'
          where i.module_id = 'renewalTracking' and i.biz_id::text = ${input.Id}) as waiting`.execute(tx);
    const { applicant = null, waiting = [] } = rows[0] ?? {};
    const started = applicant !== null;
    if (started && row['result'] !== '跟踪中') throw refused('跟踪已有结果，不必催办');
    await remindOnce(tx, ctx, engine, {
      module: 'renewalTracking',
      id: started ? input.Id : '0',
      project: String(row['project']),
      kind: '续签催办',
      title: started
        ? `合同${String(row['contract'])}的续签跟踪${String(row['serial'] ?? '')}请尽快推进（${String(row['contractEnd'])}到期）`
        : `合同${String(row['contract'])}${String(row['contractEnd'])}到期，请建立续签跟踪`,
      to: [applicant, ...waiting, started ? null : row['manager'] === null ? null : String(row['manager'])],
    });
    return { ok: true };
  });

interface Version {
  readonly versionNo: number;
  readonly kind: string;
  readonly documentNo: string;
  readonly effectDate: string;
  readonly endDate: string | null;
  readonly summary: string | null;
}

export const listVersions = async (ctx: Ctx, input: { ContractCode: string }): Promise<{ rows: Version[] }> => {
  if ((await rowOf(ctx.db, latestContractView, ctx, input.ContractCode)) === undefined) throw notFound('合同不存在');
  const { rows } = await sql<Version>`
    select version_no as "versionNo", kind, document_no as "documentNo", effect_date::text as "effectDate", end_date::text as "endDate", summary
    from b_contract_version where contract = ${input.ContractCode} and not voided order by version_no desc`.execute(
    ctx.db,
  );
  return { rows };
};

/** Moves a renewal to another stage. What was submitted stays as it is: the move is a fact of its own, and what was said of it is told beside the record. */
export const moveRenewal = (
  ctx: Ctx,
  { Id, stage, from, note }: { Id: string; stage: string; from: string; note: string },
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await sql`select from f_renewal_tracking where id = ${Id} for update`.execute(tx);
    const row = await rowOf(tx, myRenewalView, ctx, Id);
    if (row === undefined) throw notFound('续签跟踪不存在，或不是您的项目');
    if (!myRenewals.columns.stage.options.some((one) => one === stage))
      throw invalid([{ path: 'stage', message: `没有“${stage}”这个阶段` }]);
    if (row['result'] !== '跟踪中') throw refused('跟踪已有结果，不能再换阶段');
    const now = String(row['stage'] ?? '');
    // Pressed twice, or dropped where it stands already.
    if (now === stage) return { ok: true };
    if (now !== from) throw refused(`阶段已由他人改为“${now}”，请刷新后再改`);
    const { userId, userName } = ctx.session;
    await sql`insert into renewal_stage (record_id, stage, note, moved_by, moved_at) values (${Id}, ${stage}, ${note}, ${userId}, ${ctx.now})`.execute(
      tx,
    );
    await sql`insert into wf_comment (module_id, biz_id, author, author_name, content, created_at)
      values ('renewalTracking', ${Id}, ${userId}, ${userName}, ${`阶段由“${now}”改为“${stage}”：${note}`}, ${ctx.now})`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '业务',
      action: '续签换阶段',
      object: `续签跟踪 ${String(row['serial'] ?? Id)}`,
      before: { 阶段: now },
      after: { 阶段: stage, 说明: note },
    });
    return { ok: true };
  });
