/** One gap filled: with readings that were taken, or with ones that are worked out and say so. */
import { entryFill, FILL_WAYS, type InputOf, type OutputOf, uploadPhoto } from '@hengneng/contracts';
import { Button, Input, Select } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { ApiError, callApi, messageOf, uploadFile } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { FillChart } from './FillChart.tsx';
import { type Gap, readingDays } from './gaps.ts';

type Way = (typeof FILL_WAYS)[number];
type Filled = OutputOf<typeof entryFill>['Rows'];
type Attachment = { readonly URL: string; readonly Size: number; readonly Name: string };

const isWay = (text: string): text is Way => FILL_WAYS.some((way) => way === text);

export const FillPanel = ({
  project,
  gap,
  onClose,
}: {
  readonly project: string;
  readonly gap: Gap;
  readonly onClose: () => void;
}): ReactElement => {
  const [way, setWay] = useState<Way>(isWay(gap.Suggest) ? gap.Suggest : '线性');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [times, setTimes] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [seen, setSeen] = useState<Filled | null>(null);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const chooser = useRef<HTMLInputElement>(null);
  const days = readingDays(gap).filter((day) => (typed[day] ?? '') !== '');
  const fail = (error: unknown) => {
    const errors = error instanceof ApiError ? error.errors : [];
    setWrong(
      Object.fromEntries(
        errors.map(({ path, message }) => {
          const row = /^Rows\[(\d+)\]/.exec(path)?.[1];
          return [row === undefined ? path : (days[Number(row)] ?? path), message];
        }),
      ),
    );
    if (errors.length === 0) notify.error(messageOf(error));
  };
  const input: InputOf<typeof entryFill> = {
    ProjectCode: project,
    DeviceId: gap.DeviceId,
    Register: gap.Register,
    Method: way,
    Reason: reason,
    Attachments: files,
    ...(way === '实抄'
      ? { Rows: days.map((day) => ({ Date: day, ReadTime: times[day] ?? gap.ReadTime, Reading: typed[day] ?? '' })) }
      : { From: gap.GapFrom, To: gap.GapTo }),
  };
  const write = useWrite(entryFill, {
    renews: ['entryGaps', 'entryProgress', 'entrySheet', 'entryData'],
    said: ({ Saved, State }) => (State === '待同意' ? '已提出，待能源数据分析师同意' : `已补录${Saved}条`),
    onDone: onClose,
    onError: fail,
  });
  const preview = () => {
    setWrong({});
    callApi(entryFill, { ...input, Preview: true }).then(({ Rows }) => setSeen(Rows), fail);
  };
  const attach = async (file: File) => {
    try {
      const answer = await uploadFile(file, file.name, { path: uploadPhoto.path, fields: { BusinessType: 'reading' } });
      setFiles((before) => [...before, answer]);
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  const error = (field: string) =>
    wrong[field] === undefined ? null : (
      <small role="alert" className="fill-error">
        {wrong[field]}
      </small>
    );
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setSeen(null);
      setWrong({});
    };
  };
  return (
    <AppDrawer title={`补录 ${gap.DeviceName} ${gap.RegisterName}`} width={560} holdsInput onClose={onClose}>
      <p>
        {gap.GapFrom} 至 {gap.GapTo} 共 {gap.Days} 天；前读数 {gap.Before ?? '—'}，后读数 {gap.After ?? '—'}，期间用量{' '}
        {gap.TotalUsage ?? '—'} {gap.Unit}
      </p>
      {gap.LockState === 'dayLocked' ? (
        <p className="edit-soft">缺口已日锁：提出后由能源数据分析师同意才计入，提出人不能自己同意。</p>
      ) : null}
      <div className="fill-form">
        <Select
          aria-label="补录方法"
          value={way}
          options={FILL_WAYS.map((one) => ({
            value: one,
            label: one === '实抄' ? '实抄（补录当时抄下的读数）' : `估算：${one}`,
            disabled: one !== '实抄' && gap.After === null,
          }))}
          onChange={change(setWay)}
        />
        {error('Method')}
        {error('From')}
        {error('To')}
        {error('DeviceId')}
        {error('Rows')}
        {way === '实抄' ? (
          <small className="edit-soft">
            下列为抄表日；抄表时刻默认 {gap.ReadTime}，离它较远的读数按时间折算到整点并标「估」
          </small>
        ) : null}
        {way === '实抄'
          ? readingDays(gap).map((day) => (
              <fieldset key={day} className="fill-day-row">
                <legend>{day}</legend>
                <MomentPicker
                  kind="time"
                  allowClear={false}
                  value={times[day] ?? gap.ReadTime}
                  aria={{ 'aria-label': `${day} 抄表时刻` }}
                  onChange={(time) => {
                    setTimes((before) => ({ ...before, [day]: time ?? gap.ReadTime }));
                    setSeen(null);
                  }}
                />
                <Input
                  aria-label={`${day} 抄表读数`}
                  placeholder="抄表读数"
                  inputMode="decimal"
                  status={wrong[day] === undefined ? '' : 'error'}
                  value={typed[day] ?? ''}
                  onChange={(event) => {
                    setTyped((before) => ({ ...before, [day]: event.target.value }));
                    setSeen(null);
                  }}
                />
                {error(day)}
              </fieldset>
            ))
          : null}
        <div className="fill-files">
          <input
            ref={chooser}
            hidden
            type="file"
            aria-label="照片或纸质记录"
            accept="image/*"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file !== undefined) void attach(file);
            }}
          />
          <Button onClick={() => chooser.current?.click()}>照片或纸质记录{way === '实抄' ? '（必传）' : ''}</Button>
          {files.map((file) => (
            <FileLink key={file.URL} file={file} among={files} />
          ))}
        </div>
        {error('Attachments')}
        <Input.TextArea
          aria-label="补录原因"
          placeholder="补录原因"
          maxLength={200}
          status={wrong['Reason'] === undefined ? '' : 'error'}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {error('Reason')}
        {seen === null ? null : (
          <table className="edit-impact" aria-label="补录预览">
            <thead>
              <tr>
                <th>日期</th>
                <th>时刻</th>
                <th>读数</th>
                <th>日用量（{gap.Unit}）</th>
              </tr>
            </thead>
            <tbody>
              {seen.map((row) => (
                <tr key={row.Date}>
                  <td>{row.Date}</td>
                  <td>{formatDateTime(row.At)}</td>
                  <td className="num">{row.Reading}</td>
                  <td className="num">{row.Usage ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <FillChart
          project={project}
          gap={gap}
          preview={
            new Map((seen ?? []).flatMap((row) => (row.Usage === null ? [] : [[row.Date, Number(row.Usage)] as const])))
          }
        />
        <div className="edit-buttons">
          <Button onClick={preview}>预览</Button>
          <Button type="primary" loading={write.isPending} onClick={() => write.mutate(input)}>
            {gap.LockState === 'dayLocked' ? '提出补录' : '补录提交'}
          </Button>
        </div>
      </div>
    </AppDrawer>
  );
};
