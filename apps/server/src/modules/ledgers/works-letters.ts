/** Letters to and from suppliers of building works. */
import { worksLetters, worksLetterThreads } from '@hengneng/forms';
import { type Asked, viewSource } from '../../engine/views/source.ts';

/** Whoever wrote a letter keeps seeing it, though the project is another's by now. An answer is waited for once the letter is out. */
const rows = ({
  session,
  bind,
  today,
  visible,
}: Pick<Asked<typeof worksLetters>, 'session' | 'bind' | 'today' | 'visible'>): string => `
    select l.id, l.title, l.code, l.their_no as "theirNo", l.project, l.supplier as counterpart, l.kind, l.direction, l.made_on as "madeOn",
      l.reply_by as "replyBy", l.replied_on as "repliedOn",
      case when l.state not in ('已发送', '已登记') then null when l.replied_on is not null then '已回复' when l.reply_by is null then '无需回复'
        when l.reply_by < ${today} then '逾期' else '待回复' end as "replyState",
      case when l.state in ('已发送', '已登记') and coalesce(l.replied_on, ${today}) > l.reply_by
        then coalesce(l.replied_on, ${today}) - l.reply_by end as "lateDays",
      nullif(l.urged, 0) as urged, l.amount, l.drafted_by as drafter, l.audited_by as auditor, s.state as "mailState", l.state, t.code as thread
    from works_letter l join works_letter t on t.id = l.root join project p on p.code = l.project left join b_supplier_mail s on s.id = l.mail
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })} or l.drafted_by = ${bind(session.userId)}::bigint`;

export const worksLettersView = viewSource({
  view: worksLetters,
  order: `array_position(array['待审核', '待法务', '退回', '待发送'], m.state) nulls last,
    case m."replyState" when '逾期' then 0 when '待回复' then 1 else 2 end, m."replyBy" nulls last, m."madeOn" desc, m.id desc`,
  figures: {
    checking: `count(*) filter (where m.state in ('待审核', '待法务'))`,
    sending: `count(*) filter (where m.state = '待发送')`,
    waiting: `count(*) filter (where m."replyState" = '待回复')`,
    late: `count(*) filter (where m."replyState" = '逾期')`,
    claimed: `coalesce(sum(m.amount) filter (where m.kind = '索赔' and m.state = '已发送'), 0)`,
  },
  charts: {
    suppliers: { count: 'count(*)', late: `count(*) filter (where m."lateDays" > 0)` },
    kinds: { count: 'count(*)' },
  },
  rows,
});

/** The same letters, each exchange together and in its order. */
export const worksLetterThreadsView = viewSource({
  view: worksLetterThreads,
  order: 'm.project, m.thread, m."madeOn", m.id',
  rows,
});
