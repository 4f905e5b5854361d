/** What happens to a handover: registered, handed in, signed for paper by paper, accepted or sent back, completed later. */
import type { projectHandOver } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { conflict, forbidden, invalid, refused } from '../../platform/http/errors.ts';
import { need } from '../identity/index.ts';
import { seenProject } from '../projects/index.ts';
import { freshHandover, HANDOVER_PAPER, lockHandover, maySign, REGISTER, type Stored } from './store.ts';

type Input = z.output<typeof projectHandOver.input>;
type Written = Extract<Input, { action: 'save' | 'submit' }>;
type Supplied = Extract<Input, { action: 'supply' }>;
type Done = { readonly Id: string; readonly revision: number };

const RUNS = '运营';

/** Raises the count of writes and notes what was done. */
const note = async (
  ctx: Ctx,
  tx: Tx,
  of: Pick<Stored, 'id' | 'code' | 'projectName'>,
  action: string,
  text: string | null = null,
): Promise<Done> => {
  await sql`insert into handover_event (handover, actor, action, note) values (${of.id}, ${ctx.session.userId}, ${action}, ${text})`.execute(
    tx,
  );
  await trail(tx, ctx, {
    kind: '单据',
    action: `项目移交${action}`,
    object: `${of.code} ${of.projectName}`,
    ...(text === null ? {} : { summary: text }),
  });
  const { rows } = await sql<{
    revision: number;
  }>`update handover set revision = revision + 1 where id = ${of.id} returning revision`.execute(tx);
  return { Id: of.id, revision: rows[0]?.revision ?? 0 };
};

const tell = async (
  engine: Engine,
  ctx: Ctx,
  tx: Tx,
  of: Pick<Stored, 'consultProject'>,
  to: readonly string[],
  title: string,
): Promise<void> => {
  const services = followUps(
    { deps: engine.deps, tx, now: ctx.now, module: { id: 'consultProject' } },
    'consultProject.handOver',
    { id: of.consultProject },
  );
  await services.todo({ kind: '项目移交', title, to: [...new Set(to)] });
};

/** What is wrong with a part, by its path in the call. */
const errorsOf = (now: string, { items, promises, risks, action }: Written): FieldError[] => {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  items.forEach((item, at) => {
    if (names.has(item.name)) errors.push({ path: `items[${at}].name`, message: `资料“${item.name}”重复` });
    names.add(item.name);
    if (item.given && item.copies == null) errors.push({ path: `items[${at}].copies`, message: '请填写份数' });
    if (item.given || !item.required) return;
    if (!item.lackNote || !item.supplyOn)
      errors.push({ path: `items[${at}].lackNote`, message: '请说明缺项并填写补交日期' });
    else if (item.supplyOn < now) errors.push({ path: `items[${at}].supplyOn`, message: '补交日期不能早于今天' });
  });
  risks.forEach((risk, at) => {
    if (!risk.contact && !risk.matter) errors.push({ path: `risks[${at}].matter`, message: '请填写联系人或风险事项' });
    if (risk.matter && !risk.level) errors.push({ path: `risks[${at}].level`, message: '请选择风险等级' });
  });
  if (items.length === 0) errors.push({ path: 'items', message: '请填写资料清单' });
  if (action === 'submit' && promises.length === 0) errors.push({ path: 'promises', message: '承诺条款至少一条' });
  return errors;
};

interface Receiver {
  readonly id: string;
  readonly dept: string;
  readonly name: string;
}

const receiverOf = async (ctx: Ctx, tx: Tx, id: string | undefined): Promise<Receiver> => {
  if (!id) throw invalid([{ path: 'receiver', message: '请选择接收人' }]);
  if (id === ctx.session.userId) throw invalid([{ path: 'receiver', message: '移交人与接收人不能是同一人' }]);
  const { rows } = await sql<Receiver>`select id::text, coalesce(dept_id, '') as dept, user_name as name from app_user
    where id = ${id} and state = 'active'`.execute(tx);
  const [receiver] = rows;
  if (receiver === undefined || receiver.dept === '')
    throw invalid([{ path: 'receiver', message: '接收人不存在、已停用或没有部门' }]);
  return receiver;
};

const nextCode = async (tx: Tx, year: string): Promise<string> => {
  const head = `YJ-${year}-`;
  const { rows } = await sql<{
    last: number;
  }>`insert into serial_counter (module_id, head, last) values ('handover', ${head}, 1)
    on conflict (module_id, head) do update set last = serial_counter.last + 1 returning last`.execute(tx);
  return `${head}${String(rows[0]?.last ?? 1).padStart(4, '0')}`;
};

const register = async (ctx: Ctx, tx: Tx, input: Written, receiver: Receiver): Promise<Stored> => {
  need(ctx.session, REGISTER, 'add');
  if (!input.consultProject) throw invalid([{ path: 'consultProject', message: '请选择咨询项目' }]);
  // Two who register it at once: the second one meets the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`handover ${input.consultProject}`}))`.execute(tx);
  const fresh = await freshHandover({ ...ctx, db: tx }, input.consultProject);
  const stage = input.stage ?? fresh.stage;
  const follows = fresh.stage === '工程到运营';
  if (follows !== (stage === '工程到运营'))
    throw invalid([
      { path: 'stage', message: follows ? '该项目已移交工程，下一段是工程到运营' : '请先办理销售到工程的移交' },
    ]);
  const code = await nextCode(tx, today(ctx.now).slice(0, 4));
  const { rows } = await sql<{ id: string }>`
    insert into handover (code, consult_project, stage, giver, giver_dept, receiver, receiver_dept)
    values (${code}, ${input.consultProject}, ${stage}, ${ctx.session.userId}, ${ctx.session.deptId}, ${receiver.id}, ${receiver.dept})
    returning id::text`.execute(tx);
  return {
    id: rows[0]?.id ?? '',
    code,
    consultProject: input.consultProject,
    projectName: fresh.projectName,
    stage,
    state: '移交中',
    giver: ctx.session.userId,
    receiver: receiver.id,
    receiverDept: receiver.dept,
    revision: 1,
    returnReason: null,
    project: null,
  };
};

const ofGiver = async (ctx: Ctx, tx: Tx, { Id, revision }: Written): Promise<Stored> => {
  const of = await lockHandover(ctx, tx, Id ?? '');
  if (of.giver !== ctx.session.userId) throw forbidden('只有移交人可以修改移交单');
  if (of.state === '已接收') throw refused('已接收的移交单不能修改，请用补交');
  if (of.state === '待接收') throw refused('移交单正等待接收，不能修改');
  if (revision == null || of.revision !== revision) throw conflict('移交单已被他人修改，请刷新后再改');
  return of;
};

/** Whether a paper is the one that was signed for. */
const SAME = sql.raw(`(i.name, i.given, i.copies, i.edition, i.file, i.dept)
  is not distinct from (n.name, n.given, n.copies, n.edition, n.file, n.dept)`);

/** Papers as they are now; what did not change keeps its signature. */
const writeItems = async (ctx: Ctx, tx: Tx, of: Stored, { items }: Written, dept: string): Promise<void> => {
  const kept = items.flatMap((item) => item.Id ?? []);
  await sql`delete from handover_item where handover = ${of.id} and id <> all(${kept}::bigint[])`.execute(tx);
  const depts = [...new Set(items.map((item) => item.dept || dept))];
  const { rows } = await sql<{
    id: string;
  }>`select id from dept where id = any(${depts}::text[]) and state = 'active'`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  const errors: FieldError[] = items.flatMap((item, at) =>
    known.has(item.dept || dept) ? [] : [{ path: `items[${at}].dept`, message: '接收部门不存在或已停用' }],
  );
  const files = items.flatMap((item, at) => (item.file ? [{ path: `items[${at}].file`, URL: item.file.URL }] : []));
  errors.push(...(await bindFiles(tx, HANDOVER_PAPER, of.id, files, ctx.session.userId)));
  if (errors.length > 0) throw invalid(errors);
  for (const [at, item] of items.entries()) {
    const file = item.file ? JSON.stringify(item.file) : null;
    const [copies, edition, lack, supply] = item.given
      ? [item.copies ?? null, item.edition ?? null, null, null]
      : [null, null, item.lackNote ?? null, item.supplyOn ?? null];
    const values = sql`${at}, ${item.name}, ${item.required}, ${item.given}, ${copies}, ${edition}, ${lack}, ${supply}, ${file}::jsonb, ${item.dept || dept}`;
    if (item.Id == null)
      await sql`insert into handover_item (handover, row_no, name, required, given, copies, edition, lack_note, supply_on, file, dept)
        values (${of.id}, ${values})`.execute(tx);
    else
      await sql`update handover_item i set row_no = n.row_no, name = n.name, required = n.required, given = n.given, copies = n.copies, edition = n.edition,
          lack_note = n.lack, supply_on = n.supply, file = n.file, dept = n.dept,
          signed_by = case when ${SAME} then i.signed_by end, signed_at = case when ${SAME} then i.signed_at end
        from (values (${at}::int, ${item.name}, ${item.required}::boolean, ${item.given}::boolean, ${copies}::int, ${edition}::text, ${lack}::text,
            ${supply}::date, ${file}::jsonb, ${item.dept || dept})) n (row_no, name, required, given, copies, edition, lack, supply, file, dept)
        where i.id = ${item.Id} and i.handover = ${of.id}`.execute(tx);
  }
};

const writeParts = async (tx: Tx, of: Stored, { promises, risks }: Written): Promise<void> => {
  await sql`delete from handover_promise where handover = ${of.id}`.execute(tx);
  await sql`delete from handover_risk where handover = ${of.id}`.execute(tx);
  for (const [at, row] of promises.entries())
    await sql`insert into handover_promise (handover, row_no, clause, value, basis, controllable, responsible)
      values (${of.id}, ${at}, ${row.clause}, ${row.value}, ${row.basis}, ${row.controllable}, ${row.responsible})`.execute(
      tx,
    );
  for (const [at, row] of risks.entries())
    await sql`insert into handover_risk (handover, row_no, contact, phone, matter, level, response, owner, due_on)
      values (${of.id}, ${at}, ${row.contact ?? null}, ${row.phone ?? null}, ${row.matter ?? null}, ${row.level ?? null}, ${row.response ?? null},
        ${row.owner ?? null}, ${row.dueOn ?? null})`.execute(tx);
};

/** Heads of the departments that have something to sign for. */
const headsOf = async (tx: Tx, id: string): Promise<readonly string[]> => {
  const { rows } = await sql<{
    manager: string;
  }>`select distinct d.manager::text as manager from handover_item i join dept d on d.id = i.dept
    where i.handover = ${id} and i.given and i.signed_by is null and d.manager is not null`.execute(tx);
  return rows.map(({ manager }) => manager);
};

export const writeHandover = (ctx: Ctx, engine: Engine, input: Written): Promise<Done> =>
  ctx.write(async (tx) => {
    const old = input.Id ? await ofGiver(ctx, tx, input) : null;
    const receiver = await receiverOf(ctx, tx, input.receiver);
    const errors = errorsOf(today(ctx.now), input);
    if (errors.length > 0) throw invalid(errors);
    const of = old ?? (await register(ctx, tx, input, receiver));
    await writeItems(ctx, tx, of, input, receiver.dept);
    await writeParts(tx, of, input);
    const state = input.action === 'submit' ? '待接收' : of.state === '退回' ? '退回' : '移交中';
    await sql`update handover set receiver = ${receiver.id}, receiver_dept = ${receiver.dept}, state = ${state},
      handed_on = ${input.action === 'submit' ? today(ctx.now) : null} where id = ${of.id}`.execute(tx);
    if (input.action === 'save') return note(ctx, tx, of, old === null ? '登记' : '修改');
    const heads = (await headsOf(tx, of.id)).filter((id) => id !== ctx.session.userId);
    await tell(
      engine,
      ctx,
      tx,
      of,
      [receiver.id, ...heads],
      `${of.projectName}（${of.code}）已提交移交，请在移交列表逐项签收`,
    );
    return note(ctx, tx, of, '提交', `接收人 ${receiver.name}`);
  });

export const signItems = (ctx: Ctx, { Id, items }: Extract<Input, { action: 'sign' }>): Promise<Done> =>
  ctx.write(async (tx) => {
    const of = await lockHandover(ctx, tx, Id);
    if (of.state !== '待接收' && of.state !== '已接收') throw refused('移交单还没有提交，不能签收');
    const { rows } = await sql<{ id: string; name: string; dept: string; given: boolean; signed: boolean }>`
      select id::text, name, dept, given, signed_by is not null as signed from handover_item
      where handover = ${Id} and id = any(${items}::bigint[]) order by row_no`.execute(tx);
    if (rows.length < new Set(items).size) throw invalid([{ path: 'items', message: '资料不存在，请刷新后再试' }]);
    for (const item of rows) {
      if (!maySign(ctx.session, of, item.dept)) throw forbidden(`“${item.name}”由接收部门签收，您不能签收`);
      if (!item.given) throw refused(`“${item.name}”尚未移交，不能签收`);
      if (item.signed) throw refused(`“${item.name}”已经签收`);
    }
    await sql`update handover_item set signed_by = ${ctx.session.userId}, signed_at = app_now()
      where id = any(${items}::bigint[])`.execute(tx);
    return note(ctx, tx, of, '签收', rows.map(({ name }) => name).join('、'));
  });

const demandReceiver = (ctx: Ctx, of: Stored): void => {
  if (of.receiver !== ctx.session.userId) throw forbidden('只有接收人可以接收或退回');
  if (of.state !== '待接收') throw refused(of.state === '已接收' ? '移交单已经接收' : '移交单还没有提交接收');
};

export const acceptHandover = (
  ctx: Ctx,
  engine: Engine,
  { Id, project }: Extract<Input, { action: 'accept' }>,
): Promise<Done> =>
  ctx.write(async (tx) => {
    const of = await lockHandover(ctx, tx, Id);
    demandReceiver(ctx, of);
    const { rows } = await sql<{ name: string }>`select name from handover_item
      where handover = ${Id} and given and signed_by is null order by row_no`.execute(tx);
    if (rows.length > 0) throw refused(`还有资料没有签收：${rows.map(({ name }) => name).join('、')}`);
    const runs = of.stage.endsWith(RUNS);
    if (runs && !project) throw invalid([{ path: 'project', message: '请选择运营项目' }]);
    const run = runs ? await seenProject(ctx, tx, project ?? '') : null;
    await sql`update handover set state = '已接收', received_on = ${today(ctx.now)}, project = ${run?.code ?? null} where id = ${Id}`.execute(
      tx,
    );
    if (run !== null) await beginEntry(ctx, engine, tx, of, run);
    await tell(engine, ctx, tx, of, [of.giver], `${of.projectName}（${of.code}）的移交已接收`);
    return note(ctx, tx, of, '接收', run === null ? null : `运营项目 ${run.name}，已生成进场交接草稿`);
  });

/** Running a site begins with its entry handover. */
const beginEntry = async (
  ctx: Ctx,
  engine: Engine,
  tx: Tx,
  of: Stored,
  run: { readonly code: string; readonly name: string },
): Promise<void> => {
  const { rows } = await sql<{ name: string; phone: string | null; dept: string }>`
    select u.user_name as name, u.phone, coalesce(d.name, '') as dept from app_user u left join dept d on d.id = u.dept_id
    where u.id = ${of.giver}`.execute(tx);
  const [giver] = rows;
  const services = followUps(
    { deps: engine.deps, tx, now: ctx.now, module: { id: 'consultProject' } },
    'consultProject.handOver',
    { id: of.consultProject, project: run.code },
  );
  await services.draft({
    module: 'entryHandover',
    applicant: ctx.session.userId,
    title: `${run.name}进场交接（项目移交 ${of.code}）`,
    values: {
      project: run.code,
      handoverType: '新建项目投运',
      handoverUnit: giver?.dept ?? '',
      handoverPerson: giver?.name ?? '',
      handoverPhone: giver?.phone ?? null,
      handoverDate: today(ctx.now),
    },
  });
};

export const returnHandover = (
  ctx: Ctx,
  engine: Engine,
  { Id, reason }: Extract<Input, { action: 'return' }>,
): Promise<Done> =>
  ctx.write(async (tx) => {
    const of = await lockHandover(ctx, tx, Id);
    demandReceiver(ctx, of);
    await sql`update handover set state = '退回', return_count = return_count + 1, return_reason = ${reason}, handed_on = null where id = ${Id}`.execute(
      tx,
    );
    await tell(engine, ctx, tx, of, [of.giver], `${of.projectName}（${of.code}）的移交被退回：${reason}`);
    return note(ctx, tx, of, '退回', reason);
  });

/** What was missing comes later, and what nobody thought of before; whoever gets it signs for it as for all else. */
export const supplyItem = (ctx: Ctx, engine: Engine, input: Supplied): Promise<Done> =>
  ctx.write(async (tx) => {
    const of = await lockHandover(ctx, tx, input.Id);
    if (of.giver !== ctx.session.userId) throw forbidden('只有移交人可以补交资料');
    if (of.state !== '已接收') throw refused('接收之后才能补交，现在请直接修改移交单');
    if (input.copies == null) throw invalid([{ path: 'copies', message: '请填写份数' }]);
    const file = input.file ? JSON.stringify(input.file) : null;
    const day = today(ctx.now);
    const name = input.item ? await fillItem(tx, input, file, day) : await addItem(tx, of, input, file, day);
    if (input.file) {
      const errors = await bindFiles(
        tx,
        HANDOVER_PAPER,
        of.id,
        [{ path: 'file', URL: input.file.URL }],
        ctx.session.userId,
      );
      if (errors.length > 0) throw invalid([...errors]);
    }
    await tell(engine, ctx, tx, of, [of.receiver], `${of.projectName}（${of.code}）补交了${name}，请签收`);
    return note(ctx, tx, of, '补交', name);
  });

const fillItem = async (tx: Tx, input: Supplied, file: string | null, day: string): Promise<string> => {
  const { rows } = await sql<{
    name: string;
  }>`update handover_item set given = true, copies = ${input.copies ?? null}, edition = ${input.edition ?? null},
      file = ${file}::jsonb, supplied_on = ${day}
    where id = ${input.item ?? null} and handover = ${input.Id} and not given returning name`.execute(tx);
  const [item] = rows;
  if (item === undefined) throw invalid([{ path: 'item', message: '该资料不存在或已经移交' }]);
  return item.name;
};

const addItem = async (tx: Tx, of: Stored, input: Supplied, file: string | null, day: string): Promise<string> => {
  if (!input.name) throw invalid([{ path: 'name', message: '请填写资料名称' }]);
  const dept = input.dept || of.receiverDept;
  const { rows } = await sql<{ dept: boolean; twice: boolean; last: number }>`
    select exists (select from dept where id = ${dept} and state = 'active') as dept,
      exists (select from handover_item where handover = ${of.id} and name = ${input.name}) as twice,
      (select coalesce(max(row_no), 0) from handover_item where handover = ${of.id}) as last`.execute(tx);
  const [found] = rows;
  if (found?.dept !== true) throw invalid([{ path: 'dept', message: '接收部门不存在或已停用' }]);
  if (found.twice) throw invalid([{ path: 'name', message: `资料“${input.name}”重复` }]);
  await sql`insert into handover_item (handover, row_no, name, required, given, copies, edition, file, dept, supplied_on)
    values (${of.id}, ${found.last + 1}, ${input.name}, false, true, ${input.copies ?? null}, ${input.edition ?? null}, ${file}::jsonb, ${dept}, ${day})`.execute(
    tx,
  );
  return input.name;
};
