/** Drafting: who is meant, what three of them would read, what has no value, what it costs. */
import { createHash } from 'node:crypto';
import { noticeLabel, noticeNames, renderNotice, smsCount, smsText } from '@hengneng/charging';
import type {
  feeAnnouncementCount,
  feeAnnouncementDraft,
  feeAnnouncementPreview,
  NoticeChannel,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { todayOf, visibleCommunity } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';
import { countRooms, EVERYBODY, type Household, households, type Meant, roomsMeant } from './audience.ts';
import { linkFor, noticeOf, takeNoticeNo, tellNotice } from './record.ts';
import { type NoticeWays, unsetReason } from './senders.ts';
import { demandWords } from './words.ts';

type Drafted = z.output<typeof feeAnnouncementDraft.input>;
type Previewed = z.output<typeof feeAnnouncementPreview.input>;
type Counted = Omit<z.input<typeof feeAnnouncementPreview.output>, 'samples'>;

const SAMPLES = 3;
/** Named in a list of what is missing. */
const NAMED = 20;
/** As long as a real one. */
const SAMPLE_TOKEN = '0'.repeat(22);

export interface Wording {
  readonly body: string;
  readonly smsSign: string;
  readonly channels: readonly NoticeChannel[];
}

/** The way of a text whose words are looked at: the narrowest that was chosen. */
const shownAs = (channels: readonly NoticeChannel[]): NoticeChannel =>
  (['短信', '微信', '纸质', '公示'] as const).find((one) => channels.includes(one)) ?? '公示';

/** The text of a household. */
export const textFor = (of: Wording, household: Pick<Household, 'values'>, link: string) =>
  renderNotice(of.body, { ...household.values, payUrl: link });

interface Look {
  readonly counted: Counted;
  readonly all: readonly Household[];
  readonly link: string;
}

/** Everything about those who are meant, as of today. */
export async function lookAt(
  db: Db | Tx,
  ways: NoticeWays,
  of: Meant & Wording,
  day: string,
  noticeId: string | null,
): Promise<Look> {
  const { rooms, recent } = await countRooms(db, of, day, noticeId);
  const all = await households(db, of, roomsMeant(of, day), day);
  const link = linkFor(ways, shownAs(of.channels), SAMPLE_TOKEN);
  const bySms = of.channels.includes('短信');
  const lacking = new Map<string, string[]>(noticeNames(of.body).map((name) => [name, []]));
  if (bySms) lacking.set('phone', []);
  let messages = 0;
  for (const household of all) {
    const { text, missing } = textFor(of, household, link);
    for (const name of missing) lacking.get(name)?.push(household.room);
    if (bySms && household.phone === '') lacking.get('phone')?.push(household.room);
    else if (bySms) messages += smsCount(smsText(of.smsSign, text));
  }
  return {
    all,
    link,
    counted: {
      rooms,
      recent,
      missing: [...lacking].flatMap(([variable, found]) =>
        found.length === 0
          ? []
          : [
              {
                variable,
                label: variable === 'phone' ? '手机号' : noticeLabel(variable),
                count: found.length,
                rooms: found.slice(0, NAMED),
              },
            ],
      ),
      smsCount: messages,
      cost: bySms && ways.smsPrice !== null ? yuanOf(BigInt(messages * ways.smsPrice)) : null,
    },
  };
}

const meantOf = (
  of: Pick<Drafted, 'communityId' | 'kind' | 'audience'> & { readonly stopDay?: string | null },
): Meant => ({
  communityId: of.communityId,
  kind: of.kind,
  audience: of.audience,
  stopDay: of.stopDay ?? null,
});

export async function countMeant(
  ctx: Ctx,
  of: z.output<typeof feeAnnouncementCount.input>,
): Promise<z.input<typeof feeAnnouncementCount.output>> {
  await visibleCommunity(ctx, ctx.db, of.communityId);
  return countRooms(ctx.db, meantOf(of), todayOf(ctx));
}

const drawn = (seed: string, roomId: string): string => createHash('sha256').update(`${seed} ${roomId}`).digest('hex');

export async function preview(
  ctx: Ctx,
  ways: NoticeWays,
  of: Previewed,
): Promise<z.input<typeof feeAnnouncementPreview.output>> {
  await visibleCommunity(ctx, ctx.db, of.communityId);
  demandWords(of);
  const { counted, all, link } = await lookAt(ctx.db, ways, { ...of, ...meantOf(of) }, todayOf(ctx), null);
  const some = [...all]
    .map((household) => ({ household, at: drawn(of.seed, household.roomId) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, SAMPLES);
  return {
    ...counted,
    samples: some.map(({ household }) => {
      const { text } = textFor(of, household, link);
      const said = of.channels.includes('短信') ? smsText(of.smsSign, text) : text;
      return {
        room: household.room,
        owner: household.owner,
        text: said,
        length: said.length,
        sms: of.channels.includes('短信') ? smsCount(said) : 0,
      };
    }),
  };
}

export const momentOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00+08:00`);

/** @throws invalid at the field */
function demandDraft(ctx: Ctx, ways: NoticeWays, of: Drafted): void {
  demandWords(of);
  const unset = of.channels.map((one) => unsetReason(ways, one)).find((why) => why !== '');
  if (unset !== undefined) throw invalid([{ path: 'channels', message: unset }]);
  if (of.kind === '停供通知' && of.stopDay === null) throw invalid([{ path: 'stopDay', message: '请填写停供日' }]);
  if (of.planAt !== null && !(momentOf(of.planAt) > ctx.now))
    throw invalid([{ path: 'planAt', message: '计划发送时间应晚于现在' }]);
}

async function demandBelongs(tx: Tx, of: Drafted): Promise<void> {
  const { rooms, buildings, run } = of.audience;
  const { rows } = await sql<{ path: string }>`
    select 'rooms' as path from unnest(${[...rooms]}::bigint[]) as x(id) where not exists (select from room r where r.id = x.id and r.community_id = ${of.communityId}::bigint)
    union all select 'buildings' from unnest(${[...buildings]}::bigint[]) as x(id)
      where not exists (select from building b where b.id = x.id and b.community_id = ${of.communityId}::bigint)
    union all select 'run' where ${run}::bigint is not null
      and not exists (select from billing_run g where g.id = ${run}::bigint and g.community_id = ${of.communityId}::bigint) limit 1`.execute(
    tx,
  );
  const [wrong] = rows;
  if (wrong !== undefined) throw invalid([{ path: `audience.${wrong.path}`, message: '对象不属于所选小区' }]);
  if (of.templateId === null) return;
  const { rows: found } = await sql`select 1 from notice_template where id = ${of.templateId}::bigint`.execute(tx);
  if (found.length === 0) throw notFound('模板不存在，请刷新后重选');
}

export interface NewNotice extends Meant, Wording {
  readonly templateId: string | null;
  readonly runId: string | null;
  readonly title: string;
  readonly again: boolean;
  readonly skipMissing: boolean;
  readonly planAt: Date | null;
  readonly rooms: number;
  readonly by: string;
}

interface Kept {
  readonly id: string;
  readonly version: number;
  readonly no: string;
}

const NAMES = sql`community_id, kind, template_id, title, body, sms_sign, channels, audience, again, skip_missing, plan_at, stop_day, rooms, made_by`;
const valuesOf = (
  of: NewNotice,
) => sql`${of.communityId}::bigint, ${of.kind}, ${of.templateId}::bigint, ${of.title}, ${of.body}, ${of.smsSign},
  ${[...of.channels]}::text[], ${JSON.stringify(of.audience)}::jsonb, ${of.again}, ${of.skipMissing}, ${of.planAt}, ${of.stopDay}::date, ${of.rooms}, ${of.by}::bigint`;

/** @returns null where the run has its announcement already */
export async function addNotice(tx: Tx, of: NewNotice, day: string): Promise<Kept | null> {
  const no = await takeNoticeNo(tx, of.communityId, day);
  const { rows } =
    await sql<Kept>`insert into notice (no, run_id, ${NAMES}) values (${no}, ${of.runId}::bigint, ${valuesOf(of)})
    on conflict (run_id) do nothing returning id::text, version, no`.execute(tx);
  return rows[0] ?? null;
}

/** Keeps what is written. Who wrote last is its maker: nobody agrees to words of their own. */
async function keep(tx: Tx, ctx: Ctx, of: Drafted, rooms: number): Promise<Kept> {
  const planAt = of.planAt === null ? null : momentOf(of.planAt);
  const values: NewNotice = { ...of, planAt, rooms, runId: null, by: ctx.session.userId };
  if (of.id === null) {
    const made = await addNotice(tx, values, todayOf(ctx));
    if (made === null) throw new Error('the announcement was not kept');
    return made;
  }
  const known = await noticeOf(tx, of.id, ctx, true);
  if (known.state !== '草稿') throw conflict(`该公告${known.state}，不能再修改`);
  if (known.version !== of.version) throw conflict('该公告已被他人修改，请刷新后重试');
  const { rows } = await sql<Kept>`
    update notice set (${NAMES}) = (${valuesOf(values)}), made_at = app_now(), opinion = '', version = version + 1 where id = ${of.id}::bigint
    returning id::text, version, no`.execute(tx);
  const [kept] = rows;
  if (kept === undefined) throw new Error('the announcement was not kept');
  return kept;
}

export const draft = (ctx: Ctx, ways: NoticeWays, of: Drafted): Promise<z.input<typeof feeAnnouncementDraft.output>> =>
  ctx.write(async (tx) => {
    await visibleCommunity(ctx, tx, of.communityId);
    demandDraft(ctx, ways, of);
    await demandBelongs(tx, of);
    const { counted } = await lookAt(tx, ways, { ...of, ...meantOf(of) }, todayOf(ctx), of.id);
    const { id, version, no } = await keep(tx, ctx, of, counted.rooms);
    await trail(tx, ctx, {
      kind: '收费',
      action: of.id === null ? '起草公告' : '修改公告',
      object: `公告 ${no} ${of.title}`,
      after: { 类别: of.kind, 渠道: of.channels.join('、'), 户数: counted.rooms, 正文: of.body },
    });
    await tellNotice(tx, id);
    return { id, version, ...counted };
  });

/** 出账通知草稿: what was just released is told to those who owe it, once somebody has read it. Nothing without a template for it. */
export async function draftAfterRelease(tx: Tx, runId: string, by: string, day: string): Promise<void> {
  const { rows: templates } = await sql<Wording & { id: string; title: string; community: string; period: string }>`
    select t.id::text, t.title, t.body, t.sms_sign as "smsSign", t.channels, g.community_id::text as community, g.period
    from notice_template t join billing_run g on g.id = ${runId}::bigint where t.kind = '出账通知' and t.state = '启用' order by t.id limit 1`.execute(
    tx,
  );
  const [template] = templates;
  if (template === undefined) return;
  const { id, title, body, smsSign, channels, community, period } = template;
  const meant: Meant = {
    communityId: community,
    kind: '出账通知',
    audience: { ...EVERYBODY, run: runId },
    stopDay: null,
  };
  const { rooms } = await countRooms(tx, meant, day);
  await addNotice(
    tx,
    {
      ...meant,
      templateId: id,
      runId,
      title: `${period} ${title}`.slice(0, 50),
      body,
      smsSign,
      channels,
      again: false,
      skipMissing: false,
      planAt: null,
      rooms,
      by,
    },
    day,
  );
}
