/** 偏差核对: what of a month does not agree with what it ought to, by the limits that hold, and what was found out about it. */
import {
  dataMessage,
  DEVIATION_CAUSES,
  DEVIATION_CHECK_NAMES,
  DEVIATION_CHECKS,
  type DeviationFinding,
  type DeviationFindings,
  type DeviationNote,
  deviationsInTurn,
  insertProjectSetUp,
  projectSetUp,
} from '@hengneng/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';

export const CHECKS = 'deviationChecks';
const TONES = { 待核对: 'bad', 数值已变: 'warn', 已说明: 'good' } as const;

const figure = ({ Kind, Value }: Pick<DeviationFinding, 'Kind' | 'Value'>): string =>
  Kind === 'cop' ? Value.toFixed(2) : `${Value.toFixed(1)}%`;

const columns = (onOpen: (row: DeviationFinding) => void): readonly CardColumn<DeviationFinding>[] => [
  {
    key: 'what',
    head: '对象',
    main: true,
    show: (row) => (
      <>
        <strong>{row.TargetName}</strong>
        <small>
          {DEVIATION_CHECK_NAMES[row.Kind]} · {row.ProjectName}
        </small>
      </>
    ),
  },
  { key: 'value', head: '数值', number: true, show: figure },
  { key: 'limit', head: '限值', number: true, show: (row) => row.Limit },
  {
    key: 'words',
    head: '判定',
    show: (row) => <span className={`wrap${row.Severity === 'alarm' ? ' deviation-alarm' : ''}`}>{row.Words}</span>,
  },
  { key: 'state', head: '状态', show: (row) => <Tag tone={TONES[row.State]}>{row.State}</Tag> },
  {
    key: 'note',
    head: '说明',
    show: (row) =>
      row.Note === null ? '—' : `${row.Note.Cause}：${row.Note.Note}${row.Note.By ? `（${row.Note.By}）` : ''}`,
  },
  {
    key: 'do',
    head: '操作',
    acts: true,
    show: (row) => (
      <span className="row-do">
        {row.Kind === 'bill' ? null : (
          <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
            核对
          </Button>
        )}
        <Link to={row.Path}>{row.Kind === 'bill' ? '到账单' : '查看'}</Link>
      </span>
    ),
  },
];

interface Values {
  readonly Cause: string;
  readonly Note: string;
}

const Follow = ({
  row,
  mayFollow,
  onClose,
}: {
  readonly row: DeviationFinding;
  readonly mayFollow: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const which = {
    SetType: 'deviationFollow',
    ProjectCode: row.ProjectCode,
    Month: row.Month,
    Kind: row.Kind,
    Target: row.Target,
  };
  const notes = useQuery({
    queryKey: [CHECKS, 'notes', row.ProjectCode, row.Month, row.Kind, row.Target],
    queryFn: async ({ signal }) =>
      (await callApi(projectSetUp, which, { signal })) as { readonly rows: readonly DeviationNote[] },
  });
  const save = useWrite(insertProjectSetUp, {
    said: '核对说明已保存',
    renews: [CHECKS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppDrawer width={480} title={`${DEVIATION_CHECK_NAMES[row.Kind]}：${row.TargetName}`} onClose={onClose}>
      <p>{row.Words}</p>
      <p className="note">
        {row.ProjectName} {row.Month}，数值 {figure(row)}，限值 {row.Limit}。<Link to={row.Path}>查看数据</Link>
      </p>
      {mayFollow ? (
        <Form<Values>
          name="deviation-follow"
          form={form}
          layout="vertical"
          onFinish={(values) => save.mutate({ ...which, ...values, Version: row.Version })}
        >
          <Form.Item name="Cause" label="原因" rules={[{ required: true, message: '请选择原因' }]}>
            <Select options={DEVIATION_CAUSES.map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item name="Note" label="核对说明" rules={[{ required: true, message: '请填写核对说明' }]}>
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存说明
          </Button>
        </Form>
      ) : null}
      <h3>历次说明</h3>
      {notes.isPending ? (
        <SkeletonDelay rows={2} />
      ) : notes.isError ? (
        <ErrorRetry error={notes.error} onRetry={() => void notes.refetch()} />
      ) : notes.data.rows.length === 0 ? (
        <p className="note">还没有说明</p>
      ) : (
        <ul className="deviation-notes">
          {notes.data.rows.map((one) => (
            <li key={one.At}>
              {formatDateTime(one.At)} {one.By}：{one.Cause}，{one.Note}（当时{' '}
              {figure({ Kind: row.Kind, Value: one.Value })}）
            </li>
          ))}
        </ul>
      )}
    </AppDrawer>
  );
};

export const ChecksTab = ({
  project,
  month,
  kind,
  onPick,
}: {
  readonly project: string;
  readonly month: string;
  readonly kind: string | undefined;
  readonly onPick: (filters: { month?: string | null; kind?: string | null }) => void;
}): ReactElement => {
  const [open, setOpen] = useState<DeviationFinding | null>(null);
  const checks = useInfiniteQuery({
    queryKey: [CHECKS, project, month, kind],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam }) =>
      (await callApi(
        dataMessage,
        { Type: 'deviationCheck', ProjectCode: project, Month: month, Kind: kind ?? '', After: pageParam },
        { signal },
      )) as DeviationFindings,
    getNextPageParam: ({ Next }) => Next,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = checks;
  // What is found is shown while the other projects are looked through.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pages = checks.data?.pages ?? [];
  const rows = deviationsInTurn(pages.flatMap((page) => page.rows));
  const checked = pages.reduce((sum, page) => sum + page.Projects, 0);
  return (
    <>
      <div className="filter-bar surface">
        <span className="deviation-month">
          <span>月份</span>
          <MomentField
            kind="month"
            value={month}
            allowClear={false}
            aria={{ 'aria-label': '核对月份' }}
            onChange={(picked) => onPick({ month: picked })}
          />
        </span>
        <ChoiceFilter
          label="核对项"
          value={kind}
          options={DEVIATION_CHECKS.map((value) => ({ value, label: DEVIATION_CHECK_NAMES[value] }))}
          onChange={(picked) => onPick({ kind: picked })}
        />
      </div>
      {checks.isPending ? (
        <SkeletonDelay />
      ) : checks.isError ? (
        <ErrorRetry error={checks.error} onRetry={() => void (hasNextPage ? fetchNextPage() : checks.refetch())} />
      ) : rows.length === 0 ? (
        <section className="surface">
          <EmptyHint
            text={
              hasNextPage
                ? `正在核对，已核对 ${checked} / ${pages[0]?.Total ?? 0} 个项目，都在限值以内`
                : `${month} 共核对 ${checked} 个项目，都在限值以内`
            }
          />
        </section>
      ) : (
        <>
          <CardTable
            label="偏差核对"
            columns={columns(setOpen)}
            rows={rows}
            rowKey={(row) => `${row.ProjectCode} ${row.Kind} ${row.Target}`}
          />
          {hasNextPage ? (
            <p className="note" role="status">
              正在核对其余项目，已核对 {checked} / {pages[0]?.Total ?? 0} 个
            </p>
          ) : null}
          <p className="note deviation-note">
            读数不全的表计不判总分差；说明后数值又变的请重新核对；账单差在账单上说明，未说明不能月锁
          </p>
        </>
      )}
      {open === null ? null : (
        <Follow row={open} mayFollow={pages[0]?.MayFollow ?? false} onClose={() => setOpen(null)} />
      )}
    </>
  );
};
