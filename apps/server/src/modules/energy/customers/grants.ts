/** 客户展示授权: given for a time, to some projects; a number told once, changed for another, or stopped. */
import {
  CUSTOMER_ITEMS,
  type CustomerItem,
  type CustomerShow,
  type CustomerShowAnswer,
  type CustomerShowList,
  type customerShowRead,
  type customerShowWrite,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { addDays, CHINA, dayAt } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { newSecret, secretHash as hashOf, toldOnce } from '../../../platform/auth/secrets.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';

type Written = z.output<typeof customerShowWrite>;
type Issued = Extract<Written, { Action: 'issue' }>;

export const SHOW_SCREEN = shortCodeOf('/operationContent/operationProjectManage');
const YEAR = 365;
/** What is kept of an act, and answered again where its request comes twice. */
interface Kept {
  readonly id: string;
  /** Null where there is no new number. */
  readonly hash: string | null;
  readonly version: number;
}

const headOf = (number: string): string => `${number.slice(0, 4)}***`;

/** Amounts of a customer's projects are his who answers for all projects. */
const mayShowMoney = ({ session }: Ctx): boolean => session.roles.includes('operationDirector');
const mayGrant = (ctx: Ctx): boolean => holds(ctx.session, SHOW_SCREEN, 'edit') || mayShowMoney(ctx);

interface Stored extends Omit<CustomerShow, 'State' | 'Projects' | 'MoreProjects'> {
  readonly Projects: readonly { readonly Code: string; readonly Name: string; readonly Seen: boolean }[];
  readonly Disabled: boolean;
}

const stateOf = ({ Disabled, From, To }: Stored, today: string): CustomerShow['State'] =>
  Disabled ? '已停用' : today < From ? '未生效' : today > To ? '已到期' : '有效';

export async function readGrants(
  ctx: Ctx,
  { ProjectCode }: z.output<typeof customerShowRead>,
): Promise<CustomerShowList> {
  const { code } = await seenProject(ctx, ctx.db, ProjectCode);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const { rows } = await sql<Stored>`
    select s.id::text as "Id", s.number_head as "CustomerNO", s.customer_name as "CustomerName", s.items as "Items",
      s.show_money as "ShowMoney", s.valid_from::text as "From", s.valid_to::text as "To", s.reason as "Reason", u.user_name as "By",
      to_jsonb(s.created_at) #>> '{}' as "At", to_jsonb(s.rotated_at) #>> '{}' as "RotatedAt", s.disabled_at is not null as "Disabled",
      coalesce(d.user_name, '') as "DisabledBy", s.disable_reason as "DisableReason", s.visits as "Visits",
      to_jsonb(s.visited_at) #>> '{}' as "LastVisit", s.version as "Version",
      (select jsonb_agg(jsonb_build_object('Code', p.code, 'Name', p.name, 'Seen', ${projectsVisible(ctx.session, 'p')}) order by p.code)
        from customer_show_project sp join project p on p.code = sp.project_code where sp.show_id = s.id) as "Projects"
    from customer_show s join app_user u on u.id = s.created_by left join app_user d on d.id = s.disabled_by
    where exists (select from customer_show_project sp where sp.show_id = s.id and sp.project_code = ${code})
    order by s.id desc limit 200`.execute(ctx.db);
  return {
    rows: rows.map((row): CustomerShow => {
      const { Disabled: _, Projects, ...rest } = row;
      const seen = Projects.filter(({ Seen }) => Seen);
      return {
        ...rest,
        Projects: seen.map(({ Code, Name }) => ({ Code, Name })),
        MoreProjects: Projects.length - seen.length,
        State: stateOf(row, today),
      };
    }),
    CanGrant: mayGrant(ctx),
    CanShowMoney: mayShowMoney(ctx),
  };
}

const wordsOf = (all: readonly CustomerItem[]): string => all.map((one) => CUSTOMER_ITEMS[one]).join('、');

async function issue(ctx: Ctx, tx: Tx, input: Issued, number: string): Promise<Kept> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  if (input.To < input.From) throw invalid([{ path: 'To', message: '到期日不能早于生效日' }]);
  if (input.To < today) throw invalid([{ path: 'To', message: '到期日已过' }]);
  if (input.To > addDays(input.From, YEAR)) throw invalid([{ path: 'To', message: '到期日最多为生效后一年' }]);
  if (input.ShowMoney && !mayShowMoney(ctx))
    throw invalid([{ path: 'ShowMoney', message: '显示金额须由运营总监签发' }]);
  const projects = [];
  for (const code of new Set(input.ProjectCodes)) projects.push(await seenProject(ctx, tx, code));
  const { rows } = await sql<{ id: string }>`
    insert into customer_show (customer_name, items, show_money, valid_from, valid_to, number_hash, number_head, reason, created_by)
    values (${input.CustomerName}, ${[...new Set(input.Items)]}::text[], ${input.ShowMoney}, ${input.From}, ${input.To},
      ${hashOf(number)}, ${headOf(number)}, ${input.Reason}, ${ctx.session.userId}::bigint) returning id::text`.execute(
    tx,
  );
  const Id = rows[0]?.id ?? '';
  await sql`insert into customer_show_project (show_id, project_code)
    select ${Id}::bigint, unnest(${projects.map(({ code }) => code)}::text[])`.execute(tx);
  await trail(tx, ctx, {
    kind: '权限',
    action: '签发客户编号',
    object: `${input.CustomerName} ${headOf(number)}`,
    summary: input.Reason,
    after: {
      项目: projects.map(({ name }) => name).join('、'),
      可看内容: wordsOf(input.Items),
      显示金额: input.ShowMoney ? '是' : '否',
      有效期: `${input.From} 至 ${input.To}`,
    },
  });
  return { id: Id, hash: hashOf(number), version: 1 };
}

interface Held {
  readonly customer: string;
  readonly head: string;
  readonly version: number;
  readonly disabled: boolean;
  readonly expired: boolean;
  readonly money: boolean;
  /** Projects of it that the person does not see. */
  readonly unseen: number;
  readonly seen: number;
}

/** Who changes a grant answers for all of its projects. @throws notFound, forbidden, conflict, refused */
async function hold(ctx: Ctx, tx: Tx, id: string, version: number): Promise<Held> {
  const { rows } = await sql<Held>`
    select s.customer_name as customer, s.number_head as head, s.version, s.disabled_at is not null as disabled,
      s.valid_to < ${dayAt(ctx.now.getTime(), CHINA)} as expired, s.show_money as money,
      (select count(*)::int from customer_show_project sp join project p on p.code = sp.project_code
        where sp.show_id = s.id and not (${projectsVisible(ctx.session, 'p')})) as unseen,
      (select count(*)::int from customer_show_project sp join project p on p.code = sp.project_code
        where sp.show_id = s.id and (${projectsVisible(ctx.session, 'p')})) as seen
    from customer_show s where s.id = ${id}::bigint for update of s`.execute(tx);
  const [held] = rows;
  if (held === undefined || held.seen === 0) throw notFound('授权不存在，或您没有查看它的权限');
  if (held.unseen > 0) throw forbidden(`该授权还包含您看不到的 ${held.unseen} 个项目，请由能看到全部项目的人处理`);
  if (held.version !== version) throw conflict('该授权已被他人修改，请刷新后再操作');
  if (held.disabled) throw refused('该客户编号已停用');
  return held;
}

const act = (ctx: Ctx, input: Written, number: string): Promise<Kept> =>
  ctx.write(async (tx) => {
    if (input.Action === 'issue') return issue(ctx, tx, input, number);
    const held = await hold(ctx, tx, input.Id, input.Version);
    const by = ctx.session.userId;
    const version = held.version + 1;
    if (input.Action === 'disable') {
      await sql`update customer_show set disabled_by = ${by}::bigint, disabled_at = app_now(), disable_reason = ${input.Reason},
        version = ${version} where id = ${input.Id}::bigint`.execute(tx);
      await trail(tx, ctx, {
        kind: '权限',
        action: '停用客户编号',
        object: `${held.customer} ${held.head}`,
        summary: input.Reason,
      });
      return { id: input.Id, hash: null, version };
    }
    if (held.expired) throw refused('该授权已到期，请重新签发');
    if (held.money && !mayShowMoney(ctx)) throw forbidden('显示金额的授权须由运营总监轮换');
    await sql`update customer_show set number_hash = ${hashOf(number)}, number_head = ${headOf(number)}, rotated_by = ${by}::bigint,
      rotated_at = app_now(), version = ${version} where id = ${input.Id}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '权限',
      action: '轮换客户编号',
      object: `${held.customer} ${held.head}`,
      summary: input.Reason,
      after: { 新编号: headOf(number) },
    });
    return { id: input.Id, hash: hashOf(number), version };
  });

/** 16 bytes as text: 22 characters. */
const NUMBER_BYTES = 16;

export async function writeGrant(ctx: Ctx, input: Written): Promise<CustomerShowAnswer> {
  if (!mayGrant(ctx)) throw forbidden();
  const number = newSecret(NUMBER_BYTES);
  const { id, hash, version } = await act(ctx, input, number);
  return { Id: id, CustomerNO: toldOnce(number, hash), Version: version };
}
