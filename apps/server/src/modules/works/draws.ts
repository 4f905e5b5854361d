/** 随机抽取: whom a tender asks to bid, drawn from the register of suppliers. Every draw is kept with what it takes to work it out again. */
import { randomBytes } from 'node:crypto';
import type { bidInvitationDraw } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { drawBySeed } from './drawing.ts';
import { seenTender } from './tenders.ts';

const SEED_BYTES = 16;

interface Known {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly ties: readonly string[];
}

/** Suppliers that the tender may ask on a day, by code: what the invitation's own rules refuse is not drawn. */
async function poolOf(tx: Tx, tender: string, kind: string | null): Promise<readonly Known[]> {
  const { rows } = await sql<Known>`
    select s.id::text, s.code, s.name, s.contact, s.phone,
      supplier_ties(s) as ties
    from supplier s join f_tender_application r on r.id = ${tender}
    where supplier_unfit(s, (app_now() at time zone 'Asia/Shanghai')::date) is null
      and (s.grade = 'A' or (s.grade = 'B' and r.min_grade = 'B')) and (${kind}::text is null or s.provider_kind = ${kind})
    order by s.code`.execute(tx);
  return rows;
}

/** The person's own invitation of the tender that is still in their hands: what the draw is written into. */
async function inHand(tx: Tx, tender: string, person: string) {
  const { rows } = await sql<{ id: string; version: number }>`select id::text, version from f_invitation_unit
    where tender = ${tender} and applicant = ${person} and status in ('draft', 'returned', 'withdrawn') order by id desc limit 1`.execute(
    tx,
  );
  const [row] = rows;
  return row === undefined ? null : { BusinessId: row.id, FormVersion: row.version };
}

const listed = (some: readonly Known[]): string =>
  JSON.stringify(some.map(({ id, code, name }) => ({ id, code, name })));

/** Draws whom a tender asks, for as long as nobody was asked. */
export const drawUnits = (
  ctx: Ctx,
  input: z.output<typeof bidInvitationDraw.input>,
): Promise<z.input<typeof bidInvitationDraw.output>> =>
  ctx.write(async (tx) => {
    // Two who draw at once draw one after the other: the second is a draw anew, and says why.
    await sql`select 1 from f_tender_application where id = ${input.tender} for update`.execute(tx);
    const tender = await seenTender(ctx, tx, input.tender);
    if (tender['approved'] !== true) throw refused('招标申请还没有批准，批准后才能抽取');
    if (tender['stage'] !== '待发标') throw refused(`该标段${String(tender['stage'])}，不能再抽取受邀单位`);
    if (tender['tenderMode'] === '单一来源') throw refused('单一来源不抽取受邀单位');
    const { rows: before } = await sql<{ no: number }>`select coalesce(max(no), 0)::int as no from tender_draw
      where tender = ${input.tender}`.execute(tx);
    const no = (before[0]?.no ?? 0) + 1;
    if (no > 1 && !input.reason)
      throw invalid([{ path: 'reason', message: `该标段已抽取${no - 1}次，再次抽取请写明原因` }]);
    const pool = await poolOf(tx, input.tender, input.kind ?? null);
    const seed = randomBytes(SEED_BYTES).toString('hex');
    const { drawn, skipped } = drawBySeed(seed, pool, input.count);
    if (drawn.length < input.count)
      throw invalid([
        {
          path: 'count',
          message: `符合条件${input.kind ? `的${input.kind}` : ''}且互不关联的单位只有${drawn.length}家，请减少家数或放宽类别`,
        },
      ]);
    const { rows } = await sql<{ id: string }>`
      insert into tender_draw (tender, no, kind, wanted, seed, pool, drawn, skipped, reason, drawn_by)
      values (${input.tender}, ${no}, ${input.kind ?? null}, ${input.count}, ${seed}, ${listed(pool)}::jsonb, ${listed(drawn)}::jsonb,
        ${listed(skipped)}::jsonb, ${input.reason ?? null}, ${ctx.session.userId}) returning id::text`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '随机抽取受邀单位',
      object: `标段 ${String(tender['serial'])}`,
      summary: `第${no}次，${pool.length}家中抽${drawn.length}家`,
      after: {
        种子: seed,
        结果: drawn.map(({ name }) => name).join('、'),
        类别: input.kind ?? null,
        重新抽取的原因: input.reason ?? null,
      },
    });
    return {
      id: rows[0]?.id ?? '',
      no,
      seed,
      units: drawn.map(({ id, name, contact, phone }) => ({
        supplier: id,
        name,
        contactMan: contact,
        contactPhone: phone,
      })),
      invitation: await inHand(tx, input.tender, ctx.session.userId),
    };
  });
