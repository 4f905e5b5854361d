/**
 * The look on the spot: the form's own step, handled by somebody else than who took the application. Where nobody could get in there was no look: the
 * application goes back to whoever filed it, who agrees upon another time, and comes straight back to this step.
 */
import type { suspendCheck } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { commands, type Engine, getInfo, moves } from '../../../engine/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { AppError, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { localTime } from '../local-time.ts';
import { todayOf } from '../registry/index.ts';
import { MODULE, STEP } from './names.ts';

type Input = z.output<typeof suspendCheck.input>;

const PATHS: Readonly<Record<string, string>> = {
  heatReading: 'reading',
  sitePhotos: 'photos',
  checkResult: 'result',
  checkNote: 'note',
};
const translated = (error: unknown): unknown =>
  error instanceof AppError && error.errors.length > 0
    ? invalid(error.errors.map(({ path, message }) => ({ path: PATHS[path.split('.')[0] ?? ''] ?? path, message })))
    : error;

/** Whether a person applied for it, or took it at the counter. */
export async function tookIt(db: Db | Tx, id: string, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from wf_instance i where i.module_id = ${MODULE} and i.biz_id = ${id}::bigint and (i.starter = ${userId}::bigint
    or exists (select from wf_node_run r join wf_task t on t.run_id = r.id where r.instance_id = i.id and r.node_key = ${STEP.takes}
      and t.state = 'agreed' and t.handled_by = ${userId}::bigint))`.execute(db);
  return rows.length > 0;
}

const SHUT = '无法入户';

function demandFindings(input: Input): void {
  const looked = input.result !== SHUT;
  const faults = [
    ...(input.visitTime === null ? [{ path: 'visitTime', message: '请填写上门时间' }] : []),
    ...(looked && input.valveAction === null ? [{ path: 'valveAction', message: '请选择阀门操作' }] : []),
    ...(looked && input.photos.length === 0 ? [{ path: 'photos', message: '请上传现场照片' }] : []),
    ...(looked &&
    input.valveAction?.includes('铅封') === true &&
    !input.valveAction.startsWith('打开') &&
    input.sealNo === ''
      ? [{ path: 'sealNo', message: '请填写铅封号' }]
      : []),
    ...((input.result === '阀门关不严' || !looked) && input.note === ''
      ? [{ path: 'note', message: '请填写核查说明' }]
      : []),
  ];
  if (faults.length > 0) throw invalid(faults);
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** @throws refused where another step waits, forbidden where it is not the person's to handle */
export async function checkOnSpot(
  ctx: Ctx,
  engine: Engine,
  input: Input,
): Promise<z.input<typeof suspendCheck.output>> {
  const module = engine.catalog.get(MODULE);
  const { BusinessId: id } = input;
  if (module === undefined || id === null) throw notFound('停用申请不存在，请刷新');
  if (input.result === '退回') throw invalid([{ path: 'result', message: '请选择核查结论' }]);
  demandFindings(input);
  const info = await getInfo(engine.deps, module, ctx, id);
  if (await tookIt(ctx.db, id, ctx.session.userId)) throw refused('核查人不能是申请受理人');
  if (info.Status !== 'running' || info.steps.find(({ key }) => key === STEP.looks)?.state === 'done')
    throw refused('该申请不在现场核查步骤，请刷新');
  if (info.NodeRecordId === null || info.stepKey !== STEP.looks || info.taskKind !== 'approve')
    throw forbidden('该申请的现场核查不由您处理');
  const task = { NodeRecordId: info.NodeRecordId, FormVersion: input.FormVersion ?? info.FormVersion };
  if (input.result === SHUT) {
    const visit = localTime(new Date(input.visitTime ?? ctx.now));
    const Opinion = `${visit} 上门${SHUT}：${input.note}`;
    await moves.reject(engine.deps, module, ctx, { ...task, Opinion, To: 'starter', Resume: 'direct' });
    return { state: '待受理', effectiveFrom: null };
  }
  const findings = {
    visitTime: input.visitTime,
    valveAction: input.valveAction,
    sealNo: input.sealNo,
    heatReading: input.reading,
    sitePhotos: input.photos,
    checkResult: input.result,
    checkNote: input.note,
  };
  try {
    await commands.approve(engine.deps, module, ctx, { ...task, Opinion: input.note }, findings);
  } catch (error) {
    throw translated(error);
  }
  const { rows } = await sql<{
    start: string;
  }>`select start_date::text as start from f_suspend where id = ${id}::bigint`.execute(ctx.db);
  const fit = input.result === '符合停用' || input.result === '已恢复正常';
  return { state: '待确认', effectiveFrom: fit ? later(rows[0]?.start ?? '', todayOf(ctx)) : null };
}
