/** 催收: what was said and promised, and telling a project to ask. */
import type { statementCollect, statementCollectOrder } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { trail } from '../../platform/audit/trail.ts';
import { projectsVisible } from '../projects/index.ts';
import { askedContract } from './contract.ts';

const check = (now: string, input: z.output<typeof statementCollect.input>): void => {
  const errors: { path: string; message: string }[] = [];
  const { calledOn, promisedOn = null, promisedAmount = null } = input;
  if (calledOn > now) errors.push({ path: 'calledOn', message: '催收日期不能晚于今天' });
  if (promisedOn !== null && promisedOn < now) errors.push({ path: 'promisedOn', message: '承诺日不早于今天' });
  if (promisedAmount !== null && Number(promisedAmount) === 0)
    errors.push({ path: 'promisedAmount', message: '承诺金额应大于零' });
  if (promisedAmount !== null && promisedOn === null)
    errors.push({ path: 'promisedOn', message: '填写承诺金额时请填写承诺付款日' });
  if (errors.length > 0) throw invalid(errors);
};

/** Notes how a customer was asked. The day of a promise brings a to-do where nothing came in (`promises.ts`). */
export const collect = async (
  ctx: Ctx,
  input: z.output<typeof statementCollect.input>,
): Promise<{ readonly Id: string }> => {
  check(today(ctx.now), input);
  return ctx.write(async (tx) => {
    const contract = await askedContract(ctx, tx, input.ContractCode);
    const { calledOn, way, counterpart, content, promisedOn = null, promisedAmount = null } = input;
    const { rows } = await sql<{ id: string }>`
      insert into collection_note (contract, called_on, way, counterpart, content, promised_on, promised_amount, collector)
      values (${contract.code}, ${calledOn}, ${way}, ${counterpart}, ${content}, ${promisedOn}, ${promisedAmount}, ${ctx.session.userId})
      returning id::text as id`.execute(tx);
    await trail(tx, ctx, {
      kind: '单据',
      action: '记催收',
      object: `合同 ${contract.code}`,
      summary: `${way}：${content}`,
      after: { calledOn, counterpart, promisedOn, promisedAmount },
    });
    return { Id: rows[0]?.id ?? '' };
  });
};

/** Hands a project's manager the collection of what it is owed, by a day. */
export const orderCollection = async (
  ctx: Ctx,
  engine: Engine,
  { ProjectCode, dueOn, content }: z.output<typeof statementCollectOrder.input>,
): Promise<{ readonly ok: true }> => {
  if (dueOn < today(ctx.now)) throw invalid([{ path: 'dueOn', message: '完成期限不能早于今天' }]);
  return ctx.write(async (tx) => {
    const { rows } = await sql<{ name: string; manager: string | null; area_manager: string | null }>`
      select p.name, p.manager::text, d.manager::text as area_manager from project p join dept d on d.id = p.area
      where p.code = ${ProjectCode} and ${projectsVisible(ctx.session, 'p')}`.execute(tx);
    const [project] = rows;
    if (project === undefined) throw notFound('项目不存在，或您没有查看它的权限');
    const to = project.manager ?? project.area_manager;
    if (to === null) throw invalid([{ path: 'ProjectCode', message: '该项目没有项目经理和区域经理，无法下达' }]);
    const services = followUps(
      { deps: engine.deps, tx, now: ctx.now, module: { id: 'userSettlement' } },
      'collection.order',
      { id: '0', project: ProjectCode },
    );
    await services.todo({
      kind: '催收',
      title: `${project.name}：${content}（${ctx.session.userName}下达）`,
      project: ProjectCode,
      to: [to],
      due: dueOn,
    });
    await trail(tx, ctx, {
      kind: '单据',
      action: '下达催收',
      object: `项目 ${ProjectCode}`,
      summary: content,
      after: { dueOn, to },
    });
    return { ok: true };
  });
};
