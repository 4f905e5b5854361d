import {
  type AuditPaper,
  type AuditSample,
  type BillException,
  type BillRun,
  chargeBillAuditPaper,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, RefObject } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal, formatMoney } from '../../../lib/format.ts';
import { Paper, PaperDialog, type PaperColumn, PaperTable } from '../papers/Paper.tsx';
import { quantityText } from '../quantity.ts';
import { percent, RUNS } from './shared.ts';

const yuan = (value: string | null): string => (value === null ? '—' : formatMoney(value));

const FEES: readonly PaperColumn<AuditPaper['fees'][number]>[] = [
  { head: '收费项目', show: ({ fee }) => fee },
  { head: '户数', number: true, show: ({ rooms }) => rooms },
  { head: '上期（元）', number: true, show: ({ last }) => yuan(last) },
  { head: '本期（元）', number: true, show: ({ amount }) => yuan(amount) },
  { head: '环比', number: true, show: ({ lastRate }) => percent(lastRate) },
  { head: '去年同期（元）', number: true, show: ({ yearAgo }) => yuan(yearAgo) },
];
const DIFFS: readonly PaperColumn<AuditPaper['diffs'][number]>[] = [
  { head: '房间', whole: true, show: ({ room }) => room },
  { head: '费项', show: ({ fee }) => fee },
  { head: '上期（元）', number: true, show: ({ last }) => yuan(last) },
  { head: '本期（元）', number: true, show: ({ amount }) => yuan(amount) },
  { head: '差额（元）', number: true, show: ({ diff }) => yuan(diff) },
  { head: '原因', show: ({ reason }) => reason || '—' },
];
const EXCEPTIONS: readonly PaperColumn<BillException>[] = [
  { head: '级别', show: ({ level }) => level },
  { head: '类别', show: ({ kind }) => kind },
  { head: '房间', show: ({ room }) => room || '—' },
  { head: '说明', show: ({ text }) => text },
  { head: '处理说明', show: ({ note, by }) => (note === '' ? '' : `${note}（${by}）`) },
];
const SAMPLES: readonly PaperColumn<AuditSample>[] = [
  { head: '房间', whole: true, show: ({ room }) => room },
  { head: '费项', show: ({ fee }) => fee },
  { head: '数量', number: true, show: ({ quantity, unit }) => quantityText(quantity, unit) },
  { head: '单价（元）', number: true, show: ({ unitPrice }) => formatDecimal(unitPrice, 4) },
  { head: '天数系数', number: true, show: ({ factor }) => factor },
  { head: '应收（元）', number: true, show: ({ amount }) => yuan(amount) },
  { head: '复算（元）', number: true, show: ({ recounted }) => yuan(recounted) },
  { head: '一致', show: ({ agrees }) => (agrees ? '是' : '否') },
  { head: '抽查人', show: ({ checker }) => checker },
];

const skippedOf = (run: BillRun): string =>
  run.skipped
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${reason} ${count}`)
    .join('，') || '无';

const AuditSheet = ({
  of,
  sheet,
}: {
  readonly of: AuditPaper;
  readonly sheet: RefObject<HTMLDivElement | null>;
}): ReactElement => {
  const { run } = of;
  return (
    <Paper
      sheet={sheet}
      title="账单审核表"
      company={of.company || run.community}
      facts={[
        { label: '批次', value: run.no },
        { label: '小区', value: run.community },
        { label: '账期', value: run.period },
        { label: '费项', value: run.fees },
        { label: '状态', value: run.state },
        { label: '户数 / 行数', value: `${run.rooms} 户，${run.lines} 行` },
        { label: '本期', value: `${formatMoney(run.amount)} 元` },
        { label: '上期', value: `${formatMoney(run.lastAmount)} 元（${percent(run.rate)}）` },
        { label: '去年同期', value: `${formatMoney(run.yearAgoAmount)} 元` },
        { label: '跳过', value: skippedOf(run) },
        { label: '制单', value: `${run.maker} ${formatDateTime(run.madeAt)}` },
        { label: '审核', value: run.checker === '' ? '未审核' : `${run.checker} ${formatDateTime(run.checkedAt)}` },
        { label: '审核说明', value: run.opinion || '无' },
      ]}
      signs={['制单人', '审核人', '财务负责人', '日期']}
      foot={
        <>
          <span>打印 {of.by}</span>
          <span>{of.at}</span>
          <span className="office-hash">内容哈希 {run.contentHash || '尚未提交'}</span>
        </>
      }
    >
      <PaperTable title="费项构成" columns={FEES} rows={of.fees} rowKey={({ feeId }) => feeId} />
      {of.diffs.length === 0 ? null : (
        <PaperTable
          title={`差异前 ${of.diffs.length}`}
          columns={DIFFS}
          rows={of.diffs}
          rowKey={({ roomId, fee }, at) => `${roomId}${fee}${at}`}
        />
      )}
      {run.exceptions.length === 0 ? null : (
        <PaperTable title="异常" columns={EXCEPTIONS} rows={run.exceptions} rowKey={({ key }, at) => `${key}${at}`} />
      )}
      {of.samples.length === 0 ? (
        <h2>抽查：尚未抽查</h2>
      ) : (
        <PaperTable
          title={`抽查（已勾一致 ${run.agreed} 户，至少 ${run.agreeing} 户）`}
          columns={SAMPLES}
          rows={of.samples}
          rowKey={({ id }) => id}
        />
      )}
    </Paper>
  );
};

/** 审核表: to be signed by who made a run and who checked it. */
export const AuditPrint = ({
  batch,
  onClose,
}: {
  readonly batch: string;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: [RUNS, 'paper', batch],
    queryFn: ({ signal }) => callApi(chargeBillAuditPaper, { batch }, { signal }),
    staleTime: 0,
  });
  return (
    <PaperDialog title="账单审核表" found={found} onClose={onClose}>
      {(of, sheet) => <AuditSheet of={of} sheet={sheet} />}
    </PaperDialog>
  );
};
