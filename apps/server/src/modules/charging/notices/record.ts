/** An announcement as it is kept. */
import { randomBytes } from 'node:crypto';
import { shortCodeOf } from '@hengneng/core';
import type { NoticeAudience, NoticeChannel, NoticeKind, NOTICE_STATES } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { pushToHolders } from '../../../platform/events/push.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { communitiesVisible } from '../registry/index.ts';
import type { Meant } from './audience.ts';
import type { NoticeWays } from './senders.ts';

export const NOTICE_PAGE = shortCodeOf('/chargeManage/chargeNotice');
/** What open pages listen to. */
const TOPIC = 'chargeNotice';

export interface Notice extends Meant {
  readonly id: string;
  readonly no: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly body: string;
  readonly smsSign: string;
  readonly smsNo: string;
  readonly channels: readonly NoticeChannel[];
  readonly audience: NoticeAudience;
  readonly again: boolean;
  readonly skipMissing: boolean;
  readonly planAt: Date | null;
  readonly state: (typeof NOTICE_STATES)[number];
  readonly madeBy: string;
  readonly version: number;
}

/** @throws notFound where there is none that the person may see; without `ctx`, whoever asks may see all */
export async function noticeOf(db: Db | Tx, id: string, ctx: Ctx | null, lock = false): Promise<Notice> {
  const { rows } = await sql<Notice>`
    select n.id::text, n.no, n.community_id::text as "communityId", n.kind, n.title, n.body, n.sms_sign as "smsSign", coalesce(t.sms_no, '') as "smsNo",
      n.channels, n.audience, n.again, n.skip_missing as "skipMissing", n.stop_day::text as "stopDay", n.plan_at as "planAt", n.state,
      n.made_by::text as "madeBy", n.version
    from notice n join community c on c.id = n.community_id left join notice_template t on t.id = n.template_id
    where n.id = ${id}::bigint and ${ctx === null ? sql`true` : communitiesVisible(ctx.session)} ${lock ? sql`for update of n` : sql``}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('公告不存在，或您没有查看它的权限');
  return found;
}

/** 128 bits that nobody guesses, short enough for a short message. */
export const newToken = (): string => randomBytes(16).toString('base64url');
export const pathOf = (token: string): string => `/notice/${token}`;

/** What the link is worth in a message; on paper it is the code that is printed beside. */
export const linkFor = (ways: NoticeWays, channel: NoticeChannel, token: string): string =>
  channel === '纸质' ? '（扫描本单二维码）' : ways.publicUrl === null ? '' : `${ways.publicUrl}${pathOf(token)}`;

/** Numbers of announcements: GG{yyyyMM}-{community}-{n}. */
export async function takeNoticeNo(tx: Tx, communityId: string, day: string): Promise<string> {
  const month = day.slice(0, 7).replace('-', '');
  const { rows } = await sql<{ no: string }>`with c as (select code from community where id = ${communityId}::bigint),
    n as (insert into serial_counter (module_id, head, last) select 'chargeNotice', ${`GG${month}`} || code, 1 from c
      on conflict (module_id, head) do update set last = serial_counter.last + 1 returning last)
    select ${`GG${month}`} || '-' || c.code || '-' || lpad(n.last::text, 2, '0') as no from c, n`.execute(tx);
  return rows[0]?.no ?? '';
}

/** Tells open pages that an announcement has moved on. */
export const tellNotice = (db: Db | Tx, id: string): Promise<void> =>
  pushToHolders(db, { screen: NOTICE_PAGE, button: 'search' }, TOPIC, { id });
