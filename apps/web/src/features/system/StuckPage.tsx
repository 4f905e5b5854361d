import { STUCK_TITLES, stuckIndex, type StuckKind, stuckRepair, type StuckRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi, refusalOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { UserSelect } from './pickers.tsx';
import { WORKFLOWS_CODE } from './workflows/chains.ts';

const STUCK_CODE = 'system.stuck';

/** What mending does, for who is about to do it; null: nothing here can. */
const REPAIR: Readonly<Record<StuckKind, { readonly label: string; readonly about: string } | null>> = {
  noTask: { label: '重新分派', about: '重新进入当前步骤，按审批链找今天的处理人。' },
  nobody: { label: '移交', about: '把这件待办交给在职的人，会签中其他人的意见不变。' },
  unseen: { label: '恢复', about: '把待办放回处理人的列表。' },
  leftOver: { label: '撤下', about: '单据已经过了这一步，撤下多余的待办。' },
  status: { label: '改正', about: '以审批记录为准，改正单据上的状态。' },
  late: { label: '移交', about: '把这件待办交给别人处理，原处理人会收到通知。' },
  fixed: null,
  log: null,
};
const NEEDS_PERSON: readonly StuckKind[] = ['nobody', 'late'];

const RepairDialog = ({ row, onClose }: { readonly row: StuckRow; readonly onClose: () => void }): ReactElement => {
  const [userId, setUserId] = useState<string>();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const needsPerson = NEEDS_PERSON.includes(row.kind);
  const mend = useWrite(stuckRepair, {
    said: ({ done }) => done,
    onDone: onClose,
    renews: ['stuck', 'todo'],
    onError: (error) => notify.error(refusalOf(error)),
  });
  const noPerson = needsPerson && userId === undefined;
  const noReason = reason.trim() === '';
  const repair = REPAIR[row.kind];
  return (
    <AppModal
      title={`${repair?.label ?? ''}：${row.serial ?? row.title}`}
      okText={repair?.label ?? '确定'}
      okButtonProps={{ loading: mend.isPending }}
      onOk={() => {
        setTried(true);
        if (noPerson || noReason || mend.isPending) return;
        mend.mutate({
          kind: row.kind,
          key: row.key,
          reason: reason.trim(),
          ...(userId === undefined ? {} : { UserId: userId }),
        });
      }}
      onCancel={onClose}
    >
      <p className="note">
        {row.title}
        {row.step ? ` · ${row.step}` : ''}：{row.note}。{repair?.about}
      </p>
      <Form name="repair-dialog" layout="vertical">
        {needsPerson ? (
          <Form.Item
            label="接手人"
            htmlFor="stuck-to"
            required
            {...(tried && noPerson ? { validateStatus: 'error' as const, help: '请选择接手人' } : {})}
          >
            <UserSelect
              id="stuck-to"
              label="接手人"
              activeOnly
              placeholder="姓名、账号或拼音"
              {...(userId === undefined ? {} : { value: userId })}
              onChange={setUserId}
            />
          </Form.Item>
        ) : null}
        <Form.Item
          label="原因"
          htmlFor="stuck-reason"
          required
          {...(tried && noReason ? { validateStatus: 'error' as const, help: '请填写原因' } : {})}
        >
          <Input.TextArea
            id="stuck-reason"
            rows={2}
            maxLength={200}
            value={reason}
            placeholder="记入审计日志"
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** The record, or the module's chain where that is what is wrong. */
const addressOf = ({ ProcedureId, BusinessId }: StuckRow): string | null => {
  if (BusinessId !== '') return recordAddress(ProcedureId, BusinessId);
  return canOpen(WORKFLOWS_CODE) ? `/system/workflows?module=${ProcedureId}` : null;
};

const Rows = ({
  rows,
  onMend,
}: {
  readonly rows: readonly StuckRow[];
  readonly onMend: ((row: StuckRow) => void) | null;
}): ReactElement => (
  <table className="plain-table cards-on-phone">
    <thead>
      <tr>
        <th scope="col">单据</th>
        <th scope="col">步骤</th>
        <th scope="col">问题</th>
        <th scope="col">起始</th>
        <th scope="col">操作</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => {
        const to = addressOf(row);
        return (
          <tr key={`${row.kind}${row.key}`}>
            <td data-label="单据" className="cell-main">
              {to ? <Link to={to}>{row.serial ?? row.title}</Link> : <span>{row.serial ?? row.title}</span>}
              <small>
                {row.module} · {row.title}
              </small>
            </td>
            <td data-label="步骤">{row.step ?? '—'}</td>
            <td data-label="问题">{row.note}</td>
            <td data-label="起始">{formatDateTime(row.since)}</td>
            <td data-label="操作">
              {onMend !== null && REPAIR[row.kind] !== null ? (
                <Button size="small" onClick={() => onMend(row)}>
                  {REPAIR[row.kind]?.label}
                </Button>
              ) : (
                '—'
              )}
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

/** Approvals that do not go on by themselves, by what is wrong with them. */
const StuckPage = (): ReactElement => {
  const [deep, setDeep] = useState(false);
  const [mending, setMending] = useState<StuckRow | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['stuck', deep],
    queryFn: ({ signal }) => callApi(stuckIndex, { deep }, { signal }),
    staleTime: 0,
  });
  const onMend = can(STUCK_CODE, 'edit') ? setMending : null;
  return (
    <>
      <PageHeader
        title="异常流程"
        note={data ? `检查于 ${formatDateTime(data.checkedAt)}` : '逐项检查在途单据'}
        actions={
          <>
            <Checkbox checked={deep} onChange={(event) => setDeep(event.target.checked)}>
              同时校验审批记录的哈希链
            </Checkbox>
            <Button loading={isFetching} onClick={() => void refetch()}>
              重新检查
            </Button>
          </>
        }
      />
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay rows={8} /> : null}
      {data?.kinds.map(({ kind, total }) => {
        const rows = data.rows.filter((row) => row.kind === kind);
        return (
          <section key={kind} className="surface stuck-kind" aria-label={STUCK_TITLES[kind]}>
            <h2>
              {STUCK_TITLES[kind]} {total === 0 ? <Tag tone="good">正常</Tag> : <Tag tone="bad">{`${total} 件`}</Tag>}
            </h2>
            {rows.length > 0 ? <Rows rows={rows} onMend={onMend} /> : null}
            {total > rows.length ? <p className="hint">只列出最早的 {rows.length} 件，修复后重新检查。</p> : null}
          </section>
        );
      })}
      {mending ? <RepairDialog row={mending} onClose={() => setMending(null)} /> : null}
    </>
  );
};

export default StuckPage;
