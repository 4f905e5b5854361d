/** What hangs on a person: everything that somebody else has to have once they are gone. */
import type { HandoverKind, HandoverLine } from '@hengneng/contracts';
import { isArea, isModuleId, MODULES } from '@hengneng/core';
import { usersIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { chainsInForce, clock, type Engine } from '../../engine/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { heldNow, waitingFor } from '../identity/index.ts';

/** A line with what is needed to carry it out. */
export interface Line extends Omit<HandoverLine, 'problem'> {
  /** Id of the task, record, role, department, project or delegation. */
  readonly id: string;
  readonly moduleId: string | null;
}

type Source = (db: Db | Tx, engine: Engine, userId: string, now: Date) => Promise<readonly Line[]>;

const titleOf = (moduleId: string): string => (isModuleId(moduleId) ? MODULES[moduleId].title : moduleId);
const procedureOf = (moduleId: string): number | null => (isModuleId(moduleId) ? MODULES[moduleId].procedureId : null);

const line = (
  kind: HandoverKind,
  id: string,
  words: { readonly title: string; readonly note: string },
  more: Partial<Line> = {},
): Line => ({
  key: `${kind}:${id}`,
  kind,
  id,
  moduleId: null,
  ProcedureId: null,
  BusinessId: null,
  alone: false,
  suggested: true,
  act: 'give',
  ...words,
  ...more,
});

const ofRecord = (moduleId: string, businessId: string) => ({
  moduleId,
  ProcedureId: procedureOf(moduleId),
  BusinessId: businessId,
});

const noteOf = (moduleId: string, serial: string | null, rest: string): string =>
  [titleOf(moduleId), serial, rest].filter((word) => word !== null && word !== '').join(' · ');

const tasks: Source = async (db, _engine, userId) =>
  (await waitingFor(db, userId)).map((task) =>
    line(
      'task',
      task.NodeRecordId,
      { title: task.title, note: noteOf(task.moduleId, task.serial, task.step) },
      { ...ofRecord(task.moduleId, task.BusinessId), alone: task.alone },
    ),
  );

/** Records on their way that the person filed: whoever files them goes on with what was returned and does the applicant's own steps. */
const records: Source = async (db, _engine, userId) => {
  const { rows } = await sql<{
    module: string;
    id: string;
    serial: string | null;
    title: string;
    step: string | null;
    own: boolean;
  }>`select i.module_id as module, i.biz_id::text as id, i.serial, i.title, r.name as step,
      i.status = 'returned' or exists (select from jsonb_array_elements(d.chain -> 'steps') with ordinality s(step, n)
        where s.step ->> 'by' = 'applicant' and s.n > r.step_index) as own
    from wf_instance i join wf_definition d on d.id = i.definition_id left join wf_node_run r on r.id = i.current_run
    where i.starter = ${userId} and i.status in ('running', 'returned') order by i.id`.execute(db);
  return rows.map((row) =>
    line(
      'record',
      `${row.module}:${row.id}`,
      {
        title: row.title,
        note: noteOf(
          row.module,
          row.serial,
          row.own ? `${row.step ?? ''}，还要由申请人办理` : `${row.step ?? ''}，不再需要申请人`,
        ),
      },
      { ...ofRecord(row.module, row.id), alone: row.own, suggested: row.own },
    ),
  );
};

const roles: Source = async (db, engine, userId) => {
  const { rows } = await sql<{ id: string; code: string; name: string; post: string | null; others: number }>`
    select r.id::text, r.code, r.name, case when not exists (select from role_member m where m.user_id = h.user_id and m.role_id = r.id)
        then h.post end as post, (select count(*)::int from user_role o join app_user u on u.id = o.user_id and u.state = 'active'
        where o.role_id = r.id and o.user_id <> ${userId} and ${heldNow('o')}) as others
      from user_role h join role r on r.id = h.role_id where h.user_id = ${userId} order by r.sort, r.id`.execute(db);
  const chains = await chainsInForce(db, engine.catalog);
  // Modules some of whose steps ask for people of a role.
  const asking = (role: string): number =>
    chains.filter(({ chain }) => chain.steps.some((step) => step.by === `role(${role})` || step.among === role)).length;
  return rows.map(({ id, code, name, post, others }) => {
    const used = asking(code);
    const alone = others === 0 && used > 0;
    const note =
      others > 0
        ? `另有${others}人担任`
        : used > 0
          ? `没有其他人担任，${used}个模块的步骤将找不到处理人`
          : '没有其他人担任';
    // What a post brings along goes with the post: whoever has it next has the role, and nobody keeps it beside that.
    if (post !== null)
      return line(
        'role',
        id,
        {
          title: name,
          note: `随岗位「${post}」自动加入，由接任该岗位的人自动担任；${note}${alone ? '，请安排人接任或在角色管理加入' : ''}`,
        },
        { alone, act: 'know', suggested: false },
      );
    return line('role', id, { title: name, note }, { alone, suggested: alone });
  });
};

const depts: Source = async (db, _engine, userId) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from dept where manager = ${userId} and state = 'active' order by id`.execute(db);
  return rows.map(({ id, name }) =>
    line(
      'dept',
      id,
      { title: name, note: isArea(id) ? '区域经理步骤由其处理' : '部门负责人步骤由其处理' },
      { alone: true },
    ),
  );
};

const projects: Source = async (db, _engine, userId) => {
  const { rows } = await sql<{ code: string; name: string; others: number }>`
    select p.code, p.name, (select count(*)::int from user_project o join app_user u on u.id = o.user_id and u.state = 'active'
        join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.code = 'projectManager'
        where o.project_code = p.code and u.id <> ${userId} and ${heldNow('o')} and ${heldNow('ur')}) as others
      from project p where p.manager = ${userId} order by p.code`.execute(db);
  return rows.map(({ code, name, others }) =>
    line('project', code, { title: name, note: code }, { alone: others === 0 }),
  );
};

const members: Source = async (db, _engine, userId) => {
  const { rows } = await sql<{ code: string; name: string; role: string | null }>`
    select p.code, p.name, up.project_role as role from user_project up join project p on p.code = up.project_code
     where up.user_id = ${userId} order by p.code`.execute(db);
  return rows.map(({ code, name, role }) =>
    line('member', code, { title: name, note: [code, role].filter(Boolean).join(' · ') }),
  );
};

const delegations: Source = async (db, _engine, userId, now) => {
  const { rows } = await sql<{ id: string; owner: string; delegate: string; from: Date; to: Date }>`
    select d.id::text, o.user_name as owner, g.user_name as delegate, d.starts_at as "from", d.ends_at as "to"
      from wf_delegation d join app_user o on o.id = d.owner join app_user g on g.id = d.delegate
     where ${userId} in (d.owner, d.delegate) and d.ended_at is null and d.ends_at > ${now} order by d.id`.execute(db);
  return rows.map((row) =>
    line(
      'delegation',
      row.id,
      { title: `${row.delegate}代${row.owner}`, note: `${clock(row.from, now)}至${clock(row.to, now)}，随交接终止` },
      { act: 'end' },
    ),
  );
};

/** Steps of chains in force that name the person: whoever changes the chain asks somebody else. */
const chains: Source = async (db, engine, userId) => {
  const named = (await chainsInForce(db, engine.catalog)).flatMap(({ module, chain }) =>
    chain.steps.flatMap((step) => {
      const people = usersIn(step.by) ?? [];
      return people.includes(userId) ? [{ module, step, others: people.filter((one) => one !== userId) }] : [];
    }),
  );
  const asked = [...new Set(named.flatMap(({ others }) => others))];
  const there = new Set((await engine.deps.directory.people(db, asked)).map((person) => person.userId));
  return named.map(({ module, step, others }) => {
    const left = others.filter((one) => there.has(one)).length;
    return line(
      'chain',
      `${module.id}:${step.key}`,
      {
        title: titleOf(module.id),
        note: `步骤「${step.name}」${left > 0 ? `另有${left}人处理` : '只指定了其一人，今后上报上级'}，请在流程管理改由他人处理`,
      },
      { alone: left === 0, act: 'know', suggested: false },
    );
  });
};

/** Records on their way whose later steps are asked of the person by name: they go to whoever is above, unless the record says otherwise. */
const fields: Source = async (db, engine, userId) => {
  const found: Line[] = [];
  for (const { module, chain } of await chainsInForce(db, engine.catalog)) {
    for (const [index, step] of chain.steps.entries()) {
      const field = /^field\((\w+)\)$/.exec(step.by)?.[1];
      const column = field === undefined ? undefined : module.sql.column('f', field);
      if (column === undefined || field === 'applicant') continue;
      const { rows } = await sql<{ id: string; serial: string | null; title: string }>`
        select i.biz_id::text as id, i.serial, i.title from wf_instance i
          join ${sql.raw(module.sql.table)} f on f.id = i.biz_id join wf_node_run r on r.id = i.current_run
         where i.module_id = ${module.id} and i.status in ('running', 'returned') and r.step_index < ${index}
           and ${userId} = any(string_to_array(trim(both '{}' from ${sql.raw(column)}::text), ',')) order by i.id`.execute(
        db,
      );
      for (const row of rows)
        found.push(
          line(
            'field',
            `${module.id}:${row.id}:${step.key}`,
            {
              title: row.title,
              note: noteOf(module.id, row.serial, `步骤「${step.name}」届时上报上级，或请申请人改选`),
            },
            { ...ofRecord(module.id, row.id), act: 'know', suggested: false },
          ),
        );
    }
  }
  return found;
};

const SOURCES: readonly Source[] = [tasks, records, roles, depts, projects, members, delegations, chains, fields];

export const linesOf = async (db: Db | Tx, engine: Engine, userId: string, now: Date): Promise<readonly Line[]> => {
  const found: Line[] = [];
  for (const source of SOURCES) found.push(...(await source(db, engine, userId, now)));
  return found;
};
