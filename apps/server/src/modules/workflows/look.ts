/** Modules with their chains, one module with its versions, and who would handle its steps somewhere. */
import type {
  workflowIndex,
  WorkflowRow,
  workflowPeople,
  WorkflowVersions,
  workflowVersions,
} from '@hengneng/contracts';
import { byWords, chainBodyOf } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Facts } from '../../engine/approval/index.ts';
import { resolve } from '../../engine/approval/people.ts';
import { chainInForce, chainsInForce, type Engine } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { moduleGroupName, pinyinOf } from '../identity/index.ts';
import { moduleNumbers, periodOf, runningByChain } from './numbers.ts';
import { chainAt, draftOf, moduleAt, peopleIn, publishedOf, stampOf } from './versions.ts';

type Index = z.input<typeof workflowIndex.output>;

export const listWorkflows = async (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof workflowIndex.input>,
): Promise<Index> => {
  const { db, now } = ctx;
  const period = periodOf(input.range, now);
  const [numbers, running, stored] = await Promise.all([
    moduleNumbers(db, period, now),
    runningByChain(db),
    sql<{ module_id: string; version: number | null; who: string }>`
      select distinct on (c.module_id, c.version is null) c.module_id, c.version, coalesce(u.user_name, '') as who
        from wf_chain c left join app_user u on u.id = coalesce(c.published_by, c.saved_by)
       order by c.module_id, c.version is null, c.version desc`.execute(db),
  ]);
  const rows: WorkflowRow[] = [];
  for (const { module, chain, version, publishedAt, unfit } of await chainsInForce(db, engine.catalog)) {
    const { title, procedureId, area, relaunch } = module.form.identity;
    const own = stored.rows.filter((row) => row.module_id === module.id);
    const counted = numbers.get(module.id);
    rows.push({
      moduleId: module.id,
      ProcedureId: procedureId,
      module: title,
      pinyin: pinyinOf(title),
      area,
      areaName: moduleGroupName(area),
      version,
      unfit,
      publishedAt: publishedAt?.toISOString() ?? null,
      publishedBy: version === 0 ? null : (own.find((row) => row.version !== null)?.who ?? null),
      draftBy: own.find((row) => row.version === null)?.who ?? null,
      steps: chain.steps.map((step) => ({ name: step.name, by: byWords(step.by) })),
      running: running.filter((row) => row.module_id === module.id).reduce((sum, row) => sum + row.n, 0),
      averageHours: counted?.averageHours ?? null,
      elapsedHours: counted?.elapsedHours ?? null,
      overdueRate: counted?.overdueRate ?? null,
      rejectRate: counted?.rejectRate ?? null,
      relaunch: relaunch === true,
    });
  }
  return { ...period, rows };
};

export const readVersions = async (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof workflowVersions.input>,
): Promise<WorkflowVersions> => {
  const { db } = ctx;
  const module = moduleAt(engine, input.ProcedureId);
  const [published, draft, running, current] = await Promise.all([
    publishedOf(db, module.id),
    draftOf(db, module.id),
    runningByChain(db, module.id),
    chainInForce(db, module),
  ]);
  const own = chainBodyOf(module.form.definition);
  const all = [
    ...published,
    {
      version: 0,
      chain: own,
      hash: module.ownChain.hash,
      note: '程序内置的流程',
      basedOn: 0,
      repeats: null,
      publishedAt: null,
      publishedBy: '',
    },
  ];
  // Versions that say the same share their records: they are counted at the newest of them.
  const counted = new Set<string>();
  const versions = all.map(({ hash, publishedAt, ...version }) => {
    const known = counted.has(hash);
    counted.add(hash);
    return {
      ...version,
      publishedAt: publishedAt?.toISOString() ?? null,
      running: known ? 0 : (running.find((row) => row.hash === hash)?.n ?? 0),
    };
  });
  const texts = [...all.map((version) => version.chain), ...(draft === undefined ? [] : [draft.chain])];
  const names = await engine.deps.directory.userNames(db, [...new Set(texts.flatMap(peopleIn))]);
  return {
    moduleId: module.id,
    module: module.form.identity.title,
    inForce: current.version,
    unfit: current.unfit,
    versions,
    draft:
      draft === undefined
        ? null
        : {
            stamp: stampOf(draft),
            chain: draft.chain,
            basedOn: draft.basedOn,
            savedBy: draft.savedByName,
            savedAt: draft.savedAt.toISOString(),
          },
    people: [...names].map(([UserId, UserName]) => ({ UserId, UserName })),
    elsewhere: running.filter((row) => row.hash !== current.chain.hash).reduce((sum, row) => sum + row.n, 0),
  };
};

export const peopleAt = async (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof workflowPeople.input>,
): Promise<z.input<typeof workflowPeople.output>> => {
  const module = moduleAt(engine, input.ProcedureId);
  const { text } = await chainAt(ctx.db, module, input.Version);
  if (input.project !== undefined) {
    const { rows } = await sql`select 1 from project where code = ${input.project}`.execute(ctx.db);
    if (rows.length === 0) throw invalid([{ path: 'project', message: '项目不存在' }]);
  }
  const facts: Facts = {
    title: '',
    serial: null,
    starterId: '0',
    starterDept: input.dept ?? '',
    projectCode: input.project ?? null,
    amount: null,
    evaluate: () => true,
    usersOf: () => [],
  };
  const rows: { key: string; people: string[]; why: string }[] = [];
  for (const { key, by } of text.steps) {
    const open = by === 'applicant' || by === 'chosen' || by.startsWith('field(');
    const found = open ? { people: [], why: byWords(by) } : await resolve(ctx.db, engine.deps.directory, by, facts);
    rows.push({ key, people: found.people.map((person) => person.userName), why: found.why });
  }
  return { rows };
};
