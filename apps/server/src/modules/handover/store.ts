/** A handover as it stands, who may do what with it, and what one begins with. */
import type { handoverDetail } from '@hengneng/contracts';
import { isWithin } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { rowOf } from '../../engine/views/source.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { holds } from '../identity/index.ts';
import { DEALS, handoverListView, waitingHandoversView } from '../ledgers/index.ts';

export type Detail = z.input<typeof handoverDetail.output>;
export type Item = Detail['items'][number];
export type Stage = Detail['stage'];

export const REGISTER = 'projectContent.handOver.index';
export const LIST = 'projectContent.handOver.handOverList';
/** Under which the papers of a handover are kept. */
export const HANDOVER_PAPER = 'projectHandover';

export interface Stored {
  readonly id: string;
  readonly code: string;
  readonly consultProject: string;
  readonly projectName: string;
  readonly stage: Stage;
  readonly state: '移交中' | '待接收' | '已接收' | '退回';
  readonly giver: string;
  readonly receiver: string;
  readonly receiverDept: string;
  readonly revision: number;
  readonly returnReason: string | null;
  readonly project: string | null;
}

/** The handover that a call names, locked, where the person may see it. @throws notFound */
export const lockHandover = async (ctx: Ctx, tx: Tx, id: string): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    select h.id::text, h.code, h.consult_project::text as "consultProject", p.project_name as "projectName", h.stage, h.state, h.giver::text,
      h.receiver::text, h.receiver_dept as "receiverDept", h.revision, h.return_reason as "returnReason", h.project
    from handover h join f_consult_project p on p.id = h.consult_project where h.id = ${id} for update of h`.execute(
    tx,
  );
  const [stored] = rows;
  if (stored === undefined || (await rowOf(tx, handoverListView, ctx, id)) === undefined)
    throw notFound('移交单不存在，或您没有查看它的权限');
  return stored;
};

/** One of the department that gets it signs for it, or whoever takes the project over; never whoever hands it over. */
export const maySign = (
  session: Session,
  { giver, receiver }: Pick<Stored, 'giver' | 'receiver'>,
  dept: string,
): boolean =>
  session.userId !== giver &&
  (session.userId === receiver || (session.deptId !== '' && isWithin(session.deptId, dept)));

/** What goes along with every project; the first five always. */
const PAPERS = [
  '合同',
  '方案',
  '计算书',
  '图纸',
  '设备清单',
  '投标文件',
  '价格测算',
  '客户承诺函',
  '会议纪要',
] as const;
const REQUIRED = 5;

const freshItems = (): Item[] =>
  PAPERS.map((name, at) => ({
    Id: null,
    name,
    required: at < REQUIRED,
    given: false,
    copies: null,
    edition: null,
    lackNote: null,
    supplyOn: null,
    suppliedOn: null,
    dept: null,
    file: null,
    signedBy: null,
    signedAt: null,
    mine: false,
  }));

interface Head {
  readonly name: string;
  readonly owner: string;
  readonly mode: string;
  readonly area: string | null;
  readonly price: string | null;
  readonly on: string | null;
}

const headOf = async (db: Db | Tx, project: string): Promise<Head> => {
  const { rows } = await sql<Head>`
    select p.project_name as name, coalesce(p.owner_name, '') as owner, coalesce(p.intent_mode, '') as mode, p.total_area::text as area,
      d.amount::text as price, d.deal_on::text as "on"
    from f_consult_project p left join ${sql.raw(DEALS)} d on d.consult_project = p.id where p.id = ${project}`.execute(
    db,
  );
  const [head] = rows;
  if (head === undefined) throw notFound('咨询项目不存在');
  return head;
};

/** What the offer that was taken says the company has promised. */
const promisedIn = async (db: Db, project: string): Promise<Detail['promises']> => {
  const { rows } = await sql<{ serial: string; days: number; months: number; price: string | null }>`
    select o.serial, o.period_days as days, o.warranty_months as months, o.deal_price::text as price
    from f_offer o where o.consult_project = ${project} and o.status = 'approved' and o.customer_result = '成交' order by o.id desc limit 1`.execute(
    db,
  );
  const [offer] = rows;
  if (offer === undefined) return [];
  const basis = `报价单 ${offer.serial}`;
  const clause = (name: string, value: string, responsible: string) => ({
    clause: name,
    value,
    basis,
    controllable: true,
    responsible,
  });
  return [
    clause('工期', `${offer.days} 天`, '工程'),
    clause('质保期', `${offer.months} 个月`, '工程'),
    ...(offer.price === null ? [] : [clause('成交价', `${offer.price} 元`, '商务')]),
  ];
};

const contactsOf = async (db: Db, project: string): Promise<Detail['risks']> => {
  const { rows } = await sql<{ contact: string; phone: string | null }>`
    select concat_ws(' ', contact_name, post) as contact, mobile as phone from f_consult_project_contacts
    where parent_id = ${project} order by row_no`.execute(db);
  return rows.map((row) => ({ ...row, matter: null, level: null, response: null, owner: null, dueOn: null }));
};

const namesOf = async (
  db: Db,
  people: readonly (string | null)[],
  depts: readonly (string | null)[],
  project: string | null,
): Promise<Record<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, user_name as name from app_user where id = any(${people.filter((id) => id !== null)}::bigint[])
    union all select id, name from dept where id = any(${depts.filter((id) => id !== null)}::text[])
    union all select code, name from project where code = ${project}`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
};

/** What a handover that nobody registered yet begins with. @throws notFound where none waits */
export const freshHandover = async (ctx: Ctx, consultProject: string, stage?: Stage): Promise<Detail> => {
  const waiting = await rowOf(ctx.db, waitingHandoversView, ctx, `p${consultProject}`);
  if (waiting === undefined) throw notFound('没有待移交的项目：尚未签约、已经登记，或您没有查看它的权限');
  const [head, promises, risks] = await Promise.all([
    headOf(ctx.db, consultProject),
    promisedIn(ctx.db, consultProject),
    contactsOf(ctx.db, consultProject),
  ]);
  return {
    Id: null,
    code: null,
    revision: 0,
    consultProject,
    projectName: head.name,
    ownerName: head.owner,
    intentMode: head.mode,
    totalArea: head.area,
    dealPrice: head.price,
    dealOn: head.on,
    stage: stage ?? (waiting['stage'] as Stage),
    state: '待移交',
    giver: ctx.session.userId,
    receiver: null,
    returnReason: null,
    project: null,
    items: freshItems(),
    promises,
    risks,
    events: [],
    labels: { [ctx.session.userId]: ctx.session.userName },
    may: { write: holds(ctx.session, REGISTER, 'add'), decide: false, supply: false },
  };
};

const itemsOf = async (ctx: Ctx, of: Stored): Promise<Item[]> => {
  const { rows } = await sql<Omit<Item, 'mine'>>`
    select id::text as "Id", name, required, given, copies, edition, lack_note as "lackNote", supply_on::text as "supplyOn",
      supplied_on::text as "suppliedOn", dept, file, signed_by::text as "signedBy",
      to_char(signed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "signedAt"
    from handover_item where handover = ${of.id} order by row_no, id`.execute(ctx.db);
  const signing = of.state === '待接收' || of.state === '已接收';
  return rows.map((item) => ({
    ...item,
    mine: signing && item.given && item.signedBy === null && maySign(ctx.session, of, item.dept ?? ''),
  }));
};

/** @throws notFound where the person may not see it */
export const showHandover = async (ctx: Ctx, id: string): Promise<Detail> => {
  const of = await ctx.db.transaction().execute((tx) => lockHandover(ctx, tx, id));
  const [head, items, promises, risks, events] = await Promise.all([
    headOf(ctx.db, of.consultProject),
    itemsOf(ctx, of),
    sql<Detail['promises'][number]>`select clause, value, basis, controllable, responsible from handover_promise
      where handover = ${id} order by row_no`.execute(ctx.db),
    sql<
      Detail['risks'][number]
    >`select contact, phone, matter, level, response, owner::text, due_on::text as "dueOn" from handover_risk
      where handover = ${id} order by row_no`.execute(ctx.db),
    sql<
      Detail['events'][number]
    >`select to_char(e.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at, u.user_name as actor, e.action, e.note
      from handover_event e join app_user u on u.id = e.actor where e.handover = ${id} order by e.id`.execute(ctx.db),
  ]);
  const me = ctx.session.userId;
  const people = [of.giver, of.receiver, ...items.map((item) => item.signedBy), ...risks.rows.map((row) => row.owner)];
  const labels = await namesOf(
    ctx.db,
    people,
    items.map((item) => item.dept),
    of.project,
  );
  const edits = holds(ctx.session, REGISTER, 'edit');
  return {
    Id: id,
    code: of.code,
    revision: of.revision,
    consultProject: of.consultProject,
    projectName: head.name,
    ownerName: head.owner,
    intentMode: head.mode,
    totalArea: head.area,
    dealPrice: head.price,
    dealOn: head.on,
    stage: of.stage,
    state: of.state,
    giver: of.giver,
    receiver: of.receiver,
    returnReason: of.returnReason,
    project: of.project,
    items,
    promises: promises.rows,
    risks: risks.rows,
    events: events.rows,
    labels,
    may: {
      write: edits && me === of.giver && (of.state === '移交中' || of.state === '退回'),
      decide: edits && me === of.receiver && of.state === '待接收',
      supply: edits && me === of.giver && of.state === '已接收',
    },
  };
};

/** Papers are seen with their handover. */
export const seesHandoverPaper: SeesPaper = async (db, session, id) =>
  (holds(session, REGISTER, 'search') || holds(session, LIST, 'search')) &&
  (await rowOf(db, handoverListView, { session, now: new Date() }, id)) !== undefined;
