import {
  ANNOUNCEMENT_STATES,
  announcementDecide,
  announcementIndex,
  announcementPin,
  type AnnouncementRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { PagedCards } from '../../../ui/PagedCards.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { AnnouncementDialog } from '../../account/AnnouncementDialog.tsx';
import { MESSAGES_CODE, type OnFilter } from './scope.ts';

const PAGE_SIZE = 20;
const TONE: Readonly<Record<AnnouncementRow['State'], Tone>> = { 待确认: 'warn', 已发布: 'good', 未通过: 'neutral' };

/** What another administrator wants to tell everybody, before it goes out. */
const DecideDialog = ({
  row,
  onClose,
}: {
  readonly row: AnnouncementRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useWrite(announcementDecide, {
    said: ({ people }, { Agree }) => (Agree ? `已发给 ${people} 人` : '已退回'),
    onDone: onClose,
    renews: ['announcements', 'notice', 'outbox'],
    onError: (error) => notify.error(messageOf(error)),
  });
  const missing = tried && note.trim() === '';
  return (
    <AppModal
      title="确认发给全员的公告"
      holdsInput
      footer={
        <>
          <Button
            disabled={decide.isPending}
            onClick={() => {
              setTried(true);
              if (note.trim() !== '') decide.mutate({ Id: row.Id, Agree: false, Note: note.trim() });
            }}
          >
            退回
          </Button>
          <Button
            type="primary"
            loading={decide.isPending}
            onClick={() => decide.mutate({ Id: row.Id, Agree: true, Note: '' })}
          >
            确认，发给 {row.People} 人
          </Button>
        </>
      }
      onCancel={onClose}
    >
      <h3>{row.Title}</h3>
      <p className="note">
        {row.CreatedBy} · {formatDateTime(row.CreatedAt)}
        {row.Pinned ? ' · 置顶' : ''}
      </p>
      <p className="plain-text">{row.Body}</p>
      <Form name="decide-announcement" layout="vertical">
        <Form.Item
          label="退回原因"
          htmlFor="announcement-note"
          {...(missing ? { validateStatus: 'error' as const, help: '请填写退回原因' } : {})}
        >
          <Input
            id="announcement-note"
            maxLength={200}
            placeholder="只在退回时需要"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** Announcements of all administrators, with who was reached and who read them. */
export const Announcements = ({
  filters,
  onFilter,
  onWrite,
}: {
  readonly filters: Filters;
  readonly onFilter: OnFilter;
  readonly onWrite: () => void;
}): ReactElement => {
  const [shown, setShown] = useState<AnnouncementRow | null>(null);
  const [deciding, setDeciding] = useState<AnnouncementRow | null>(null);
  const state = ANNOUNCEMENT_STATES.find((one) => one === filters.state);
  const query = { PageIndex: Number(filters.PageIndex ?? 1), PageSize: PAGE_SIZE, ...(state ? { State: state } : {}) };
  const list = useQuery({
    queryKey: ['announcements', query],
    queryFn: ({ signal }) => callApi(announcementIndex, query, { signal }),
    placeholderData: keepPrevious,
    staleTime: 0,
  });
  const pin = useWrite(announcementPin, {
    said: (_, { Pinned }) => (Pinned ? '已置顶' : '已取消置顶'),
    renews: ['announcements', 'notice'],
    onError: (fault) => notify.error(messageOf(fault)),
  });
  const mayEdit = can(MESSAGES_CODE, 'edit');
  const act = (row: AnnouncementRow): ReactElement | string => {
    if (row.MayDecide)
      return (
        <Button size="small" type="primary" onClick={() => setDeciding(row)}>
          确认
        </Button>
      );
    if (row.State === '待确认') return '待另一管理员确认';
    if (row.State === '未通过') return '—';
    return (
      <Button size="small" onClick={() => pin.mutate({ Id: row.Id, Pinned: !row.Pinned })}>
        {row.Pinned ? '取消置顶' : '置顶'}
      </Button>
    );
  };
  const columns: readonly CardColumn<AnnouncementRow>[] = [
    {
      key: 'title',
      head: '标题',
      main: true,
      show: (row) => (
        <Button type="link" size="small" className="cell-link" onClick={() => setShown(row)}>
          {row.Pinned ? `【置顶】${row.Title}` : row.Title}
        </Button>
      ),
    },
    { key: 'audience', head: '发给', show: ({ Audience }) => <span className="wrap">{Audience}</span> },
    { key: 'state', head: '状态', show: ({ State }) => <Tag tone={TONE[State]}>{State}</Tag> },
    { key: 'people', head: '人数', number: true, show: ({ People }) => counted(People) },
    { key: 'read', head: '已读', number: true, show: ({ Read, State }) => (State === '已发布' ? counted(Read) : '—') },
    { key: 'by', head: '发布人', show: ({ CreatedBy }) => CreatedBy },
    { key: 'at', head: '时间', show: ({ CreatedAt }) => formatDateTime(CreatedAt) },
    {
      key: 'decided',
      head: '确认',
      show: ({ DecidedBy, DecidedAt, Note }) =>
        DecidedBy === null ? (
          '—'
        ) : (
          <span className="wrap">{[DecidedBy, formatDateTime(DecidedAt), Note].filter(Boolean).join(' · ')}</span>
        ),
    },
    ...(mayEdit ? [{ key: 'acts', head: '操作', acts: true, show: act }] : []),
  ];
  return (
    <>
      <search className="filter-bar surface">
        <ChoiceFilter
          label="状态"
          value={state}
          options={ANNOUNCEMENT_STATES}
          onChange={(next) => onFilter({ state: next })}
        />
      </search>
      <PagedCards
        of={list}
        label="公告"
        columns={columns}
        rowKey={({ Id }) => Id}
        empty={
          <EmptyHint
            text="还没有公告"
            action={can(MESSAGES_CODE, 'add') ? <Button onClick={onWrite}>发公告</Button> : null}
          />
        }
        page={query}
        onPage={(page) => onFilter({ PageIndex: String(page) })}
      />
      {shown ? (
        <AnnouncementDialog
          title={shown.Title}
          body={shown.Body}
          by={shown.CreatedBy}
          at={shown.CreatedAt}
          onClose={() => setShown(null)}
        />
      ) : null}
      {deciding ? <DecideDialog row={deciding} onClose={() => setDeciding(null)} /> : null}
    </>
  );
};
