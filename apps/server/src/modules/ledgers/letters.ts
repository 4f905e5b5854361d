/** Letters to and from customers and suppliers. */
import { letters, letterThreads } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { type Asked, viewSource } from '../../engine/views/source.ts';

/** Who reads secret letters of others, besides those who write and answer them and whoever leads the project. */
const READERS = ['legal', 'generalManager', 'operationDirector', 'admin'] as const;

/** A letter that goes out is not out before the lawyers have agreed to it. */
export const LETTER_ROWS = ({
  session,
  bind,
  today,
  visible,
}: Pick<Asked<ViewShape>, 'session' | 'bind' | 'today' | 'visible'>): string => {
  const me = `${bind(session.userId)}::bigint`;
  const reads = READERS.some((role) => session.roles.includes(role));
  return `
    select r.id, r.archive_no as "archiveNo", r.doc_no as "docNo", r.project, r.direction, r.counterpart, r.doc_name as "docName", r.summary,
      r.doc_date as "docDate", r.reply_before as "replyBefore",
      case when r.need_reply and r.reply_date is null then r.reply_before - ${today} end as "leftDays",
      r.reply_user as "replyUser", r.reply_no as "replyNo", r.reply_date as "replyDate", r.secrecy,
      coalesce(r.file_count, 0) + coalesce(jsonb_array_length(r.reply_file), 0) as files,
      case when r.status = 'approved' then '已归档' else '办理中' end as archived,
      case when not coalesce(r.need_reply, false) then '无需回复' when r.reply_date is not null then '已回复'
        when r.reply_before < ${today} then '逾期' else '待回复' end as "replyState",
      coalesce((select o.doc_no from f_daily_information o where o.project = r.project and o.category = '往来函件' and o.reply_no = r.doc_no
        and o.id <> r.id and o.status in ('running', 'approved') order by o.doc_date, o.id limit 1), r.doc_no) as thread
    from f_daily_information r join project p on p.code = r.project
    where r.category = '往来函件' and r.status in ('running', 'approved')
      and (r.status = 'approved' or r.direction = '收函' or r.legal_opinion is not null)
      and (${visible({ project: 'r.project', dept: 'r.applicant_dept', applicant: 'r.applicant' })} or r.reply_user = ${me})
      and (r.secrecy in ('公开', '内部') or ${reads ? 'true' : `${me} in (r.applicant, r.reply_user, p.manager)`})`;
};

export const letterView = viewSource({
  view: letters,
  order: `case m."replyState" when '逾期' then 0 when '待回复' then 1 else 2 end, m."replyBefore" nulls last, m."docDate" desc, m.id desc`,
  figures: {
    waiting: `count(*) filter (where m."replyState" = '待回复')`,
    late: `count(*) filter (where m."replyState" = '逾期')`,
    received: `count(*) filter (where m.direction = '收函' and date_trunc('month', m."docDate") = date_trunc('month', (app_now() at time zone 'Asia/Shanghai')::date))`,
    sent: `count(*) filter (where m.direction = '发函' and date_trunc('month', m."docDate") = date_trunc('month', (app_now() at time zone 'Asia/Shanghai')::date))`,
  },
  rows: LETTER_ROWS,
});

/** The same letters, each exchange together and in its order. */
export const letterThreadView = viewSource({
  view: letterThreads,
  order: 'm.project, m.thread, m."docDate", m.id',
  rows: LETTER_ROWS,
});
