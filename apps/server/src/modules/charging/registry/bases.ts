/** 计费依据: what fees are counted by. A formula is kept as its tree, once it was tried on rooms and had a value for each. */
import { evaluate, type Formula, formatFormula, type FormulaName, namesOf, parseFormula } from '@hengneng/charging';
import type { basisDelete, basisList, basisPage, BasisRow, basisSave, basisTrial } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { likeText, pageOf } from '../../identity/index.ts';
import { formulaInputs, formulaQuantitySql } from '../bills/formula.ts';
import { TODAY, visibleCommunity } from './scope.ts';

type Trial = z.output<typeof basisTrial.input>;
type Tried = z.input<typeof basisTrial.output>;
type Saved = z.output<typeof basisSave.input>;

const KIND = '收费';

export async function listBases(
  ctx: Ctx,
  input: z.output<typeof basisPage.input>,
): Promise<z.input<typeof basisPage.output>> {
  return pageOf<BasisRow>(
    ctx.db,
    input,
    sql`select q.id::text, q.version, q.name, q.source, q.unit, q.digits, trim_scale(q.min_quantity)::text as "minQuantity", q.expr,
      (select count(*)::int from fee f where f.basis_id = q.id) as fees, q.id as _order from fee_basis q where q.name ilike ${likeText(input.Keyword ?? '')}`,
    sql`_order`,
  );
}

export async function optionsOfBases(ctx: Ctx): Promise<z.input<typeof basisList.output>> {
  const { rows } = await sql<z.input<typeof basisList.output>[number]>`select q.id::text, q.name, q.source, q.unit
    from fee_basis q order by q.id`.execute(ctx.db);
  return rows;
}

const treeOf = (expr: string): Formula => {
  const read = parseFormula(expr);
  if ('fault' in read) throw invalid([{ path: 'expr', message: read.fault.message }]);
  return read.tree;
};

/** Why a formula has no value with these numbers. */
const reasonOf = (tree: Formula, values: Readonly<Partial<Record<FormulaName, string>>>): string => {
  const lacking = namesOf(tree).find((name) => values[name] === undefined);
  if (lacking !== undefined) return `房间没有${lacking}`;
  return evaluate(tree, values, 0) === null ? '除数为0，或数量过大' : '';
};

async function tryTree(ctx: Ctx, db: Db | Tx, tree: Formula, of: Trial, at = ''): Promise<Tried> {
  const community = await visibleCommunity(ctx, db, of.communityId);
  const names = namesOf(tree);
  const errors = [
    ...(names.includes('用量') && of.usage === null ? [{ path: `${at}usage`, message: '请填写试算用的用量' }] : []),
    ...(names.includes('系数') && of.factor === null ? [{ path: `${at}factor`, message: '请填写试算用的系数' }] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  const columns = {
    建筑面积: sql`a.build_area`,
    套内面积: sql`a.inner_area`,
    供能面积: sql`a.energy_area`,
    用量: sql`${of.usage}::numeric`,
    户数: sql`1::numeric`,
    系数: sql`${of.factor}::numeric`,
  };
  const quantity = formulaQuantitySql(tree, columns, {
    digits: of.digits,
    minQuantity: sql`${of.minQuantity}::numeric`,
  });
  const { rows } = await sql<{ room: string; quantity: string | null; inputs: Partial<Record<FormulaName, string>> }>`
    select r.full_code as room, trim_scale(${quantity})::text as quantity, ${formulaInputs(columns)} as inputs
    from room r left join room_area a on a.room_id = r.id and a.span @> ${TODAY}
    where r.community_id = ${community.id}::bigint and r.id = any(${of.rooms}::bigint[]) order by r.id`.execute(db);
  if (rows.length < new Set(of.rooms).size)
    throw invalid([{ path: `${at}rooms`, message: '有房间不在该小区，请重新选择' }]);
  return {
    expr: formatFormula(tree),
    rows: rows.map((row) => ({
      room: row.room,
      words: formatFormula(tree, (name) => row.inputs[name] ?? name),
      quantity: row.quantity,
      reason: row.quantity === null ? reasonOf(tree, row.inputs) : '',
    })),
  };
}

export const tryBasis = (ctx: Ctx, of: Trial): Promise<Tried> => tryTree(ctx, ctx.db, treeOf(of.expr), of);

/** A formula that was tried. @throws invalid where it was not, or a room has no value */
async function triedTree(ctx: Ctx, tx: Tx, of: Saved): Promise<Formula | null> {
  if (of.source !== '公式') return null;
  const tree = treeOf(of.expr);
  if (of.trial === null) throw invalid([{ path: 'expr', message: '请先试算，每间房都有数量后才能保存' }]);
  const { rows } = await tryTree(ctx, tx, tree, { ...of.trial, ...of }, 'trial.');
  const none = rows.find(({ quantity }) => quantity === null);
  if (none !== undefined)
    throw invalid([{ path: 'expr', message: `试算没有通过：${none.room} 算不出数量（${none.reason}）` }]);
  return tree;
}

export const saveBasis = (ctx: Ctx, of: Saved): Promise<{ id: string }> =>
  ctx.write(async (tx) => {
    const { rows: same } =
      await sql`select 1 from fee_basis where name = ${of.name} and id <> ${of.id ?? '0'}::bigint`.execute(tx);
    if (same.length > 0) throw invalid([{ path: 'name', message: '名称已存在' }]);
    const tree = await triedTree(ctx, tx, of);
    const expr = tree === null ? '' : formatFormula(tree);
    if (of.id !== null) {
      const { rows } = await sql`select 1 from fee_basis q where q.id = ${of.id}::bigint
        and (q.source, q.unit, q.digits, q.min_quantity, q.expr) is distinct from (${of.source}, ${of.unit}, ${of.digits}::int, ${of.minQuantity}::numeric, ${expr})
        and exists (select from fee f join bill b on b.fee_id = f.id where f.basis_id = q.id)`.execute(tx);
      if (rows.length > 0) throw invalid([{ path: 'source', message: '已有账单，请新建计费依据' }]);
    }
    const values = sql`(${of.name}, ${of.source}, ${of.unit}, ${of.digits}::int, ${of.minQuantity}::numeric, ${expr},
      ${tree === null ? null : JSON.stringify(tree)}::jsonb)`;
    const names = sql`name, source, unit, digits, min_quantity, expr, tree`;
    const { rows } =
      of.id === null
        ? await sql<{ id: string }>`insert into fee_basis (${names}) values ${values} returning id::text`.execute(tx)
        : await sql<{ id: string }>`update fee_basis set (${names}) = ${values}, version = version + 1
            where id = ${of.id}::bigint and version = ${of.version} returning id::text`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw conflict('计费依据已被他人修改，请刷新后重试');
    const { trial: _, ...after } = of;
    await trail(tx, ctx, {
      kind: KIND,
      action: '保存计费依据',
      object: `计费依据 ${of.name}`,
      after: { ...after, expr },
    });
    return row;
  });

export const deleteBases = (
  ctx: Ctx,
  { ids }: z.output<typeof basisDelete.input>,
): Promise<z.input<typeof basisDelete.output>> =>
  ctx.write(async (tx) => {
    const done: { id: string; ok: boolean; reason: string }[] = [];
    for (const id of ids) {
      const { rows } = await sql<{
        name: string;
        fees: number;
      }>`select q.name, (select count(*)::int from fee f where f.basis_id = q.id) as fees
        from fee_basis q where q.id = ${id}::bigint for update`.execute(tx);
      const [basis] = rows;
      if (basis === undefined) throw notFound('计费依据不存在，请刷新');
      const reason = basis.fees > 0 ? `已被${basis.fees}个费项使用，不能删除` : '';
      if (reason === '') {
        await sql`delete from fee_basis where id = ${id}::bigint`.execute(tx);
        await trail(tx, ctx, { kind: KIND, action: '删除计费依据', object: `计费依据 ${basis.name}` });
      }
      done.push({ id, ok: reason === '', reason });
    }
    return done;
  });
