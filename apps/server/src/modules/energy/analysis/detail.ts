/** 明细: each meter of an object by stretches of time. */
import type { analysisDetail } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { seenProject } from '../../projects/index.ts';
import { qualityOf } from '../reports/sums.ts';
import { countedMeters, nodeAmong } from './meters.ts';
import { demandSpan } from './overview.ts';
import { groupFigures } from './usage.ts';

type Input = z.output<typeof analysisDetail.input>;
type Row = z.input<typeof analysisDetail.output>['rows'][number];

/** Hours are days here: what a meter used in an hour is seen in the picture. */
const stretchOf = (grain: Input['Grain']) => (grain === 'hour' ? 'day' : grain);

export async function readDetail(ctx: Ctx, input: Input): Promise<{ rows: Row[]; total: number }> {
  demandSpan(input);
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const node = nodeAmong(await countedMeters(ctx.db, project.code), {
    nodeId: input.NodeId,
    energy: input.CategoryCode,
  });
  const figures = await groupFigures(
    ctx.db,
    new Map(node.meters.map((one) => [one.id, [one]])),
    input.Date,
    ctx.now,
    stretchOf(input.Grain),
  );
  const meters = new Map(node.meters.map((one, place) => [one.id, { ...one, place }]));
  const place = (id: string): number => meters.get(id)?.place ?? 0;
  const all = figures.toSorted((a, b) => (a.at === b.at ? place(a.code) - place(b.code) : a.at < b.at ? 1 : -1));
  const first = (input.PageIndex - 1) * input.PageSize;
  return {
    total: all.length,
    rows: all.slice(first, first + input.PageSize).flatMap((figure): Row[] => {
      const meter = meters.get(figure.code);
      if (meter === undefined) return [];
      const { complete, estimated } = qualityOf([figure]);
      return [
        {
          At: figure.at,
          NodeId: `device:${meter.id}`,
          Name: meter.name,
          CategoryName: meter.categoryName,
          Unit: meter.unit,
          Usage: figure.known ? figure.usage : null,
          Doubtful: figure.doubtful,
          Complete: complete,
          Estimated: estimated,
        },
      ];
    }),
  };
}
