/** One day's report in its sections; what was corrected stands out and says what was recorded. */
import { type DayReportRow, dayReportUpdate } from '@hengneng/contracts';
import { Button, Input, Space } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { DayCompare, heldBefore } from './DayCompare.tsx';
import { type DayText, NOTE_FIELDS, RUN_FIELDS, sentOf, textsOf } from './form.ts';
import { HostRows } from './HostRows.tsx';
import { DAYS, SCREEN } from './keys.ts';

const DAILY = '/operationContent/stateMents/dayStateMents';
const DAILY_SCREEN = 'operationContent.stateMents.dayStateMents';

type Changes = DayReportRow['Versions'][number]['Changed'];

const ChangeList = ({ changes }: { readonly changes: Changes }): ReactElement => (
  <ul className="day-changes">
    {changes.map(({ Field, Before, After }) => (
      <li key={Field}>
        {Field}：{Before} → {After}
      </li>
    ))}
  </ul>
);

/** Opens a version beside what held before it. */
const CompareButton = ({ row, version }: { readonly row: DayReportRow; readonly version: number }): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`对比 v${version}`} onClick={() => setOpen(true)}>
        对比
      </Button>
      {open ? (
        <DayCompare
          row={row}
          first={{ from: heldBefore(row.Versions, version), to: version }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};

const Versions = ({ row }: { readonly row: DayReportRow }): ReactElement => (
  <ol className="day-versions" aria-label="版本">
    {row.Versions.toReversed().map((one) => (
      <li key={one.Version}>
        v{one.Version} {one.Editor} {formatDateTime(one.EditTime)}{' '}
        <Tag tone={one.State === '已生效' ? 'good' : one.State === '待同意' ? 'warn' : 'neutral'}>{one.State}</Tag>{' '}
        {one.Reason}
        {one.Decider === ''
          ? ''
          : `；${one.Decider} ${one.State === '已退回' ? '退回' : '同意'}${one.Decision === '' ? '' : `：${one.Decision}`}`}
        <CompareButton row={row} version={one.Version} />
        <ChangeList changes={one.Changed} />
      </li>
    ))}
  </ol>
);

/** A change of a locked day that somebody has to agree to. */
const Waiting = ({ row, onDone }: { readonly row: DayReportRow; readonly onDone: () => void }): ReactElement | null => {
  const roles = useSession((state) => state.user?.roles) ?? [];
  const [reason, setReason] = useState('');
  const write = useWrite(dayReportUpdate, {
    renews: [DAYS],
    renewsOnConflict: true,
    said: ({ State }) => (State === '已生效' ? '已同意' : '已退回'),
    onDone,
  });
  const { Proposal } = row;
  if (Proposal === null) return null;
  const decide = (Action: 'agree' | 'refuse') =>
    write.mutate({ ReportId: row.ReportId, Version: row.Version, Action, Reason: reason.trim() });
  return (
    <section className="edit-waiting" aria-label="待同意">
      <strong>
        {Proposal.By} 提出修改：{Proposal.Reason}
      </strong>{' '}
      <CompareButton row={row} version={row.Version} />
      <ChangeList changes={Proposal.Changed} />
      {Proposal.Mine || !roles.includes('energyAnalyst') ? (
        <p className="edit-soft">待能源数据分析师同意后生效，提出人不能自己同意</p>
      ) : (
        <>
          <Input
            aria-label="意见"
            placeholder="意见（退回必填）"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Space>
            <Button type="primary" loading={write.isPending} onClick={() => decide('agree')}>
              同意
            </Button>
            <Button loading={write.isPending} onClick={() => decide('refuse')}>
              退回
            </Button>
          </Space>
        </>
      )}
    </section>
  );
};

export const DayForm = ({
  row,
  project,
  machines,
  onDirty,
}: {
  readonly row: DayReportRow;
  readonly project: string;
  readonly machines: readonly { readonly DeviceId: string; readonly Name: string }[];
  readonly onDirty: (dirty: boolean) => void;
}): ReactElement => {
  const [start] = useState(() => textsOf(row));
  const [texts, setTexts] = useState<DayText>(start);
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const recorded = textsOf(row.Recorded);
  const dirty = texts !== start;
  useUnsavedGuard(dirty);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  const write = useWrite(dayReportUpdate, {
    renews: [DAYS, 'energy-report'],
    said: ({ State }) => (State === '待同意' ? '已提出，待能源数据分析师同意' : '已保存为新版本'),
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : [];
      setFaults(Object.fromEntries(found.map(({ path, message }) => [path, message])));
      notify.error(found.length > 1 ? `${found.length} 处没有通过，没有保存` : messageOf(error));
    },
  });
  const change = (part: Partial<DayText>) => {
    setTexts((before) => ({ ...before, ...part }));
    setFaults({});
  };
  const locked = row.LockState === 'monthLocked';
  const disabled = locked || row.Proposal !== null || !can(SCREEN, 'edit');
  const error = (path: string) =>
    faults[path] === undefined ? null : (
      <small role="alert" className="edit-error">
        {faults[path]}
      </small>
    );
  /** Says what was recorded where it was corrected. */
  const differs = (now: string, was: string) =>
    now === was ? {} : { 'data-changed': true, title: `原值：${was === '' ? '—' : was}` };
  return (
    <>
      <header className="day-head">
        <h2>
          {row.Date} <Tag tone={row.LockState === 'open' ? 'good' : 'warn'}>{row.LockName}</Tag>
          {row.VersionCount > 0 ? ` 已修改 ${row.VersionCount} 次` : ''}
        </h2>
        {canOpen(DAILY_SCREEN) ? (
          <Link to={`${DAILY}?${new URLSearchParams({ ProjectCode: project, Date: row.Date })}`}>预览日报</Link>
        ) : null}
      </header>
      {row.Signed ? (
        <p className="soft-box" role="status">
          {row.SentToClient
            ? '已发客户，修改后请重发：先重新签发，再发客户。'
            : '该日报已签发，修改后请重新签发再发客户。'}
        </p>
      ) : null}
      {row.Empty && row.Versions.length === 0 ? (
        <p className="soft-box">{disabled ? '当日无运行记录。' : '当日无运行记录，可填写下表，保存即为停机日报。'}</p>
      ) : null}
      {can(SCREEN, 'edit') ? null : (
        <p className="soft-box" role="status">
          日报由项目经理或能源数据分析师修改，您可以查看；发现不对请告诉项目经理。开停机由「数据录入 &gt;
          运行参数」得出，当班的读数和参数请在那里录入。
        </p>
      )}
      {locked ? <p className="soft-box">该月已月锁，日报不能再改。</p> : null}
      <Waiting row={row} onDone={() => setReason('')} />
      <section className="surface day-part" aria-label="运行信息">
        <h3>运行信息</h3>
        <div className="day-fields">
          {RUN_FIELDS.map(({ key, label, number }) => (
            <label key={key} htmlFor={`day-${key}`}>
              {label}
              <Input
                id={`day-${key}`}
                {...differs(texts.run[key], recorded.run[key])}
                {...(number ? { inputMode: 'decimal' as const } : {})}
                maxLength={200}
                disabled={disabled}
                status={faults[`Run.${key}`] === undefined ? '' : 'error'}
                value={texts.run[key]}
                onChange={(event) => change({ run: { ...texts.run, [key]: event.target.value } })}
              />
              {error(`Run.${key}`)}
            </label>
          ))}
        </div>
        <h4>停供</h4>
        {texts.stops.map((stop, index) => {
          const put = (part: Partial<typeof stop>) =>
            change({ stops: texts.stops.map((one, at) => (at === index ? { ...one, ...part } : one)) });
          return (
            // oxlint-disable-next-line react/no-array-index-key -- lines have nothing of their own but their place
            <div className="day-stop" key={index}>
              {(['From', 'To', 'Reason'] as const).map((key) => (
                <span key={key}>
                  <Input
                    aria-label={`停供${{ From: '起', To: '止', Reason: '原因' }[key]} ${index + 1}`}
                    placeholder={{ From: '起 08:00', To: '止 10:00', Reason: '原因' }[key]}
                    disabled={disabled}
                    maxLength={key === 'Reason' ? 100 : 5}
                    value={stop[key]}
                    onChange={(event) => put({ [key]: event.target.value })}
                  />
                  {error(`Run.Stops[${index}].${key}`)}
                </span>
              ))}
              {disabled ? null : (
                <Button
                  type="link"
                  danger
                  onClick={() => change({ stops: texts.stops.filter((_, at) => at !== index) })}
                >
                  删除
                </Button>
              )}
            </div>
          );
        })}
        {disabled ? (
          texts.stops.length === 0 ? (
            <p className="edit-soft">没有停供</p>
          ) : null
        ) : (
          <Button onClick={() => change({ stops: [...texts.stops, { From: '', To: '', Reason: '' }] })}>
            加一段停供
          </Button>
        )}
      </section>
      <section className="surface day-part" aria-label="主机运行">
        <h3>主机运行</h3>
        <HostRows
          hosts={texts.hosts}
          machines={machines}
          faults={faults}
          disabled={disabled}
          onChange={(hosts) => change({ hosts })}
        />
        <p className="edit-soft">
          原记录由运行参数得出：相邻两次记录之间开、停的按一半计；改成实际启停时刻后以改过的为准。
        </p>
      </section>
      <section className="surface day-part" aria-label="交接与备注">
        <h3>交接与备注</h3>
        <div className="day-fields">
          {NOTE_FIELDS.map(({ key, label }) => (
            <label key={key} htmlFor={`day-note-${key}`}>
              {label}
              <Input.TextArea
                id={`day-note-${key}`}
                {...differs(texts.note[key], recorded.note[key])}
                autoSize={{ minRows: 2, maxRows: 6 }}
                maxLength={500}
                disabled={disabled}
                value={texts.note[key]}
                onChange={(event) => change({ note: { ...texts.note, [key]: event.target.value } })}
              />
              {error(`Note.${key}`)}
            </label>
          ))}
        </div>
      </section>
      {disabled ? null : (
        <footer className="surface day-foot">
          <span>
            <Input
              aria-label="修改原因"
              placeholder="修改原因（必填）"
              maxLength={200}
              status={faults['Reason'] === undefined ? '' : 'error'}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            {error('Reason')}
          </span>
          <Button
            type="primary"
            disabled={!dirty}
            loading={write.isPending}
            onClick={() =>
              write.mutate({ ReportId: row.ReportId, Version: row.Version, ...sentOf(texts), Reason: reason.trim() })
            }
          >
            {row.LockState === 'dayLocked' ? '提出修改' : '保存'}
          </Button>
        </footer>
      )}
      {row.Versions.length === 0 ? null : (
        <section className="surface day-part" aria-label="修改记录">
          <h3>修改记录</h3>
          <Versions row={row} />
        </section>
      )}
    </>
  );
};
