/** Moving nodes of the trees that all projects choose from: siblings are numbered anew, so that where one was dropped it stays. */
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { invalid, notFound } from '../../../platform/http/errors.ts';
import { trail } from '../../identity/index.ts';
import { liesBelow, lockTree } from './device-categories.ts';

type Tree = 'device_category' | 'energy_category';
const WORDS: Readonly<Record<Tree, string>> = { device_category: '设备类别', energy_category: '能源类别' };
/** Between two siblings, so that a number given by hand still fits. */
const STEP = 10;

interface Node {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
}

const nodesOf = async (tx: Tx, tree: Tree): Promise<readonly Node[]> =>
  (
    await sql<Node>`select id::text, name, parent_id::text as parent from ${sql.table(tree)} order by sort, id`.execute(
      tx,
    )
  ).rows;

export const moveNode = (
  ctx: Ctx,
  tree: Tree,
  move: { readonly id: string; readonly parent?: string | null; readonly before: string | null },
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await lockTree(tx, tree);
    const nodes = await nodesOf(tx, tree);
    const node = nodes.find(({ id }) => id === move.id);
    if (node === undefined) throw notFound(`${WORDS[tree]}不存在`);
    const parent = move.parent === undefined ? node.parent : move.parent;
    const above = parent === null ? null : nodes.find(({ id }) => id === parent);
    if (above === undefined) throw invalid([{ path: 'ParentId', message: '上级类别不存在' }]);
    if (parent !== null && (await liesBelow(tx, tree, node.id, parent)))
      throw invalid([{ path: 'ParentId', message: '不能把自己或自己的下级设为上级' }]);
    const others = nodes.filter((one) => one.parent === parent && one.id !== node.id);
    if (others.some(({ name }) => name === node.name))
      throw invalid([{ path: 'ParentId', message: `同级已有类别【${node.name}】` }]);
    const at = move.before === null ? others.length : others.findIndex(({ id }) => id === move.before);
    if (at < 0) throw invalid([{ path: 'BeforeId', message: '目标位置已变化，请刷新后再移' }]);
    const order = others.toSpliced(at, 0, node).map(({ id }) => id);
    // Only what changes gets another version: whoever has the others open may still save them.
    await sql`update ${sql.table(tree)} c set parent_id = case when c.id = ${node.id}::bigint then ${parent}::bigint else c.parent_id end,
        sort = o.n * ${STEP}, version = c.version + 1
      from unnest(${order}::bigint[]) with ordinality o(id, n)
      where c.id = o.id and (c.sort <> o.n * ${STEP} or c.parent_id is distinct from ${parent}::bigint)`.execute(tx);
    const place = (of: string | null) => nodes.find(({ id }) => id === of)?.name ?? '最上级';
    await trail(tx, ctx, {
      kind: '系统设置',
      action: `移动${WORDS[tree]}`,
      object: `${WORDS[tree]} ${node.name}`,
      before: {
        上级: place(node.parent),
        顺序: nodes
          .filter((one) => one.parent === node.parent)
          .map(({ name }) => name)
          .join('、'),
      },
      after: { 上级: place(parent), 顺序: order.map((id) => place(id)).join('、') },
    });
    return { ok: true };
  });
