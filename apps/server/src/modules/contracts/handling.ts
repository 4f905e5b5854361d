/** 合同台账: a signed contract is stamped, filed and ended here, whichever ledger keeps it. Contracts enter a ledger once they are approved. */
import type { contractArchive, contractSeal, contractTerminate } from '@hengneng/contracts';
import { thousands, today } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import { contractLedgers, RECEIVABLES } from '../ledgers/index.ts';
import { inScope } from '../projects/index.ts';

/** Under which the papers that end a contract are kept. */
export const ENDING_PAPER = 'contractEnding';

interface Seen {
  readonly id: string;
  readonly no: string;
  readonly state: string;
}

/** @throws notFound where there is none that the person may see */
export const seen = async (db: Db | Tx, session: Session, now: Date, id: string): Promise<Seen> => {
  const ledgers = sql.raw(contractLedgers(`'${today(now)}'::date`));
  const scope = inScope(session, { project: 'p.code', dept: 'p.area', applicant: 'coalesce(x.person, p.manager)' });
  const { rows } =
    await sql<Seen>`select x.id, x.no, x.state from (${ledgers}) x left join project p on p.code = x.project
    where x.id = ${id} and ${scope}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('合同不存在或您无权查看');
  return found;
};

/** The contract, kept from others until the transaction ends: who files and who ends it wait for each other. */
const lock = async (ctx: Ctx, tx: Tx, id: string): Promise<Seen> => {
  await sql`select pg_advisory_xact_lock(hashtext('contractHandling'), hashtext(${id}))`.execute(tx);
  return seen(tx, ctx.session, ctx.now, id);
};

const demandPast = (ctx: Ctx, day: string, what: string): void => {
  if (day > today(ctx.now)) throw invalid([{ path: 'onDay', message: `${what}不能晚于今天` }]);
};

const objectOf = ({ no }: Seen): string => `合同 ${no}`;

export const sealContract = (ctx: Ctx, input: z.output<typeof contractSeal.input>): Promise<{ ok: true }> => {
  demandPast(ctx, input.onDay, '用印日期');
  return ctx.write(async (tx) => {
    const contract = await lock(ctx, tx, input.Contract);
    if (contract.state === '已终止') throw refused('该合同已终止，不能再用印');
    const { rows } = await sql<{ name: string }>`
      select user_name as name from app_user where id = ${input.sealedBy} and state = 'active'`.execute(tx);
    const [person] = rows;
    if (person === undefined) throw invalid([{ path: 'sealedBy', message: '用印人不存在或已停用' }]);
    await sql`insert into contract_handling (contract, act, on_day, seal_kind, copies, sealed_by, application, added_by)
      values (${contract.id}, '用印', ${input.onDay}, ${input.sealKind}, ${input.copies}, ${input.sealedBy}, ${input.application},
        ${ctx.session.userId})`.execute(tx);
    await trail(tx, ctx, {
      kind: '单据',
      action: '登记合同用印',
      object: objectOf(contract),
      summary: `${input.onDay} ${input.sealKind} ${input.copies}份，用印人${person.name}`,
    });
    return { ok: true };
  });
};

const demandOnce = async (tx: Tx, id: string, act: '归档' | '终止'): Promise<void> => {
  const { rows } = await sql`select 1 from contract_handling where contract = ${id} and act = ${act}`.execute(tx);
  if (rows.length > 0) throw refused(`该合同已${act}，请刷新`);
};

export const archiveContract = (ctx: Ctx, input: z.output<typeof contractArchive.input>): Promise<{ ok: true }> => {
  demandPast(ctx, input.onDay, '归档日期');
  return ctx.write(async (tx) => {
    const contract = await lock(ctx, tx, input.Contract);
    await demandOnce(tx, contract.id, '归档');
    const { rows } = await sql<{ copies: number; paper: boolean; last: string | null }>`
      select coalesce(sum(copies), 0)::int as copies, coalesce(bool_or(seal_kind <> '电子签章'), false) as paper, max(on_day)::text as last
        from contract_handling where contract = ${contract.id} and act = '用印'`.execute(tx);
    const { copies = 0, paper = false, last = null } = rows[0] ?? {};
    if (last === null) throw refused('还没有登记用印，不能归档');
    if (input.onDay < last) throw invalid([{ path: 'onDay', message: `归档日期不能早于用印日期 ${last}` }]);
    if (paper && input.returned === 0) throw invalid([{ path: 'returned', message: '请填写收回的原件份数，至少1份' }]);
    if (input.returned > copies) throw invalid([{ path: 'returned', message: `收回的原件不能超过用印的${copies}份` }]);
    await sql`insert into contract_handling (contract, act, on_day, returned, place, added_by)
      values (${contract.id}, '归档', ${input.onDay}, ${input.returned}, ${input.place}, ${ctx.session.userId})`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '单据',
      action: '合同归档',
      object: objectOf(contract),
      summary: `${input.onDay} 收回原件${input.returned}份，存放于${input.place}`,
    });
    return { ok: true };
  });
};

interface Standing {
  /** Payments on their way. */
  readonly reserved: string;
  /** Owed to us, by us, and advanced without having been made good. */
  readonly receivable: string;
  readonly payable: string;
  readonly advanced: string;
}
const asText = (column: string): string => `coalesce(sum(x.${column}), 0)::numeric(18,2)::text as ${column}`;
const COLUMNS = sql.raw(['reserved', 'receivable', 'payable', 'advanced'].map(asText).join(', '));

/** What of a contract is not settled yet, by the letter of its ledger; agreements have no money of their own. */
const STANDING: Readonly<Record<string, (key: string) => RawBuilder<unknown>>> = {
  c: (
    key,
  ) => sql`select 0 as reserved, r.unpaid as receivable, 0 as payable, 0 as advanced from ${sql.raw(RECEIVABLES)} r
    where r.contract = ${key}`,
  b: (
    key,
  ) => sql`select c.reserved, 0 as receivable, greatest(c.ticketed - c.paid, 0) as payable, greatest(c.paid - c.ticketed, 0) as advanced
    from b_buyer_contract c where c.id::text = ${key}`,
  w: (key) => sql`select coalesce(c.reserved, 0) as reserved, 0 as receivable,
      greatest(coalesce(c.matched, 0) - coalesce(c.paid, 0), 0) as payable,
      greatest(coalesce(c.prepaid, 0) - coalesce(c.offset_taken, 0) - coalesce(c.offset_pending, 0), 0) as advanced
    from b_project_contract c where c.id::text = ${key}`,
};

const standingOf = async (tx: Tx, ledger: string, key: string): Promise<Standing> => {
  const nothing: Standing = { reserved: '0.00', receivable: '0.00', payable: '0.00', advanced: '0.00' };
  const query = STANDING[ledger]?.(key);
  if (query === undefined) return nothing;
  const { rows } = await sql<Standing>`select ${COLUMNS} from (${query}) x`.execute(tx);
  return rows[0] ?? nothing;
};

/** Effect under which what an ending changed stands in the history of the entries, and its sentence there. */
export const ENDING = {
  effect: 'contractHandling.end',
  sentence: '合同终止登记：合同置为已终止，此后的收付款计划不再执行',
} as const;

/** Rows of a ledger whose state becomes another, as a change that their history tells of and that later cancels reckon with. */
interface Ending {
  readonly table: 'contract' | 'b_agreement' | 'b_project_contract' | 'b_buyer_contract' | 'b_contract_plan';
  readonly key: 'code' | 'id';
  readonly state: string;
  readonly where: RawBuilder<unknown>;
}
const setState = async (tx: Tx, handling: string, { table, key, state, where }: Ending): Promise<void> => {
  const [rows, id] = [sql.table(table), sql.ref(key)];
  await sql`
    with was as (select ${id} as key, state from ${rows} where ${where} and state is distinct from ${state} for update),
      done as (update ${rows} t set state = ${state} from was where t.${id} = was.key)
    insert into entity_change (table_name, row_key, column_name, before, after, source_module, source_id, source_effect)
    select ${table}, was.key::text, 'state', was.state, ${state}, 'contractHandling', ${handling}, ${ENDING.effect} from was`.execute(
    tx,
  );
};

/** Ends it in its own ledger: a contract for works stands in that of purchases as well. What was planned for later is not to come. */
const end = async (tx: Tx, ledger: string, key: string, day: string, handling: string): Promise<void> => {
  const ended = (table: Ending['table'], where: RawBuilder<unknown>) =>
    setState(tx, handling, { table, key: 'id', state: '已终止', where });
  const later = sql`state = '有效' and not voided and due_on > ${day}`;
  const adjusted = (of: RawBuilder<unknown>) =>
    setState(tx, handling, { table: 'b_contract_plan', key: 'id', state: '已调整', where: sql`${of} and ${later}` });
  switch (ledger) {
    case 'c':
      await setState(tx, handling, { table: 'contract', key: 'code', state: 'cancelled', where: sql`code = ${key}` });
      return adjusted(sql`contract = ${key}`);
    case 'a':
      return ended('b_agreement', sql`id = ${key}`);
    default: {
      const { rows } = await sql<{ id: string }>`
        select c.id::text from b_buyer_contract c where ${
          ledger === 'b'
            ? sql`c.id = ${key}`
            : sql`not c.voided and c.contract_no = (select w.document from b_project_contract w where w.id = ${key})`
        }`.execute(tx);
      const ids = sql`${rows.map((row) => row.id)}::bigint[]`;
      if (ledger === 'w') await ended('b_project_contract', sql`id = ${key}`);
      await ended('b_buyer_contract', sql`id = any(${ids})`);
      return adjusted(sql`buyer_contract = any(${ids})`);
    }
  }
};

const yuan = (label: string, amount: string): readonly string[] =>
  Number(amount) === 0 ? [] : [`${label}${thousands(amount)}元`];

export const terminateContract = (ctx: Ctx, input: z.output<typeof contractTerminate.input>): Promise<{ ok: true }> => {
  demandPast(ctx, input.onDay, '终止日期');
  return ctx.write(async (tx) => {
    const contract = await lock(ctx, tx, input.Contract);
    await demandOnce(tx, contract.id, '终止');
    if (contract.state === '已终止' || contract.state === '已完结') throw refused(`该合同${contract.state}，无需终止`);
    const [ledger = '', key] = [contract.id.slice(0, 1), contract.id.slice(1)];
    const { reserved, receivable, payable, advanced } = await standingOf(tx, ledger, key);
    if (Number(reserved) > 0) throw refused(`该合同有在途付款${thousands(reserved)}元，请办结或撤回后再终止`);
    const open = [
      ...yuan('未收', receivable),
      ...yuan('到票未付', payable),
      ...yuan('已付未到票或预付未抵扣', advanced),
    ];
    if (open.length > 0 && !input.Settled)
      throw invalid([{ path: 'Settled', message: `该合同尚有${open.join('、')}，请确认已在清算中处理` }]);
    const { rows } = await sql<{ id: string }>`
      insert into contract_handling (contract, act, on_day, reason, paper, added_by)
      values (${contract.id}, '终止', ${input.onDay}, ${input.reason}, ${JSON.stringify(input.paper)}::jsonb, ${ctx.session.userId})
      returning id::text`.execute(tx);
    const errors = await bindFiles(
      tx,
      ENDING_PAPER,
      rows[0]?.id ?? '',
      [{ path: 'paper', URL: input.paper.URL }],
      ctx.session.userId,
    );
    if (errors.length > 0) throw invalid(errors);
    await end(tx, ledger, key, input.onDay, rows[0]?.id ?? '');
    await trail(tx, ctx, {
      kind: '单据',
      action: '终止合同',
      object: objectOf(contract),
      summary: `${input.onDay} ${input.reason}${open.length === 0 ? '' : `（${open.join('、')}，确认在清算中处理）`}`,
      before: { 状态: contract.state },
      after: { 状态: '已终止' },
    });
    return { ok: true };
  });
};

const mayRead = (db: Db, session: Session, contract: string): Promise<boolean> =>
  seen(db, session, new Date(), contract).then(
    () => true,
    () => false,
  );

/** They are read by whoever sees the contract. */
export const seesEndingPaper: SeesPaper = async (db, session, id) => {
  const { rows } = await sql<{ contract: string }>`select contract from contract_handling where id = ${id}`.execute(db);
  const [found] = rows;
  return found !== undefined && mayRead(db, session, found.contract);
};

/** Papers of contracts that no form registers: their id is that of the agreement. */
export const seesOtherPaper: SeesPaper = (db, session, id) => mayRead(db, session, `a${id}`);
