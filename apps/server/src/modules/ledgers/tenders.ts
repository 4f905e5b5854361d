/** Tenders: where each stands, who was asked and bid. Whatever has a price in it is there only once the bids were opened. */
import { tenderAddenda, tenderDraws, tenderProjects, tenderQuotes, tenderUnits } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** SQL: where a tender `r` with its book entry `b` stands. Between the deadline and the opening it waits for two people. */
const STAGE = `case when b.state in ('评标中', '已定标', '已签约', '流标') then b.state
  when b.state = '邀标中' then case when app_now() > r.bid_deadline then '待开标' else '邀标中' end else '待发标' end`;

/** The invitation of a tender that counts, if any. */
const INVITATION = `left join lateral (select i.* from f_invitation_unit i where i.tender = r.id
    and i.status in ('running', 'returned', 'approved') order by i.id desc limit 1) i on true`;

const FILED = `r.status in ('running', 'returned', 'approved')`;
const INVITED = `i.status in ('running', 'returned', 'approved')`;

/** Scope of a tender `r`: whoever called for it, their department, its project. */
const whose = { project: 'r.project', dept: 'r.applicant_dept', applicant: 'r.applicant' } as const;

export const tenderProjectsView = viewSource({
  view: tenderProjects,
  order: `(m.stage in ('已签约', '流标')), m."openTime" desc nulls last, m.id desc`,
  figures: {
    waiting: `count(*) filter (where m.stage = '待发标')`,
    inviting: `count(*) filter (where m.stage = '邀标中')`,
    closing: `count(*) filter (where m.stage = '待开标')`,
    judging: `count(*) filter (where m.stage = '评标中')`,
    awarded: `count(*) filter (where m.stage in ('已定标', '已签约'))`,
    failed: `count(*) filter (where m.stage = '流标')`,
    saved: 'coalesce(sum(m."saveAmount"), 0)',
  },
  // The book has the price only from the opening on; the application's own is under seal.
  rows: ({ today, visible }) => `
    select x.*, case x.stage when '邀标中' then (x."bidDeadline" at time zone 'Asia/Shanghai')::date - ${today}
      when '待开标' then (x."openTime" at time zone 'Asia/Shanghai')::date - ${today} end as "leftDays"
    from (
      select r.id, r.serial, r.project, r.package_name as "packageName", r.package_kind as "packageKind", r.tender_mode as "tenderMode",
        ${STAGE} as stage, r.publish_date as "publishDate", r.ask_deadline as "askDeadline", r.bid_deadline as "bidDeadline", r.open_time as "openTime",
        i.id::text as invitation, r.status = 'approved' as approved,
        (select count(*) from f_invitation_unit_units u where u.parent_id = i.id) as invited,
        (select count(*) from tender_reply y join f_invitation_unit_units u on u.parent_id = i.id and u.provider = y.supplier
          where y.tender = r.id and y.attends) as replied,
        (select count(*) from f_invitation_unit_receipts c where c.parent_id = i.id) as received,
        (select count(*) from f_invitation_unit_receipts c where c.parent_id = i.id and c.deposit_state <> '未到账') as deposits,
        b.control_price as "controlPrice", b.winner, b.award_amount as "awardAmount", b.save_amount as "saveAmount", b.save_rate as "saveRate"
      from f_tender_application r left join b_bid b on b.tender = r.id and not b.voided ${INVITATION}
      where ${FILED} and ${visible(whose)}) x`,
});

export const tenderUnitsView = viewSource({
  view: tenderUnits,
  order: 'm."receiveTime" nulls last, m.id',
  rows: ({ visible }) => `
    select u.id, r.id as tender, r.project, u.provider as supplier, s.name as "unitName", u.grade, u.last_score as "lastScore", u.cert_expire as "certExpire",
      u.contact_man as "contactMan", u.contact_phone as "contactPhone",
      case y.attends when true then '参加' when false then '不参加' else '未回执' end as reply, y.replied_on as "repliedOn", y.note as "replyNote", c.receive_time as "receiveTime", c.deposit_state as "depositState",
      coalesce(c.accept_state, '未回标') as state
    from f_tender_application r join f_invitation_unit i on i.tender = r.id and ${INVITED}
      join f_invitation_unit_units u on u.parent_id = i.id join supplier s on s.id = u.provider
      left join tender_reply y on y.tender = r.id and y.supplier = u.provider
      left join f_invitation_unit_receipts c on c.parent_id = i.id and c.bidder = u.provider
    where ${FILED} and ${visible(whose)}`,
});

/** A mark of the judges' that is nobody's alone: its mean, once the summary is there. */
const meanOf = (mark: string): string =>
  `case when k.id is not null then (select avg(j.${mark}) from f_invitation_unit_marks j where j.parent_id = i.id and j.mark_unit = q.quote_unit) end`;

export const tenderQuotesView = viewSource({
  view: tenderQuotes,
  order: 'm.tender desc, m.rank nulls last, m.price',
  // Several tenders at once have no one price: the mean of what is asked for; one tender's is its own.
  charts: { prices: { price: 'avg(m.price)', control: 'avg(m."controlPrice")' } },
  rows: ({ visible }) => `
    select q.id, r.id as tender, r.project, k.rank, q.quote_unit as supplier, q.quote_price as price, b.control_price as "controlPrice",
      (q.quote_price - b.control_price) * 100 / nullif(b.control_price, 0) as "offRate", q.quote_days as days, q.quote_warranty as warranty,
      ${meanOf('tech_mark')} as "techMark", ${meanOf('biz_mark')} as "bizMark", k.price_mark as "priceMark", k.final_mark as "finalMark",
      q.quote_state as validity, coalesce(b.winner = q.quote_unit, false) as won
    from f_tender_application r join b_bid b on b.tender = r.id and not b.voided
      join f_invitation_unit i on i.tender = r.id and ${INVITED}
      join opened_record o on o.module_id = 'InvitationUnit' and o.biz_id = i.id
      join f_invitation_unit_quotes q on q.parent_id = i.id
      left join f_invitation_unit_rankings k on k.parent_id = i.id and k.rank_unit = q.quote_unit and b.state in ('已定标', '已签约')
    where ${FILED} and ${visible(whose)}`,
});

export const tenderAddendaView = viewSource({
  view: tenderAddenda,
  order: 'm."answeredAt" desc, m.id desc',
  // Who asked is told by a number within the tender.
  rows: ({ visible }) => `
    select a.id, a.tender, r.project, a.created_at as "answeredAt",
      case when a.asker is not null then '投标人' || dense_rank() over (partition by a.tender order by (a.asker is null), a.asker) end as asker,
      a.question, a.content, a.addendum, a.files, a.created_by as author
    from tender_addendum a join f_tender_application r on r.id = a.tender
    where ${FILED} and ${visible(whose)}`,
});

/** SQL: names of a draw's units, in their order. */
const namesOf = (list: string): string =>
  `(select string_agg(u ->> 'name', '、' order by n) from jsonb_array_elements(${list}) with ordinality as a (u, n))`;

export const tenderDrawsView = viewSource({
  view: tenderDraws,
  order: 'm.tender desc, m.no desc',
  // Worked out anew from the seed, in another language than the one that drew.
  rows: ({ visible }) => `
    select d.id, d.tender, r.project, d.no, d.drawn_at as "drawnAt", d.drawn_by as "drawnBy", d.kind, d.wanted, jsonb_array_length(d.pool) as pooled,
      ${namesOf('d.drawn')} as drawn, ${namesOf('d.skipped')} as skipped, ${namesOf('d.pool')} as pool, d.seed, d.reason,
      case when (select jsonb_agg(x.u ->> 'code' order by x.place) from (
          select p.u, encode(sha256(convert_to(d.seed || ':' || (p.u ->> 'code'), 'UTF8')), 'hex') as place from jsonb_array_elements(d.pool) as p (u)
          where not d.skipped @> jsonb_build_array(jsonb_build_object('code', p.u -> 'code')) order by 2 limit d.wanted) x)
        = (select jsonb_agg(u -> 'code' order by n) from jsonb_array_elements(d.drawn) with ordinality as a (u, n))
        then '一致' else '不一致' end as holds
    from tender_draw d join f_tender_application r on r.id = d.tender
    where ${FILED} and ${visible(whose)}`,
});
