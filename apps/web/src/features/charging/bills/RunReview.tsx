import {
  type BillException,
  type BillRun,
  chargeBillAudit,
  chargeBillDiffs,
  chargeBillExport,
  chargeBillPage,
  type ChargeBillRow,
  chargeBillRelease,
  chargeFeeSummary,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal, formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { quantityText } from '../quantity.ts';
import { AuditPrint } from './AuditPrint.tsx';
import { DIFF_COLUMNS, EXCEPTION_COLUMNS } from './columns.tsx';
import { ExplainDrawer } from './ExplainDrawer.tsx';
import { AUDIT_SCREEN, BILLS, besideWhen, percent, RUNS } from './shared.ts';

const RENEWS = [BILLS, RUNS] as const;

/** What was typed of what is odd, by its key. */
type Notes = Readonly<Record<string, string>>;
const writtenOf = (notes: Notes) =>
  Object.entries(notes)
    .map(([key, note]) => ({ key, note: note.trim() }))
    .filter(({ note }) => note !== '');

/** What is odd, and why it is right all the same. */
const Exceptions = ({
  run,
  open,
  notes,
  onNotes,
}: {
  readonly run: BillRun;
  readonly open: boolean;
  readonly notes: Notes;
  readonly onNotes: (notes: Notes) => void;
}): ReactElement => {
  const save = useWrite(chargeBillAudit, { said: '已记下说明', renews: RENEWS, onDone: () => onNotes({}) });
  const written = writtenOf(notes);
  return (
    <section className="surface">
      <h2>异常 {run.exceptions.length} 条</h2>
      <DataTable<BillException>
        label="异常"
        columns={[
          ...EXCEPTION_COLUMNS,
          {
            key: 'note',
            head: '处理说明',
            show: (row) =>
              open && row.level === '需说明' && row.note === '' ? (
                <Input
                  aria-label={`${row.room}${row.kind}的处理说明`}
                  maxLength={200}
                  value={notes[row.key] ?? ''}
                  onChange={(event) => onNotes({ ...notes, [row.key]: event.target.value })}
                />
              ) : row.note === '' ? (
                '—'
              ) : (
                `${row.note}（${row.by}）`
              ),
          },
        ]}
        rows={run.exceptions}
        rowKey={(row, at) => `${row.key}${at}`}
      />
      {open && written.length > 0 ? (
        <Button
          loading={save.isPending}
          onClick={() => save.mutate({ batchId: run.id, action: 'note', notes: written })}
        >
          保存说明
        </Button>
      ) : null}
    </section>
  );
};

/** Rooms by chance and the largest ones, each beside what its own figures come to. */
const Samples = ({ run, open }: { readonly run: BillRun; readonly open: boolean }): ReactElement => {
  const [seed, setSeed] = useState(run.contentHash.slice(0, 8) || run.id);
  const [told, setTold] = useState<string | null>(null);
  const asked = { batch: run.id, seed };
  const list = useQuery({
    queryKey: [BILLS, 'sample', asked],
    queryFn: ({ signal }) => callApi(chargeBillPage, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const check = useWrite(chargeBillAudit, { renews: RENEWS });
  const rows = list.data?.rows ?? [];
  const alike = rows.filter(({ checked, recounted, amount }) => checked === null && recounted === amount);
  const mark = (billIds: readonly string[], agrees: boolean) =>
    check.mutate({ batchId: run.id, action: 'check', billIds: [...billIds], agrees });
  return (
    <section className="surface">
      <h2>
        抽查（已勾一致 {run.agreed} 户，至少 {run.agreeing} 户）
      </h2>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonDelay rows={5} />
      ) : (
        <DataTable<ChargeBillRow>
          label="抽查"
          columns={[
            {
              key: 'room',
              head: '房间',
              show: (row) => (
                <Button type="link" className="cell-link" onClick={() => setTold(row.id)}>
                  {row.room}
                </Button>
              ),
            },
            { key: 'fee', head: '费项' },
            {
              key: 'quantity',
              head: '数量',
              number: true,
              show: (row) => quantityText(row.quantity, row.unit),
            },
            {
              key: 'unitPrice',
              head: '单价',
              unit: '元',
              number: true,
              show: (row) => formatDecimal(row.unitPrice, 4),
            },
            { key: 'factor', head: '天数系数', number: true, hint: 'Σ（段天数 × 段系数）÷ 周期天数' },
            { key: 'amount', head: '应收', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
            {
              key: 'recounted',
              head: '复算',
              unit: '元',
              hint: '用本行的数量、单价与天数重新计算；分段的末段为整段减其余，可差几分；按用量、阶梯计费的请看解释',
              number: true,
              show: (row) => <Money value={row.recounted} />,
            },
            {
              key: 'checked',
              head: '一致',
              show: (row) => (
                <Checkbox
                  aria-label={`${row.room} ${row.fee} 一致`}
                  checked={row.checked === true}
                  disabled={!open || check.isPending}
                  onChange={(event) => mark([row.id], event.target.checked)}
                />
              ),
            },
          ]}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
      <p className="row-do">
        <Button onClick={() => setSeed(String(Date.now()))}>再抽一次</Button>
        {open && alike.length > 0 ? (
          <Button
            loading={check.isPending}
            onClick={() =>
              mark(
                alike.map(({ id }) => id),
                true,
              )
            }
          >
            勾选复算一致的 {alike.length} 行
          </Button>
        ) : null}
      </p>
      {told === null ? null : <ExplainDrawer id={told} onClose={() => setTold(null)} />}
    </section>
  );
};

const Diffs = ({ run }: { readonly run: BillRun }): ReactElement | null => {
  const list = useQuery({
    queryKey: [BILLS, 'diffs', run.id],
    queryFn: ({ signal }) => callApi(chargeBillDiffs, { batch: run.id }, { signal }),
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={5} />;
  if (list.data.rows.length === 0) return null;
  return (
    <section className="surface">
      <h2>差异前 {list.data.rows.length}</h2>
      <DataTable
        label="差异"
        columns={[
          ...DIFF_COLUMNS,
          {
            key: 'checked',
            head: '已抽查',
            show: (row) => (row.checked === true ? <Tag tone="good">已抽查</Tag> : '—'),
          },
        ]}
        rows={list.data.rows}
        rowKey={(row, at) => `${row.roomId}${row.fee}${at}`}
      />
    </section>
  );
};

const Fees = ({ run }: { readonly run: BillRun }): ReactElement | null => {
  const asked = { batch: run.id, compare: 'last,yoy' };
  const list = useQuery({
    queryKey: [BILLS, 'run-fees', asked],
    queryFn: ({ signal }) => callApi(chargeFeeSummary, asked, { signal }),
  });
  const rows = list.data?.rows ?? [];
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) return null;
  const table = (
    <DataTable
      label="费项构成对比"
      columns={[
        { key: 'fee', head: '收费项目' },
        { key: 'last', head: '上期', unit: '元', number: true, show: (row) => <Money value={row.last} /> },
        { key: 'amount', head: '本期', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
        { key: 'yearAgo', head: '去年同期', unit: '元', number: true, show: (row) => <Money value={row.yearAgo} /> },
      ]}
      rows={rows}
      rowKey={(row) => row.feeId}
    />
  );
  const bar = (name: string, data: readonly (number | null)[]) => ({ type: 'bar' as const, name, data: [...data] });
  const numbers = (of: (row: (typeof rows)[number]) => string | null) =>
    rows.map((row) => {
      const value = of(row);
      return value === null ? null : Number(value);
    });
  return (
    <Chart
      title="费项构成对比"
      height={240}
      option={{
        tooltip: { trigger: 'axis' },
        legend: { top: 0 },
        grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        xAxis: { type: 'category', data: rows.map(({ fee }) => fee) },
        yAxis: { type: 'value', name: '元' },
        series: [
          bar(
            '上期',
            numbers(({ last }) => last),
          ),
          bar(
            '本期',
            numbers(({ amount }) => amount),
          ),
          bar(
            '去年同期',
            numbers(({ yearAgo }) => yearAgo),
          ),
        ],
      }}
      table={table}
    />
  );
};

const Deciding = ({
  run,
  mine,
  notes,
}: {
  readonly run: BillRun;
  readonly mine: boolean;
  readonly notes: Notes;
}): ReactElement => {
  const [opinion, setOpinion] = useState('');
  const [at, setAt] = useState<string | null>(null);
  const audit = useWrite(chargeBillAudit, { said: ({ state }) => `批次${state}`, renews: RENEWS });
  const release = useWrite(chargeBillRelease, {
    said: ({ state, bills, amount, deducted }) =>
      state === '已发布'
        ? `已发布 ${bills} 张账单，${formatMoney(amount)} 元${deducted === '0.00' ? '' : `，预存抵扣 ${formatMoney(deducted)} 元`}`
        : '已保存，到时自动发布',
    renews: RENEWS,
  });
  const cancel = useWrite(chargeBillRelease, { said: '已取消定时发布', renews: RENEWS });
  if (run.state === '待发布')
    return (
      <footer className="audit-foot surface">
        <MomentPicker
          kind="datetime"
          value={at}
          placeholder="定时发布（不填即刻）"
          aria={{ 'aria-label': '定时发布' }}
          onChange={setAt}
        />
        <Button
          type="primary"
          loading={release.isPending}
          onClick={() =>
            release.mutate({ batchId: run.id, releaseAt: at === null ? '' : at.slice(0, 16).replace('T', ' ') })
          }
        >
          {at === null ? '发布' : run.releaseAt === null ? '定时发布' : '改定时'}
        </Button>
        {run.releaseAt === null ? null : (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate({ batchId: run.id, cancel: true })}>
            取消定时
          </Button>
        )}
        <span className="note">
          发布即入账并开始计到期日
          {run.releaseAt === null ? '' : `；已定于 ${formatDateTime(run.releaseAt)} 自动发布，发布前可改可取消`}
        </span>
      </footer>
    );
  const send = (action: 'pass' | 'reject') =>
    audit.mutate({
      batchId: run.id,
      action,
      opinion,
      contentHash: run.contentHash,
      // What was typed of the odd ones counts, saved or not.
      ...(action === 'pass' ? { notes: writtenOf(notes) } : {}),
    });
  return (
    <footer className="audit-foot surface">
      <Input
        aria-label="审核意见"
        placeholder="审核说明（差异率超10%或退回时必填）"
        value={opinion}
        maxLength={200}
        onChange={(event) => setOpinion(event.target.value)}
      />
      <Button
        type="primary"
        disabled={mine}
        title={mine ? '不能审核自己生成的批次' : ''}
        loading={audit.isPending}
        onClick={() => send('pass')}
      >
        通过
      </Button>
      <Button disabled={mine || opinion.trim() === ''} loading={audit.isPending} onClick={() => send('reject')}>
        退回
      </Button>
    </footer>
  );
};

/** A run before it is owed: how much, what differs, what is odd, samples. */
export const RunReview = ({ run }: { readonly run: BillRun }): ReactElement => {
  const mine = useSession((state) => state.userId) === run.makerId;
  const open = run.state === '待审核' && !mine && can(AUDIT_SCREEN, 'edit');
  const skipped = run.skipped.filter(({ count }) => count > 0);
  const [printing, setPrinting] = useState(false);
  const [notes, setNotes] = useState<Notes>({});
  return (
    <div className="audit-detail">
      <section className="surface">
        <h2>
          {run.no}　{run.community} {run.period}
        </h2>
        <dl className="bill-figures">
          <div>
            <dt>本期总额（元）</dt>
            <dd>{formatMoney(run.amount)}</dd>
          </div>
          <div>
            <dt>上期（元）</dt>
            <dd>
              {formatMoney(run.lastAmount)}（{percent(run.rate)}）
            </dd>
          </div>
          <div>
            <dt>去年同期（元）</dt>
            <dd>{formatMoney(run.yearAgoAmount)}</dd>
          </div>
          <div>
            <dt>已出（户）</dt>
            <dd>{run.rooms}</dd>
          </div>
          <div>
            <dt>行数</dt>
            <dd>{run.lines}</dd>
          </div>
        </dl>
        <p className="note">
          {run.fees}；制单 {run.maker} {formatDateTime(run.madeAt)}
          {skipped.length === 0 ? '' : `；跳过 ${skipped.map(({ reason, count }) => `${reason} ${count}`).join('，')}`}
          {run.checker === '' ? '' : `；审核 ${run.checker}${run.opinion === '' ? '' : `：${run.opinion}`}`}
          {besideWhen(run)}
          {run.error === '' ? '' : `；${run.error}`}
        </p>
        <p className="row-do">
          {can(AUDIT_SCREEN, 'download') ? <Button onClick={() => setPrinting(true)}>打印审核表</Button> : null}
          {can(AUDIT_SCREEN, 'export') ? (
            <Button
              onClick={() =>
                void download(
                  'POST',
                  chargeBillExport.path,
                  { of: 'batch', batchId: run.id },
                  { name: '批次差异.xlsx' },
                )
              }
            >
              导出差异与异常
            </Button>
          ) : null}
        </p>
        {printing ? <AuditPrint batch={run.id} onClose={() => setPrinting(false)} /> : null}
      </section>
      <Fees run={run} />
      <Diffs run={run} />
      {run.exceptions.length === 0 ? null : <Exceptions run={run} open={open} notes={notes} onNotes={setNotes} />}
      {run.state === '待审核' || run.state === '待发布' ? <Samples run={run} open={open} /> : null}
      {(run.state === '待审核' || run.state === '待发布') && can(AUDIT_SCREEN, 'edit') ? (
        <Deciding run={run} mine={mine} notes={notes} />
      ) : null}
    </div>
  );
};
