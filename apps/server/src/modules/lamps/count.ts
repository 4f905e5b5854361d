/** 盘点: what was counted is held against what the book says; each side of the difference becomes a draft that goes its usual way. */
import type { lampCount, lampCountSheet } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { tablePdf } from '../../platform/pdf/table.ts';
import { type Held, heldLamps, storeProject } from './store.ts';

type Drafts = z.input<typeof lampCount.output>;

interface Difference extends Held {
  readonly by: number;
}

export const countLamps = (
  ctx: Ctx,
  engine: Engine,
  { ProjectCode, storeRoom, lines }: z.output<typeof lampCount.input>,
): Promise<Drafts> =>
  ctx.write(async (tx) => {
    const project = await storeProject(ctx, tx, ProjectCode);
    const held = (await heldLamps(tx, project.code, true)).filter((one) => one.storeRoom === storeRoom);
    const differences = lines.flatMap((line, index): Difference[] => {
      const one = held.find((each) => each.lamp === line.lamp);
      if (one === undefined) throw invalid([{ path: `lines[${index}].lamp`, message: '该仓库没有这种灯具' }]);
      const by = Number(line.counted) - one.quantity;
      return by === 0 ? [] : [{ ...one, by }];
    });
    const services = followUps(
      { deps: engine.deps, tx, now: ctx.now, module: { id: 'lightOutStorage' } },
      'lamps.count',
      {
        id: '0',
        project: project.code,
      },
    );
    const drafts: Drafts['drafts'] = [];
    const day = today(ctx.now);
    const file = async (
      module: 'lightInStorage' | 'lightOutStorage',
      title: string,
      values: Record<string, unknown>,
    ) => {
      const id = await services.draft({
        module,
        applicant: ctx.session.userId,
        title: `${storeRoom}盘点：${title}`,
        values: { project: project.code, storeRoom, ...values },
      });
      if (id !== null)
        drafts.push({
          ProcedureId: String(MODULES[module].procedureId),
          BusinessId: id,
          title: `${MODULES[module].title}（${title}）`,
        });
    };
    const more = differences.filter(({ by }) => by > 0);
    const fewer = differences.filter(({ by }) => by < 0);
    if (more.length > 0)
      await file('lightInStorage', '盘盈入库', {
        inType: '盘盈入库',
        inDate: day,
        surplusReason: `${day}盘点，实盘多于账面`,
        storeKeeper: more[0]?.keeper ?? null,
        lamps: more.map((one) => ({
          lamp: one.lamp,
          lampKind: one.kind,
          lampModel: one.model,
          power: one.power,
          quantity: one.by,
          goodQty: one.by,
          unitPrice: one.price,
        })),
      });
    if (fewer.length > 0)
      await file('lightOutStorage', '盘亏出库', {
        outType: '盘亏出库',
        outDate: day,
        lossReason: '账实差错',
        costBearer: '公司承担',
        taker: fewer[0]?.keeper ?? ctx.session.userId,
        lamps: fewer.map((one) => ({
          lamp: one.lamp,
          lampModel: one.model,
          newPower: one.power,
          quantity: -one.by,
          unitPrice: one.price,
          installPlace: '盘亏',
          oldReturned: 0,
        })),
      });
    await trail(tx, ctx, {
      kind: '单据',
      action: '灯具盘点',
      object: `${project.name} ${storeRoom}`,
      summary: `${lines.length}种，盘盈${more.length}种，盘亏${fewer.length}种`,
      after: Object.fromEntries(differences.map((one) => [`${one.name} ${one.model}`, one.by])),
    });
    return { drafts };
  });

/** The sheet on which they are counted. */
export const countSheet = async (
  ctx: Ctx,
  { ProjectCode }: z.output<typeof lampCountSheet.input>,
): Promise<FileAnswer> => {
  const project = await storeProject(ctx, ctx.db, ProjectCode);
  const held = await heldLamps(ctx.db, project.code);
  if (held.length === 0) throw refused('没有灯具库存');
  const day = today(ctx.now);
  const body = await tablePdf({
    title: '灯具盘点表',
    about: [
      ['项目', project.name],
      ['日期', day],
    ],
    columns: [
      { head: '仓库', share: 18 },
      { head: '灯具', share: 20 },
      { head: '型号', share: 18 },
      { head: '功率（W）', share: 9 },
      { head: '账面可用（盏）', share: 11 },
      { head: '账面待报废（盏）', share: 12 },
      { head: '实盘（盏）', share: 11 },
      { head: '差异原因', share: 20 },
    ],
    rows: held.map((one) => ({
      cells: [one.storeRoom, one.name, one.model, one.power, String(one.quantity), String(one.scrap), '', ''],
    })),
    explanation: {
      title: '说明',
      paragraphs: ['实盘填可用数量；差异在系统“灯具余量统计”里录入盘点后生成盘盈入库或盘亏出库单。'],
    },
    seals: [
      { title: '库管员', lines: ['签字：', '日期：'] },
      { title: '监盘人', lines: ['签字：', '日期：'] },
    ],
    foot: `${project.code} ${day}`,
    at: ctx.now,
  });
  await ctx.write((tx) =>
    trail(tx, ctx, { kind: '导出', action: '打印灯具盘点表', object: project.name, summary: `${held.length}种` }),
  );
  return { fileName: `灯具盘点表_${project.code}_${day}.pdf`, contentType: 'application/pdf', body, size: body.length };
};
