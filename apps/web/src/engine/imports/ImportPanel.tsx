import { type ImportChecked, importCalls } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { formatValue, IMPORT_LIMITS, type ImportShape, listFields, TOO_BIG } from '@hengneng/form-kit';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Progress } from 'antd';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { messageOf, newIntent, uploadTo } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { useProgress } from '../../lib/progress.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ImportRows } from './ImportRows.tsx';

/** What a file as a whole says: sums, period, balances. */
const Facts = ({ of, checked }: { readonly of: ImportShape; readonly checked: ImportChecked }): ReactElement | null => {
  const fields = listFields(of.facts).filter(({ key }) => checked.facts[key] != null);
  return fields.length === 0 ? null : (
    <dl className="import-facts" aria-label="文件">
      {fields.map(({ key, field, label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{formatValue(field, checked.facts[key], { withUnit: true })}</dd>
        </div>
      ))}
    </dl>
  );
};

/** What the server does with the file meanwhile; nothing where it is done before one could read that. */
const Behind = ({ name }: { readonly name: string }): ReactElement | null => {
  const told = useProgress(name);
  return told === null ? null : (
    <div className="import-progress" role="status">
      <span>{told.stage}</span>
      <Progress percent={told.percent} size="small" status="active" aria-label="处理进度" />
    </div>
  );
};

interface Props {
  readonly of: ImportShape;
  /** What is chosen beside the file, by the shape's `asks`; null while something is missing, with what is said then. */
  readonly asked?: Readonly<Record<string, string>> | null;
  readonly missing?: string;
  /** Where that is chosen. */
  readonly choices?: ReactNode;
  /** Of `found`: the column by whose values the rows can be narrowed. */
  readonly narrow?: string;
  /** What a row still needs, as controls; `settle` sends values of the shape's `edits`. */
  readonly editor?: Parameters<typeof ImportRows>[0]['editor'];
  readonly confirmText?: string;
}

/** Template, file, precheck in three classes, the rows that need mending, and the confirmation. Lists of the page are asked anew afterwards. */
export const ImportPanel = (props: Props): ReactElement => {
  const { of, asked = {}, missing = '', choices, narrow, editor, confirmText = '确认导入' } = props;
  const calls = importCalls(of);
  const screen = shortCodeOf(of.screen);
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [checked, setChecked] = useState<ImportChecked | null>(null);
  const [asking, setAsking] = useState(false);
  /** Name of what the server is busy with, by which it says how far it is. */
  const [busy, setBusy] = useState<string | null>(null);
  /** The name for writing what was checked last; pressed again, it is the same. */
  const [naming, setNaming] = useState(newIntent);

  const send = useMutation({
    mutationFn: async (file: File): Promise<ImportChecked | null> => {
      if (file.size > IMPORT_LIMITS.bytes) throw new Error(TOO_BIG);
      const name = newIntent();
      setBusy(name);
      const { check } = await uploadTo(calls.run, file, {
        fields: { mode: 'check', kind: of.kind, Progress: name, ...asked },
        onProgress: setPercent,
      });
      return check;
    },
    onSuccess: (answer) => {
      setChecked(answer);
      setNaming(newIntent());
    },
    onSettled: () => {
      setPercent(null);
      setBusy(null);
    },
    onError: (error) => notify.error(error instanceof Error && error.message === TOO_BIG ? TOO_BIG : messageOf(error)),
  });
  const confirm = useWrite(calls.run, {
    said: ({ batch }) => `已导入${batch?.rows ?? 0}行，批次${batch?.batchNo ?? ''}`,
    onDone: () => {
      setBusy(null);
      setAsking(false);
      setChecked(null);
    },
    renews: ['rows'],
    onError: (error) => {
      setBusy(null);
      setAsking(false);
      notify.error(messageOf(error));
    },
  });
  const good = checked === null ? 0 : checked.ok + checked.warned;

  if (!can(screen, 'import')) return <p className="note import-note">您可以查看批次与结果，导入由财务办理。</p>;
  return (
    <section className="card import-panel" aria-label={of.title}>
      <div className="import-bar">
        {can(screen, 'download') ? (
          <Button
            onClick={() =>
              void download('GET', calls.template.path, { kind: of.kind }, { name: `${of.title}模板.xlsx` })
            }
          >
            下载模板
          </Button>
        ) : null}
        {choices}
        <Button
          type={checked === null ? 'primary' : 'default'}
          loading={send.isPending}
          onClick={() => {
            if (asked === null) notify.error(missing);
            else input.current?.click();
          }}
        >
          {checked === null ? '上传预检' : '重新上传'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="选择要导入的文件"
          accept=".xlsx"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) send.mutate(file);
          }}
        />
        <span className="import-hint">xlsx，10MB、20000行以内；预检不写入任何数据</span>
      </div>
      {busy === null || (percent !== null && percent < 100) ? null : <Behind name={busy} />}
      {percent === null ? null : <Progress percent={percent} size="small" aria-label="上传进度" />}
      {checked === null ? null : (
        <>
          {checked.notes.map((note) => (
            <Alert key={note} type="warning" showIcon title={note} className="import-alert" />
          ))}
          <Facts of={of} checked={checked} />
          <ImportRows of={of} checked={checked} narrow={narrow} editor={editor} onChecked={setChecked} />
          <div className="import-end">
            <span className="import-hint">
              {checked.fileName}；预检有效至{formatDateTime(checked.validUntil)}
            </span>
            {checked.faulty > 0 ? (
              <Button
                onClick={() =>
                  void download(
                    'POST',
                    calls.faults.path,
                    { kind: of.kind, CheckId: checked.CheckId },
                    { name: '错误行.xlsx' },
                  )
                }
              >
                下载错误行
              </Button>
            ) : null}
            <Button
              onClick={() =>
                void download(
                  'POST',
                  calls.faults.path,
                  { kind: of.kind, CheckId: checked.CheckId, all: true },
                  { name: '预检结果.xlsx' },
                )
              }
            >
              导出预检结果
            </Button>
            <Button type="primary" disabled={good === 0} onClick={() => setAsking(true)}>
              {confirmText}（{good}行）
            </Button>
          </div>
        </>
      )}
      {asking && checked !== null ? (
        <AppModal
          title={confirmText}
          okText={confirmText}
          okButtonProps={{ loading: confirm.isPending }}
          onOk={() => {
            if (confirm.isPending) return;
            setBusy(naming);
            confirm.mutate({ mode: 'commit', kind: of.kind, CheckId: checked.CheckId, Progress: naming });
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            将一次写入{good}行{checked.warned > 0 ? `，其中${checked.warned}行有警告` : ''}
            {checked.faulty > 0 ? `；${checked.faulty}行有错误，不写入` : ''}。没有被引用之前可以整批撤销。
          </p>
          {busy === null ? null : <Behind name={busy} />}
        </AppModal>
      ) : null}
    </section>
  );
};
