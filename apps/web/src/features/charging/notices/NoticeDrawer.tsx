import {
  feeAnnouncementDeliver,
  feeAnnouncementDetail,
  feeAnnouncementExport,
  feeAnnouncementSend,
  feeAnnouncementWithdraw,
  NOTICE_SEND_STATES,
  type NoticeDetail,
  type NoticeSendRow,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { callApi, refusalOf } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { useLive } from '../../../lib/live.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { PageLink } from '../bills/columns.tsx';
import { BoardPrint, boardText, LetterPrint } from './papers.tsx';
import { NOTICES, outside, percentOf, SCREEN, SEND_TONES, STATE_TONES } from './shared.ts';

const SIZE = 50;

const columns = (community: string): readonly CardColumn<NoticeSendRow>[] => [
  {
    key: 'room',
    head: '房间',
    main: true,
    show: (row) => (
      <PageLink page="chargeBill" of={{ community, room: row.roomId }}>
        {row.room}
      </PageLink>
    ),
  },
  { key: 'owner', head: '业主', show: (row) => row.owner || '—' },
  { key: 'channel', head: '渠道', show: (row) => row.channel },
  {
    key: 'content',
    head: '内容摘要',
    show: (row) => <span className="notice-body-cell">{row.content || '—'}</span>,
  },
  {
    key: 'state',
    head: '结果',
    show: (row) => (
      <>
        <Tag tone={SEND_TONES[row.state] ?? 'neutral'}>{row.state}</Tag>
        {row.reason === '' ? null : <small>{row.reason}</small>}
      </>
    ),
  },
  { key: 'at', head: '时间', show: (row) => formatDateTime(row.at) || '—' },
  { key: 'read', head: '已读', show: (row) => formatDateTime(row.readAt) || '—' },
  {
    key: 'owed',
    head: '当时欠费',
    unit: '元',
    number: true,
    hint: '发送时的本金与违约金',
    show: (row) => <Money value={row.owed} />,
  },
  {
    key: 'paid',
    head: '此后缴费',
    unit: '元',
    number: true,
    hint: '发出之后对其中账单的收款',
    show: (row) => <Money value={row.paid} />,
  },
];

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Facts = ({ of: { notice } }: { readonly of: NoticeDetail }): ReactElement => (
  <>
    <dl className="notice-facts">
      <Fact label="状态">
        <Tag tone={STATE_TONES[notice.state] ?? 'neutral'}>{notice.state}</Tag>
        {notice.state === '发送中' ? ` ${notice.done}/${notice.parts}` : ''}
      </Fact>
      <Fact label="小区">{notice.community}</Fact>
      <Fact label="对象">{notice.rooms} 户</Fact>
      <Fact label="渠道">{notice.channels.join('、')}</Fact>
      <Fact label={notice.sentAt === null ? '计划发送' : '发送'}>
        {formatDateTime(notice.sentAt ?? notice.planAt) || '—'}
      </Fact>
      <Fact label="送达">{percentOf(notice.delivered)}</Fact>
      <Fact label="已读">{percentOf(notice.read)}</Fact>
      <Fact label="7日内缴费">{notice.paidRooms === null ? '—' : `${notice.paidRooms} 户`}</Fact>
      <Fact label="7日内回款">{notice.paidAmount === null ? '—' : `${formatMoney(notice.paidAmount)} 元`}</Fact>
      <Fact label="起草人">{notice.maker}</Fact>
      <Fact label="审核人">{notice.checker || '—'}</Fact>
      {notice.stopDay === null ? null : <Fact label="停供日">{notice.stopDay}</Fact>}
      {notice.opinion === '' ? null : <Fact label="意见">{notice.opinion}</Fact>}
    </dl>
    <p className="notice-text">{notice.channels.every((one) => one === '公示') ? boardText(notice) : notice.body}</p>
    {notice.boardPath === null ? null : (
      <p className="row-do">
        公示页：<a href={notice.boardPath}>{outside(notice.boardPath)}</a>
        <span>浏览 {notice.boardReads} 次</span>
      </p>
    )}
  </>
);

const Check = ({
  of: { notice },
  onSend,
  busy,
}: {
  readonly of: NoticeDetail;
  readonly onSend: (approve: boolean, opinion: string) => void;
  readonly busy: boolean;
}): ReactElement => {
  const [opinion, setOpinion] = useState('');
  if (!notice.mayCheck || !can(SCREEN, 'edit'))
    return (
      <p className="note">{notice.mine ? '等待另一位物业经理审核；起草人不能审核自己的公告' : '等待物业经理审核'}</p>
    );
  return (
    <div className="notice-check">
      <Input
        aria-label="审核意见"
        placeholder="审核意见，退回时必填"
        maxLength={200}
        value={opinion}
        onChange={(event) => setOpinion(event.target.value)}
      />
      <Button type="primary" loading={busy} onClick={() => onSend(true, opinion)}>
        审核通过
      </Button>
      <Button loading={busy} onClick={() => onSend(false, opinion)}>
        退回
      </Button>
    </div>
  );
};

const Withdraw = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }): ReactElement => {
  const [reason, setReason] = useState('');
  const withdraw = useWrite(feeAnnouncementWithdraw, {
    said: ({ withdrawn }) => (withdrawn > 0 ? `已撤回未发出的 ${withdrawn} 条` : '公告已撤回'),
    renews: [NOTICES],
    onDone,
    onError: (error) => notify.error(refusalOf(error)),
  });
  return (
    <div className="notice-check">
      <Input
        aria-label="撤回原因"
        placeholder="撤回原因（必填）"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        danger
        disabled={reason.trim() === ''}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ id, reason })}
      >
        确认撤回
      </Button>
      <Button onClick={onDone}>不撤回</Button>
    </div>
  );
};

/** Whom it would go to now. */
const Meant = ({ of: { notice, meant } }: { readonly of: NoticeDetail }): ReactElement | null => {
  if (meant === null) return null;
  if (meant.total === 0) return <p className="note">对象各户已缴清或不再符合条件，现在发送不会发给任何户</p>;
  return (
    <>
      <p className="note">
        现在发送 {meant.total} 户{meant.total > meant.rows.length ? `，列前 ${meant.rows.length} 户` : ''}
        ；发送时重新取数，已缴清的户自动剔除
      </p>
      <CardTable<NonNullable<NoticeDetail['meant']>['rows'][number]>
        label="发送对象"
        rows={meant.rows}
        rowKey={({ roomId }) => roomId}
        columns={[
          {
            key: 'room',
            head: '房间',
            main: true,
            show: (row) => (
              <PageLink page="chargeBill" of={{ community: notice.communityId, room: row.roomId }}>
                {row.room}
              </PageLink>
            ),
          },
          { key: 'owner', head: '业主', show: (row) => row.owner || '—' },
          { key: 'bills', head: '账单', unit: '张', number: true, show: (row) => row.bills },
          { key: 'since', head: '最早到期日', show: (row) => row.since || '—' },
          { key: 'owed', head: '欠费', unit: '元', number: true, show: (row) => <Money value={row.owed} /> },
        ]}
      />
    </>
  );
};

type Doing = 'withdraw' | 'letters' | 'board' | null;

const Acts = ({ of, onDo }: { readonly of: NoticeDetail; readonly onDo: (what: Doing) => void }): ReactElement => {
  const { notice, counts } = of;
  const has = (state: string): number =>
    counts.filter((one) => one.state === state).reduce((sum, { count }) => sum + count, 0);
  const resend = useWrite(feeAnnouncementSend, {
    said: ({ queued }) => `正在重发 ${queued} 条`,
    renews: [NOTICES],
    onError: (error) => notify.error(refusalOf(error)),
  });
  const deliver = useWrite(feeAnnouncementDeliver, {
    said: ({ delivered }) => `已登记投递 ${delivered} 份`,
    renews: [NOTICES],
  });
  const sent = notice.state === '发送中' || notice.state === '已发送';
  const takesBack =
    notice.state !== '已撤回' &&
    (notice.state !== '已发送' || has('待发送') + has('待投递') > 0 || notice.boardPath !== null);
  return (
    <p className="row-do">
      {can(SCREEN, 'edit') && sent && has('失败') > 0 ? (
        <Button
          loading={resend.isPending}
          onClick={() => resend.mutate({ id: notice.id, version: notice.version, onlyFailed: true })}
        >
          重发失败（{has('失败')}）
        </Button>
      ) : null}
      {can(SCREEN, 'edit') && has('待投递') > 0 ? (
        <Button loading={deliver.isPending} onClick={() => deliver.mutate({ id: notice.id })}>
          登记已投递（{has('待投递')}）
        </Button>
      ) : null}
      {can(SCREEN, 'download') && notice.channels.includes('纸质') && sent ? (
        <Button onClick={() => onDo('letters')}>打印入户通知</Button>
      ) : null}
      {can(SCREEN, 'download') && notice.boardPath !== null ? (
        <Button onClick={() => onDo('board')}>打印公告</Button>
      ) : null}
      {can(SCREEN, 'export') && counts.length > 0 ? (
        <Button
          onClick={() =>
            void download('POST', feeAnnouncementExport.path, { id: notice.id }, { name: `${notice.no}发送明细.xlsx` })
          }
        >
          导出
        </Button>
      ) : null}
      {can(SCREEN, 'edit') && takesBack ? (
        <Button danger onClick={() => onDo('withdraw')}>
          撤回
        </Button>
      ) : null}
    </p>
  );
};

/** One announcement: what it said to whom, and what came of it. */
export const NoticeDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const [state, setState] = useState<NoticeSendRow['state'] | null>(null);
  const [index, setIndex] = useState(1);
  const [doing, setDoing] = useState<Doing>(null);
  const asked = { id, state: state ?? ('' as const), PageIndex: index, PageSize: SIZE };
  const found = useQuery({
    queryKey: [NOTICES, 'detail', asked],
    queryFn: ({ signal }) => callApi(feeAnnouncementDetail, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  useLive(['chargeNotice'], () => found.refetch());
  const check = useWrite(feeAnnouncementSend, {
    said: ({ state: now }) =>
      now === '草稿' ? '已退回起草人' : now === '定时' ? '已通过，定时发送' : '已通过，正在发送',
    renews: [NOTICES],
    onError: (error) => notify.error(refusalOf(error)),
  });
  const { data } = found;
  return (
    <AppDrawer
      width={900}
      title={data === undefined ? '公告' : `${data.notice.no} ${data.notice.kind} ${data.notice.title}`}
      onClose={onClose}
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <>
          <Facts of={data} />
          {data.notice.state === '待审核' ? (
            <Check
              of={data}
              busy={check.isPending}
              onSend={(approve, opinion) => check.mutate({ id, version: data.notice.version, approve, opinion })}
            />
          ) : null}
          {doing === 'withdraw' ? (
            <Withdraw id={id} onDone={() => setDoing(null)} />
          ) : (
            <Acts of={data} onDo={setDoing} />
          )}
          {data.meant !== null ? (
            <Meant of={data} />
          ) : data.counts.length === 0 ? (
            <p className="note">
              {data.notice.channels.every((one) => one === '公示') ? '公示不按户发送，没有发送明细' : '还没有发送'}
            </p>
          ) : (
            <>
              <ul className="notice-counts" aria-label="发送结果">
                {data.counts.map((one) => (
                  <li key={`${one.state}${one.reason}`}>
                    <Tag tone={SEND_TONES[one.state] ?? 'neutral'}>
                      {`${one.state}${one.reason === '' ? '' : ` ${one.reason}`} ${one.count}`}
                    </Tag>
                  </li>
                ))}
              </ul>
              <ChoiceFilter
                label="结果"
                value={state ?? undefined}
                options={NOTICE_SEND_STATES}
                onChange={(next) => {
                  setState(next);
                  setIndex(1);
                }}
              />
              <CardTable
                label="发送明细"
                columns={columns(data.notice.communityId)}
                rows={data.rows}
                rowKey={(row) => row.id}
                paging={{ index, size: SIZE, total: data.total, onChange: setIndex }}
              />
            </>
          )}
          {doing === 'letters' ? (
            <LetterPrint id={id} onClose={() => setDoing(null)} />
          ) : doing === 'board' ? (
            <BoardPrint of={data} onClose={() => setDoing(null)} />
          ) : null}
        </>
      )}
    </AppDrawer>
  );
};
