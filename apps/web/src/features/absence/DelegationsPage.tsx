import {
  DELEGATION_STATE_TITLES,
  DELEGATION_STATES,
  delegationExport,
  delegationIndex,
  type DelegationRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Grid, Segmented, Table, Form } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { DayRange } from '../../ui/DayRange.tsx';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { AppModal } from '../../ui/AppModal.tsx';
import { EmptyHint, ErrorRetry } from '../../ui/feedback.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { USERS_CODE } from '../system/names.ts';
import { UserSelect } from '../system/pickers.tsx';
import { DelegationForm } from './DelegationForm.tsx';
import { DelegationTimeline } from './DelegationTimeline.tsx';
import { DELEGATIONS_CODE, STATE_TONE } from './delegations.ts';
import { EndDelegation } from './EndDelegation.tsx';
import { HandoverWizard } from './HandoverWizard.tsx';

const isState = (value: string | undefined): value is DelegationRow['state'] =>
  DELEGATION_STATES.some((state) => state === value);

const State = ({ row }: { readonly row: DelegationRow }): ReactElement => (
  <Tag tone={STATE_TONE[row.state]}>{DELEGATION_STATE_TITLES[row.state]}</Tag>
);

const period = (row: DelegationRow): string => `${formatDateTime(row.from)} 至 ${formatDateTime(row.to)}`;

const Person = ({ id, name }: { readonly id: string; readonly name: string }): ReactElement =>
  canOpen(USERS_CODE) ? <Link to={`/system/users?user=${id}`}>{name}</Link> : <>{name}</>;

/** Everything about one delegation, and its end. */
const DelegationDrawer = ({
  row,
  onClose,
  onEnd,
}: {
  readonly row: DelegationRow;
  readonly onClose: () => void;
  readonly onEnd: () => void;
}): ReactElement => (
  <AppDrawer
    width={480}
    title={`${row.delegate}代${row.owner}`}
    onClose={onClose}
    extra={
      row.mayEnd ? (
        <Button danger onClick={onEnd}>
          终止
        </Button>
      ) : null
    }
  >
    <Descriptions
      size="small"
      column={1}
      bordered
      items={[
        { key: 'owner', label: '授权人', children: <Person id={row.ownerId} name={row.owner} /> },
        { key: 'delegate', label: '代理人', children: <Person id={row.delegateId} name={row.delegate} /> },
        { key: 'state', label: '状态', children: <State row={row} /> },
        { key: 'scope', label: '范围', children: row.scope },
        { key: 'period', label: '期间', children: period(row) },
        { key: 'reason', label: '原因', children: row.reason || '—' },
        { key: 'waiting', label: '生效中待办', children: `${row.waiting} 件` },
        { key: 'handled', label: '已代办', children: `${row.handled} 件` },
        { key: 'setBy', label: '设置人', children: row.setBy },
        ...(row.endedAt === null
          ? []
          : [
              {
                key: 'ended',
                label: '终止',
                children: [row.endedBy, formatDateTime(row.endedAt), row.endReason].filter(Boolean).join(' · '),
              },
            ]),
      ]}
    />
  </AppDrawer>
);

const Cards = ({
  rows,
  onChoose,
}: {
  readonly rows: readonly DelegationRow[];
  readonly onChoose: (row: DelegationRow) => void;
}): ReactElement => (
  <ul className="person-cards" aria-label="代理授权">
    {rows.map((row) => (
      <li key={row.Id}>
        <button type="button" className="surface" onClick={() => onChoose(row)}>
          <span className="person-card-head">
            <strong>
              {row.delegate}代{row.owner}
            </strong>
            <State row={row} />
          </span>
          <span>{row.scope}</span>
          <small>{period(row)}</small>
          <small>
            待办 {row.waiting} 件 · 已代办 {row.handled} 件{row.reason ? ` · ${row.reason}` : ''}
          </small>
        </button>
      </li>
    ))}
  </ul>
);

/** Who handles whose to-dos, when: as a list and over time. */
const DelegationsPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [creating, setCreating] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const [shown, setShown] = useState<DelegationRow | null>(null);
  const [ending, setEnding] = useState<DelegationRow | null>(null);
  const [view, setView] = useState<'list' | 'timeline'>('list');
  const phone = Grid.useBreakpoint().md === false;
  const query = useMemo(
    () => ({
      PageIndex: Number(filters.PageIndex ?? 1),
      PageSize: Number(filters.PageSize ?? 20),
      ...(filters.user ? { user: filters.user } : {}),
      ...(isState(filters.state) ? { state: filters.state } : {}),
      ...(filters.from || filters.to
        ? { range: { ...(filters.from ? { from: filters.from } : {}), ...(filters.to ? { to: filters.to } : {}) } }
        : {}),
    }),
    [filters],
  );
  const list = useQuery({
    queryKey: ['delegations', query],
    queryFn: ({ signal }) => callApi(delegationIndex, query, { signal }),
    placeholderData: keepPrevious,
    staleTime: 0,
  });
  const rows = list.data?.rows ?? [];
  const paging = {
    current: query.PageIndex,
    pageSize: query.PageSize,
    total: list.data?.total ?? 0,
    hideOnSinglePage: true,
    showTotal: (total: number) => `共 ${total} 条`,
    onChange: (page: number, size: number) => setFilters({ PageIndex: String(page), PageSize: String(size) }),
  };
  const empty = (
    <EmptyHint
      text="没有代理授权"
      action={can(DELEGATIONS_CODE, 'add') ? <Button onClick={() => setCreating(true)}>新建代理</Button> : null}
    />
  );
  return (
    <>
      <PageHeader
        title="代理与交接"
        actions={
          <>
            {can(DELEGATIONS_CODE, 'export') ? (
              <Button onClick={() => void download('POST', delegationExport.path, query, { name: '代理授权.xlsx' })}>
                导出
              </Button>
            ) : null}
            {can(USERS_CODE, 'edit') ? <Button onClick={() => setChoosing(true)}>离职交接</Button> : null}
            {can(DELEGATIONS_CODE, 'add') ? (
              <Button type="primary" onClick={() => setCreating(true)}>
                新建代理
              </Button>
            ) : null}
          </>
        }
      />
      <search className="filter-bar surface">
        <div className="filter-wide">
          <UserSelect
            label="授权人或代理人"
            placeholder="授权人或代理人"
            {...(filters.user ? { value: filters.user } : {})}
            onChange={(user) => setFilters({ user })}
          />
        </div>
        <ChoiceFilter
          label="状态"
          value={filters.state}
          onChange={(state) => setFilters({ state })}
          options={DELEGATION_STATES.map((state) => ({ value: state, label: DELEGATION_STATE_TITLES[state] }))}
        />
        <DayRange
          label="期间"
          value={[filters.from ?? null, filters.to ?? null]}
          onChange={([from, to]) => setFilters({ from, to })}
        />
        <Segmented
          aria-label="显示方式"
          value={view}
          onChange={setView}
          options={[
            { value: 'list', label: '列表' },
            { value: 'timeline', label: '时间轴' },
          ]}
        />
      </search>
      {list.error ? <ErrorRetry error={list.error} onRetry={() => void list.refetch()} /> : null}
      {!list.error && view === 'timeline' ? <DelegationTimeline rows={rows} onChoose={setShown} /> : null}
      {!list.error && view === 'list' && phone ? (
        rows.length === 0 && !list.isPending ? (
          empty
        ) : (
          <Cards rows={rows} onChoose={setShown} />
        )
      ) : null}
      {!list.error && view === 'list' && !phone ? (
        <Table<DelegationRow>
          size="small"
          className="surface-table"
          rowKey="Id"
          loading={{ spinning: list.isPending, delay: 200 }}
          dataSource={rows}
          pagination={paging}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: empty }}
          columns={[
            {
              title: '授权人',
              dataIndex: 'owner',
              render: (_, row) => (
                <Button type="link" size="small" className="cell-link" onClick={() => setShown(row)}>
                  {row.owner}
                </Button>
              ),
            },
            { title: '代理人', dataIndex: 'delegate' },
            { title: '范围', dataIndex: 'scope', width: 200, className: 'wrap' },
            { title: '起', dataIndex: 'from', render: (value: string) => formatDateTime(value) },
            { title: '止', dataIndex: 'to', render: (value: string) => formatDateTime(value) },
            {
              title: '原因',
              dataIndex: 'reason',
              width: 180,
              className: 'wrap',
              render: (value: string) => value || '—',
            },
            { title: '生效中待办', dataIndex: 'waiting', align: 'right' },
            { title: '已代办数', dataIndex: 'handled', align: 'right' },
            { title: '状态', key: 'state', render: (_, row) => <State row={row} /> },
            { title: '设置人', dataIndex: 'setBy' },
            {
              title: '操作',
              key: 'end',
              render: (_, row) =>
                row.mayEnd ? (
                  <Button size="small" danger onClick={() => setEnding(row)}>
                    终止
                  </Button>
                ) : null,
            },
          ]}
        />
      ) : null}
      {choosing ? (
        <AppModal title="离职交接" width={460} footer={null} onCancel={() => setChoosing(false)}>
          <p className="note">下一步逐项列出要交接的待办、在途单据、角色、部门、项目和代理。</p>
          <Form name="leaving" layout="vertical">
            <Form.Item label="离职或调岗的人" htmlFor="leaving-person">
              <UserSelect
                id="leaving-person"
                activeOnly
                placeholder="姓名、账号或拼音"
                onChange={(user) => {
                  setChoosing(false);
                  setLeaving(user ?? null);
                }}
              />
            </Form.Item>
          </Form>
        </AppModal>
      ) : null}
      {leaving ? <HandoverWizard userId={leaving} disable onClose={() => setLeaving(null)} /> : null}
      {creating ? <DelegationForm forOthers onClose={() => setCreating(false)} /> : null}
      {shown && !ending ? (
        <DelegationDrawer row={shown} onClose={() => setShown(null)} onEnd={() => setEnding(shown)} />
      ) : null}
      {ending ? (
        <EndDelegation
          row={ending}
          onClose={() => {
            setEnding(null);
            setShown(null);
          }}
        />
      ) : null}
    </>
  );
};

export default DelegationsPage;
