/** Changes of accounts: proposed by one, agreed to or returned by another, who holds finance; switched off at once; whole numbers are shown one by one. */
import type { AccountChange, AccountKind, AccountList, AccountRead, accountWrite } from '@hengneng/contracts';
import { type FieldError, PATTERNS } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import { admits } from '../../../platform/auth/access.ts';
import type { Ctx, Session } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { fieldErrors } from '../../../platform/http/zod-messages.ts';
import { workbook } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { type Kind, masked } from './kinds.ts';

type Values = Readonly<Record<string, unknown>>;
type Act = z.output<ReturnType<typeof accountWrite<Record<never, never>>>>;
type Proposed = Extract<Act, { Action: 'propose' }>;
type Decided = Extract<Act, { Action: 'agree' | 'return' }>;

/** Under which the papers of a change are kept. */
export const ACCOUNT_PAPER = 'accountChange';
const DECIDES = ['finance', 'admin'] as const;
const REVEALS = ['finance', 'cashier', 'admin'] as const;

const holdsOne = (session: Session, roles: readonly string[]): boolean =>
  session.roles.some((role) => roles.includes(role));

const wordOf = (key: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return '（空）';
  if (key === 'AccountNo') return masked(String(value));
  if (typeof value === 'boolean') return value ? '是' : '否';
  return Array.isArray(value) ? (value.length === 0 ? '（空）' : value.join('、')) : String(value);
};

const linesOf = <V extends Values>(kind: Kind<V>, before: Values | null, after: Values): AccountChange['Lines'] =>
  Object.entries(kind.labels).flatMap(([key, label]) => {
    const [old, now] = [wordOf(key, before?.[key]), wordOf(key, after[key])];
    const same = before === null ? now === '（空）' : JSON.stringify(before[key]) === JSON.stringify(after[key]);
    return same ? [] : [{ Label: label ?? key, Before: before === null ? '' : old, After: now }];
  });

interface Waiting {
  readonly id: string;
  readonly account: string | null;
  readonly projectName: string | null;
  readonly content: Values;
  readonly reason: string;
  readonly files: AccountChange['Files'];
  readonly by: string;
  readonly byName: string;
  readonly at: string;
}

const waitingWhere = async (
  ctx: Ctx,
  db: Db | Tx,
  kind: AccountKind,
  id: string | null,
): Promise<readonly Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select c.id::text, c.account_id::text as account, p.name as "projectName", c.content, c.reason, c.files, c.proposed_by::text as by,
      u.user_name as "byName", to_jsonb(c.proposed_at) #>> '{}' as at
    from account_change c join app_user u on u.id = c.proposed_by left join project p on p.code = c.project_code
    where c.kind = ${kind} and c.state = '待确认' and (c.project_code is null or ${projectsVisible(ctx.session)})
      and (${id}::bigint is null or c.id = ${id}::bigint) order by c.id`.execute(db);
  return rows;
};

export async function listAccounts<V extends Values>(
  kind: Kind<V>,
  ctx: Ctx,
  input: AccountRead,
): Promise<AccountList> {
  const project = input.ProjectCode ? (await seenProject(ctx, ctx.db, input.ProjectCode)).code : undefined;
  const rows = await kind.list(ctx, { ...input, ProjectCode: project });
  const waiting = await waitingWhere(ctx, ctx.db, kind.id, null);
  const mayDecide = holdsOne(ctx.session, DECIDES) && admits({ screen: kind.screen, button: 'edit' }, ctx.session);
  const standing = await kind.standing(
    ctx,
    ctx.db,
    waiting.flatMap(({ account }) => account ?? []),
    false,
  );
  const changes = waiting.map((one): AccountChange => {
    const before = one.account === null ? undefined : standing.get(one.account);
    const after = kind.shape.parse(one.content);
    return {
      ChangeId: one.id,
      Id: one.account,
      Title: `${one.account === null ? '新增' : before?.enabled === false ? '重新启用' : '修改'} ${kind.nameOf(after)}`,
      ProjectName: one.projectName,
      Lines: linesOf(kind, before?.values ?? null, after),
      Reason: one.reason,
      Files: one.files,
      ProposedBy: one.byName,
      ProposedAt: one.at,
      MayDecide: mayDecide && one.by !== ctx.session.userId,
    };
  });
  return { rows, total: rows.length, Changes: changes, MayReveal: holdsOne(ctx.session, REVEALS) };
}

const need = (ctx: Ctx, screen: string, button: 'add' | 'edit' | 'delete'): void => {
  if (!admits({ screen, button }, ctx.session)) throw forbidden();
};

/** Accounts of a kind change one at a time, so that two proposals cannot both be the only one. */
const lockKind = async (tx: Tx, kind: AccountKind): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.${kind}`}, 0))`.execute(tx));

/** As it stands, locked; null where there is none that the person may see. */
const heldOne = async <V extends Values>(kind: Kind<V>, ctx: Ctx, tx: Tx, id: string) =>
  (await kind.standing(ctx, tx, [id], true)).get(id) ?? null;

const demandSound = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw invalid([...errors]);
};

async function propose<V extends Values>(kind: Kind<V>, ctx: Ctx, tx: Tx, input: Proposed & Values) {
  need(ctx, kind.screen, input.Id === null ? 'add' : 'edit');
  const before = input.Id === null ? null : await heldOne(kind, ctx, tx, input.Id);
  if (input.Id !== null && before === null) throw notFound('账户不存在，或您没有查看它的权限');
  const typed = { ...input, AccountNo: input['AccountNo'] || (before?.values['AccountNo'] ?? '') };
  const parsed = kind.shape.safeParse(typed);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  const values = parsed.data;
  const project = kind.projectOf(values);
  if (project !== null) await seenProject(ctx, tx, project);
  if (before !== null && project !== kind.projectOf(before.values))
    throw invalid([{ path: 'ProjectCode', message: '账户的项目不能改，请另行新增' }]);
  const errors: FieldError[] = [];
  const taxNo = String(values['TaxNo'] ?? '');
  // What was there from the start may be old; what is typed has to be right.
  if (taxNo !== '' && taxNo !== before?.values['TaxNo'] && !PATTERNS.creditCode.test(taxNo))
    errors.push({ path: 'TaxNo', message: PATTERNS.creditCode.message });
  if (values['AccountNo'] === '') errors.push({ path: 'AccountNo', message: '请填写账号' });
  if (before !== null && before.enabled && linesOf(kind, before.values, values).length === 0)
    errors.push({ path: 'Reason', message: '没有要修改的内容' });
  const weighs = before === null || kind.weighty.some((key) => before.values[key] !== values[key]);
  if (weighs && input.Files.length === 0)
    errors.push({ path: 'Files', message: '新增或修改户名、开户行、账号须上传依据' });
  demandSound([...errors, ...(await kind.check(ctx, tx, input.Id, values))]);
  if (input.Id !== null) {
    const { rows } =
      await sql`select 1 from account_change where kind = ${kind.id} and account_id = ${input.Id}::bigint and state = '待确认'`.execute(
        tx,
      );
    if (rows.length > 0) throw invalid([{ path: 'Reason', message: '该账户有待确认的变更，请先处理' }]);
  }
  const { rows } = await sql<{ id: string }>`
    insert into account_change (kind, account_id, project_code, content, reason, files, proposed_by)
    values (${kind.id}, ${input.Id}::bigint, ${project}, ${JSON.stringify(values)}::jsonb, ${input.Reason}, ${JSON.stringify(input.Files)}::jsonb,
      ${ctx.session.userId}) returning id::text`.execute(tx);
  const id = rows[0]?.id ?? '';
  const files = input.Files.map(({ URL }, index) => ({ path: `Files[${index}]`, URL }));
  demandSound(await bindFiles(tx, ACCOUNT_PAPER, id, files, ctx.session.userId));
  await trail(tx, ctx, {
    kind: '系统设置',
    action: `提出${kind.title}变更`,
    object: kind.nameOf(values),
    summary: input.Reason,
    after: Object.fromEntries(linesOf(kind, before?.values ?? null, values).map(({ Label, After }) => [Label, After])),
  });
  return { Id: input.Id ?? '', State: '待确认' };
}

async function decide<V extends Values>(kind: Kind<V>, ctx: Ctx, tx: Tx, input: Decided) {
  need(ctx, kind.screen, 'edit');
  if (!holdsOne(ctx.session, DECIDES)) throw forbidden('账户变更由财务复核');
  const [change] = await waitingWhere(ctx, tx, kind.id, input.ChangeId);
  if (change === undefined) throw refused('该变更已处理，或您没有查看它的权限');
  if (change.by === ctx.session.userId) throw forbidden('提出人不能确认自己的变更，收款与付款账户须双人复核');
  const values = kind.shape.parse(change.content);
  const agreed = input.Action === 'agree';
  let id = change.account ?? '';
  if (agreed) {
    // Others may have been agreed to since it was proposed.
    demandSound(
      (await kind.check(ctx, tx, change.account, values)).map(({ message }) => ({ path: 'ChangeId', message })),
    );
    id = await kind.apply(ctx, tx, change.account, values);
  }
  const state = agreed ? '已生效' : '已退回';
  await sql`update account_change set state = ${state}, account_id = ${id === '' ? null : id}::bigint, decided_by = ${ctx.session.userId},
    decided_at = app_now(), decision = ${input.Reason} where id = ${change.id}::bigint`.execute(tx);
  await trail(tx, ctx, {
    kind: '系统设置',
    action: agreed ? `同意${kind.title}变更` : `退回${kind.title}变更`,
    object: kind.nameOf(values),
    summary: input.Reason,
    after: { 账号: masked(String(values['AccountNo'])), 状态: state },
  });
  return { Id: id, State: agreed ? '生效' : '已退回' };
}

async function disable<V extends Values>(kind: Kind<V>, ctx: Ctx, tx: Tx, id: string, why: string) {
  need(ctx, kind.screen, 'delete');
  const before = await heldOne(kind, ctx, tx, id);
  if (before === null) throw notFound('账户不存在，或您没有查看它的权限');
  if (!before.enabled) throw refused('该账户已停用');
  await kind.disable(tx, id);
  await trail(tx, ctx, {
    kind: '系统设置',
    action: `停用${kind.title}`,
    object: kind.nameOf(before.values),
    summary: why,
    before: { 状态: '生效' },
    after: { 状态: '停用' },
  });
  return { Id: id, State: '停用' };
}

async function reveal<V extends Values>(kind: Kind<V>, ctx: Ctx, tx: Tx, id: string) {
  if (!holdsOne(ctx.session, REVEALS) || !admits({ screen: kind.screen, button: 'search' }, ctx.session))
    throw forbidden('完整账号由财务或出纳查看');
  const found = await heldOne(kind, ctx, tx, id);
  if (found === null) throw notFound('账户不存在，或您没有查看它的权限');
  await trail(tx, ctx, { kind: '敏感查看', action: `查看${kind.title}完整账号`, object: kind.nameOf(found.values) });
  return { Id: id, State: found.enabled ? '生效' : '停用', AccountNo: String(found.values['AccountNo']) };
}

export const saveAccount = <V extends Values>(kind: Kind<V>, ctx: Ctx, input: Act & Values): Promise<unknown> =>
  ctx.write(async (tx) => {
    await lockKind(tx, kind.id);
    switch (input.Action) {
      case 'propose':
        return propose(kind, ctx, tx, input);
      case 'agree':
      case 'return':
        return decide(kind, ctx, tx, input);
      case 'disable':
        return disable(kind, ctx, tx, input.Id, input.Reason);
      case 'reveal':
        return reveal(kind, ctx, tx, input.Id);
    }
  });

/** Numbers leave masked. */
export async function exportAccounts<V extends Values>(
  kind: Kind<V>,
  ctx: Ctx,
  input: AccountRead,
): Promise<FileAnswer> {
  const { rows } = await listAccounts(kind, ctx, input);
  const columns = Object.entries(kind.labels).filter(([key]) => key !== 'AccountNo');
  return workbook(ctx, {
    title: kind.title,
    head: ['项目编号', '项目', ...columns.map(([, label]) => label ?? ''), '账号', '状态', '确认人', '确认时间'],
    rows: rows.map((row) => [
      row.ProjectCode ?? '',
      row.ProjectName ?? '',
      ...columns.map(([key]) => wordOf(key, row.Values[key])),
      row.AccountNo,
      row.State,
      row.Editor ?? '',
      row.EditTime ?? '',
    ]),
    filters: [
      ['项目', input.ProjectCode ?? '全部'],
      ['关键字', input.Keyword],
      ['说明', '账号中间位已打码'],
    ],
  });
}
