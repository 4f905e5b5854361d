import { ALARM_LEVELS, ALARM_STATES, type AlarmRow, warningHandle, warningIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { callApi, messageOf } from '../../../lib/api.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { PagedCards } from '../../../ui/PagedCards.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { LEVEL_TONE, mayHandleWarnings } from './warnings.ts';

const HandleDialog = ({ row, onClose }: { readonly row: AlarmRow; readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<{ readonly Note: string }>();
  const handle = useWrite(warningHandle, {
    said: '已记为处理',
    onDone: onClose,
    renews: ['warnings'],
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <AppModal
      title={`处理报警：${row.ProjectName}`}
      okText="处理完成"
      confirmLoading={handle.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">
        {row.Level} · {row.Kind} · {formatDateTime(row.At)}
      </p>
      <p className="plain-text">{row.Content}</p>
      <Form
        name="handle-warning"
        form={form}
        layout="vertical"
        initialValues={{ Note: '' }}
        onFinish={({ Note }) => handle.mutate({ Id: row.Id, Note })}
      >
        <Form.Item
          name="Note"
          label="处理情况"
          rules={[{ required: true, whitespace: true, message: '请填写处理情况' }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount placeholder="原因、做了什么、是否恢复" />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined =>
  all.find((one) => one === value);

/** 报警管理: what was raised in one's projects, and noting what was done about it. */
const WarningsPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [handling, setHandling] = useState<AlarmRow | null>(null);
  const query = useMemo(() => {
    const state = oneOf(ALARM_STATES, filters.state);
    const level = oneOf(ALARM_LEVELS, filters.level);
    return {
      PageIndex: Number(filters.PageIndex ?? 1),
      PageSize: 20,
      ...(state ? { state } : {}),
      ...(level ? { level } : {}),
      ...(filters.project ? { projects: [filters.project] } : {}),
      ...(filters.keyword ? { Keyword: filters.keyword } : {}),
    };
  }, [filters]);
  const list = useQuery({
    queryKey: ['warnings', query],
    queryFn: ({ signal }) => callApi(warningIndex, query, { signal }),
    placeholderData: keepPrevious,
    staleTime: 0,
  });
  const { data } = list;
  const mayHandle = mayHandleWarnings();
  const columns: readonly CardColumn<AlarmRow>[] = [
    { key: 'level', head: '级别', show: ({ Level }) => <Tag tone={LEVEL_TONE[Level]}>{Level}</Tag> },
    { key: 'at', head: '触发时间', show: ({ At }) => formatDateTime(At) },
    { key: 'minutes', head: '持续', unit: '分钟', number: true, show: ({ Minutes }) => counted(Minutes) },
    { key: 'project', head: '项目', main: true, show: ({ ProjectName }) => ProjectName },
    { key: 'device', head: '设备', show: ({ Device }) => Device ?? '—' },
    { key: 'kind', head: '类别', show: ({ Kind }) => Kind },
    { key: 'content', head: '内容', show: ({ Content }) => <span className="wrap">{Content}</span> },
    { key: 'from', head: '来源', show: ({ path }) => (path ? <Link to={path}>查看单据</Link> : '—') },
    {
      key: 'handled',
      head: '处理',
      show: ({ HandledAt, HandledBy, Note }) =>
        HandledAt === null ? (
          '未处理'
        ) : (
          <span className="wrap">{[HandledBy, formatDateTime(HandledAt), Note].filter(Boolean).join(' · ')}</span>
        ),
    },
    ...(mayHandle
      ? [
          {
            key: 'acts',
            head: '操作',
            acts: true,
            show: (row: AlarmRow) =>
              row.HandledAt === null ? (
                <Button size="small" onClick={() => setHandling(row)}>
                  处理
                </Button>
              ) : (
                '—'
              ),
          },
        ]
      : []),
  ];
  const filtered = Boolean(filters.state || filters.level || filters.project || filters.keyword);
  return (
    <>
      <PageHeader
        title="报警管理"
        note={data ? `未处理：紧急 ${data.open.紧急} · 重要 ${data.open.重要} · 一般 ${data.open.一般}` : undefined}
      />
      <search className="filter-bar surface">
        <ChoiceFilter
          label="状态"
          value={oneOf(ALARM_STATES, filters.state)}
          options={ALARM_STATES}
          onChange={(state) => setFilters({ state })}
        />
        <ChoiceFilter
          label="级别"
          value={oneOf(ALARM_LEVELS, filters.level)}
          options={ALARM_LEVELS}
          onChange={(level) => setFilters({ level })}
        />
        <SearchFilter
          label="项目、类别或内容"
          value={filters.keyword}
          onSearch={(keyword) => setFilters({ keyword })}
        />
        {filters.project ? (
          <Button onClick={() => setFilters({ project: null })}>
            只看{data?.rows[0]?.ProjectName ?? filters.project}，看全部项目
          </Button>
        ) : null}
      </search>
      <PagedCards
        of={list}
        label="报警"
        columns={columns}
        rowKey={({ Id }) => Id}
        empty={
          <EmptyHint
            text={filtered ? '没有符合条件的报警' : '没有报警'}
            action={
              filtered ? (
                <Button onClick={() => setFilters({ state: null, level: null, project: null, keyword: null })}>
                  清空筛选
                </Button>
              ) : null
            }
          />
        }
        page={query}
        onPage={(page) => setFilters({ PageIndex: String(page) })}
      />
      {handling ? <HandleDialog row={handling} onClose={() => setHandling(null)} /> : null}
    </>
  );
};

export default WarningsPage;
