/** A file of history in four steps: what it is for, the file, what is wrong with it, keeping it. */
import {
  type CallContract,
  expFile,
  HISTORY_LIMITS,
  historyApply,
  historyCheck,
  type HistoryChecked,
  type HistoryFault,
  type HistoryKind,
  type OutputOf,
} from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Radio, Steps } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { messageOf, uploadTo } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { HISTORY, SCREEN } from './shared.ts';

type Policy = 'skip' | 'version';
type Meter = HistoryChecked['Meters'][number];

const METERS: readonly DataColumn<Meter>[] = [
  { key: 'Meter', head: '表计' },
  { key: 'Register', head: '示数项' },
  { key: 'Rows', head: '条数', number: true, show: ({ Rows }) => formatDecimal(Rows) },
  { key: 'span', head: '日期', show: ({ From, To }) => `${From} 至 ${To}` },
  {
    key: 'Usage',
    head: '推算用量',
    number: true,
    hint: '文件内首末读数之间的用量；与印象差十倍时请核对小数位和倍率',
    show: ({ Usage, Unit }) => (Usage === null ? '—' : `${Number(Usage).toLocaleString('zh-CN')} ${Unit}`),
  },
];

const useUpload = <C extends CallContract>(call: C, onSuccess: (answer: OutputOf<C>) => void) =>
  useMutation({
    mutationFn: ({ file, fields }: { readonly file: File; readonly fields: Readonly<Record<string, string>> }) =>
      uploadTo(call, file, { fields }),
    onSuccess,
    onError: (error) => notify.error(messageOf(error)),
  });

const FAULTS: readonly DataColumn<HistoryFault>[] = [
  { key: 'Row', head: '行号', number: true },
  { key: 'Date', head: '日期' },
  { key: 'Meter', head: '表计' },
  { key: 'Register', head: '示数项' },
  { key: 'Value', head: '读数/用量', number: true },
  { key: 'Column', head: '列' },
  { key: 'Message', head: '问题', show: ({ Message }) => <span className="history-words">{Message}</span> },
  {
    key: 'Level',
    head: '级别',
    show: ({ Level }) => <Tag tone={Level === '错误' ? 'bad' : 'warn'}>{Level}</Tag>,
  },
];
/** More than this nobody mends by looking at the page; all of them are in the workbook. */
const MOST_SHOWN = 100;

const Found = ({ checked, only }: { readonly checked: HistoryChecked; readonly only: boolean }): ReactElement => {
  const rows = only ? checked.Errors.filter(({ Level }) => Level === '错误') : checked.Errors;
  return (
    <>
      <DataTable
        label="校验结果"
        columns={FAULTS}
        rows={rows.slice(0, MOST_SHOWN)}
        rowKey={(row) => `${row.Row} ${row.Column} ${row.Message}`}
      />
      {rows.length > MOST_SHOWN ? <p className="note">{`只显示前 ${MOST_SHOWN} 处，其余请下载校验结果`}</p> : null}
    </>
  );
};

const Result = ({ checked }: { readonly checked: HistoryChecked }): ReactElement => {
  const [only, setOnly] = useState(true);
  const { Total, Ok, Faulty, Warned } = checked;
  return (
    <>
      <Alert
        type={Faulty > 0 ? 'error' : 'success'}
        showIcon
        title={
          Faulty > 0
            ? `共 ${formatDecimal(Total)} 行，${formatDecimal(Faulty)} 行有错误：改正后重新上传，有错误时整个文件不入库`
            : `共 ${formatDecimal(Total)} 行，${formatDecimal(Ok)} 行可以入库${Warned > 0 ? `，${formatDecimal(Warned)} 处提示` : ''}`
        }
        action={
          Faulty + Warned > 0 ? (
            <Button
              size="small"
              onClick={() =>
                void download(
                  'POST',
                  expFile.path,
                  { Kind: 'errors', BatchId: checked.BatchId },
                  { name: '校验结果.xlsx' },
                )
              }
            >
              下载校验结果
            </Button>
          ) : null
        }
      />
      {checked.Errors.length === 0 ? null : (
        <>
          {Warned > 0 ? (
            <Radio.Group
              className="history-only"
              value={only}
              options={[
                { value: true, label: '只看错误' },
                { value: false, label: '全部' },
              ]}
              onChange={(event) => setOnly(event.target.value as boolean)}
            />
          ) : null}
          <Found checked={checked} only={only && Faulty > 0} />
        </>
      )}
      {checked.Meters.length === 0 ? null : (
        <DataTable
          label="文件中的表计"
          columns={METERS}
          rows={checked.Meters}
          rowKey={({ Meter, Register }) => `${Meter} ${Register}`}
        />
      )}
    </>
  );
};

export const ImportSteps = ({ project }: { readonly project: string }): ReactElement => {
  const client = useQueryClient();
  const [kind, setKind] = useState<HistoryKind>('reading');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [policy, setPolicy] = useState<Policy>('skip');
  const [said, setSaid] = useState<string | null>(null);
  const renew = () => client.invalidateQueries({ queryKey: [HISTORY] });
  const check = useUpload(historyCheck, () => void renew());
  const apply = useUpload(historyApply, ({ Inserted, Skipped, Versioned }) => {
    setSaid(
      `已入库 ${formatDecimal(Inserted)} 条${Versioned > 0 ? `（其中新版本 ${formatDecimal(Versioned)} 条）` : ''}${
        Skipped > 0 ? `，跳过 ${formatDecimal(Skipped)} 条` : ''
      }`,
    );
    void renew();
  });
  const checked = check.data;
  const again = () => {
    check.reset();
    apply.reset();
    setSaid(null);
  };
  const step = said !== null ? 3 : checked ? 2 : file ? 1 : 0;
  const megabytes = file?.name.toLowerCase().endsWith('.csv')
    ? HISTORY_LIMITS.csv.megabytes
    : HISTORY_LIMITS.xlsx.megabytes;
  return (
    <section className="surface history-import" aria-label="导入历史数据">
      <Steps
        size="small"
        current={step}
        items={[{ title: '选择模板' }, { title: '上传文件' }, { title: '校验结果' }, { title: '确认入库' }]}
      />
      <div className="history-row">
        <Radio.Group
          aria-label="导入内容"
          value={kind}
          options={[
            { value: 'reading', label: '读数' },
            { value: 'usage', label: '日用量' },
          ]}
          onChange={(event) => {
            setKind(event.target.value as HistoryKind);
            again();
          }}
        />
        <Button
          onClick={() =>
            void download(
              'POST',
              expFile.path,
              { Kind: 'template', ProjectCode: project, DataKind: kind },
              { name: '历史数据模板.xlsx' },
            )
          }
        >
          下载模板
        </Button>
        <Button onClick={() => input.current?.click()}>选择文件</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="选择历史数据文件"
          accept=".xlsx,.csv"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            // The same file, mended, is chosen again under the same name.
            event.target.value = '';
            if (chosen === undefined) return;
            setFile(chosen);
            again();
          }}
        />
        <span className="history-file">{file?.name ?? '未选择文件'}</span>
        <Button
          type={checked ? 'default' : 'primary'}
          loading={check.isPending}
          disabled={file === null || apply.isPending}
          onClick={() => {
            if (file === null) return;
            if (file.size > megabytes * 1024 * 1024) notify.error(`文件不能超过${megabytes}MB`);
            else {
              again();
              check.mutate({ file, fields: { ProjectCode: project, Kind: kind } });
            }
          }}
        >
          上传校验
        </Button>
      </div>
      <p className="note">
        {`xlsx ${HISTORY_LIMITS.xlsx.rows / 10_000} 万行、csv ${HISTORY_LIMITS.csv.rows / 10_000} 万行以内；须早于该表首条实录，导入不覆盖实录。`}
        {kind === 'usage'
          ? '日用量由该表首条读数倒推为读数，尾差小于表盘一个末位字；「单位」列可写同类的其他单位（如 MWh、GJ）或在能耗系数登记过换算的单位，按换算入库。'
          : null}
      </p>
      {checked ? <Result checked={checked} /> : null}
      {checked && checked.Faulty === 0 && said === null && can(SCREEN, 'import') ? (
        <div className="history-row">
          {checked.Conflicts > 0 ? (
            <Radio.Group
              aria-label="与已导入的数据冲突时"
              value={policy}
              options={[
                { value: 'skip', label: `冲突的 ${checked.Conflicts} 条跳过` },
                { value: 'version', label: '作为新版本' },
              ]}
              onChange={(event) => setPolicy(event.target.value as Policy)}
            />
          ) : null}
          <Button
            type="primary"
            loading={apply.isPending}
            onClick={() => {
              if (file !== null)
                apply.mutate({
                  file,
                  fields: { BatchId: checked.BatchId, Digest: checked.Digest, OnConflict: policy },
                });
            }}
          >
            确认入库
          </Button>
        </div>
      ) : null}
      {said === null ? null : <Alert type="success" showIcon title={said} />}
    </section>
  );
};
