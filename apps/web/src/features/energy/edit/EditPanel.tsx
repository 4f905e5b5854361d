/** One reading: its versions, its correction with what that changes, and what waits for a second person. */
import { type DataRow, entryUpdate, type InputOf, type OutputOf } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Popconfirm, Timeline } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { FileThumb } from '../../../ui/files/FileItem.tsx';
import { AdjustLink } from '../AdjustLink.tsx';
import type { Photo } from '../entry/entries.ts';
import { PhotoCell } from '../entry/PhotoCell.tsx';
import { FieldError, WhyFields } from './WhyFields.tsx';

const SCREEN = 'operationContent.DataInput.dataEdit';

type Change = InputOf<typeof entryUpdate>;
type Impact = OutputOf<typeof entryUpdate>['Impact'];

const Impacts = ({ impact }: { readonly impact: Impact }): ReactElement => (
  <table className="edit-impact" aria-label="影响预览">
    <thead>
      <tr>
        <th>影响对象</th>
        <th>改前</th>
        <th>改后</th>
        <th>差</th>
      </tr>
    </thead>
    <tbody>
      {impact.length === 0 ? (
        <tr>
          <td colSpan={4}>没有日用量因此改变</td>
        </tr>
      ) : null}
      {impact.map((one) => (
        <tr key={one.Object}>
          <td>{one.Object}</td>
          <td className="num">{one.Before ?? '—'}</td>
          <td className="num">{one.After ?? '—'}</td>
          <td className="num">{one.Difference ?? '—'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const CHANGES = '/operationContent/handleRecord/dataReplaceRecord';
const EXCHANGES = '/operationContent/handleRecord/deviceReplaceRecord';

export const Versions = ({ row }: { readonly row: DataRow }): ReactElement => (
  <Timeline
    items={row.Versions.map((version) => ({
      key: version.EntryId,
      color: version.EntryId === row.EntryId ? 'green' : 'gray',
      content: (
        <>
          <b>
            v{version.No} {version.Reading ?? '作废'}
          </b>{' '}
          {version.Editor} {formatDateTime(version.EditTime)} {version.Flag}
          <div>{[version.ReasonType, version.Reason].filter(Boolean).join('：')}</div>
          {version.Photos.map((photo) => (
            <FileThumb key={photo.URL} file={photo} among={version.Photos} />
          ))}
        </>
      ),
    }))}
  />
);

/** A proposed change as whoever agrees has to see it: the dial that it was read from, and what becomes of the figures. */
const Proposed = ({
  row,
  of,
}: {
  readonly row: DataRow;
  readonly of: NonNullable<DataRow['Proposal']>;
}): ReactElement => {
  const { Reading, Rollover, ReasonType, Reason, Photos } = of;
  const change: Change = {
    EntryId: row.EntryId,
    Version: row.VersionCount,
    ReasonType,
    Reason,
    Void: Reading === null,
    Photos,
    ...(Reading === null ? {} : { Reading, Rollover }),
    Preview: true,
  };
  const seen = useQuery({
    queryKey: ['entryData', 'proposal', row.EntryId, row.VersionCount],
    queryFn: ({ signal }) => callApi(entryUpdate, change, { signal }),
  });
  return (
    <>
      {Photos.map((photo) => (
        <FileThumb key={photo.URL} file={photo} among={Photos} />
      ))}
      {seen.error ? <p className="edit-soft">{messageOf(seen.error)}</p> : null}
      {seen.data === undefined ? null : <Impacts impact={seen.data.Impact} />}
    </>
  );
};

/** What waits: a rollover, a second value, a proposed change. */
const Waiting = ({
  row,
  project,
  onAct,
  busy,
}: {
  readonly row: DataRow;
  readonly project: string;
  readonly onAct: (change: Partial<Change>) => void;
  readonly busy: boolean;
}): ReactElement | null => {
  const roles = useSession((state) => state.user?.roles) ?? [];
  const [why, setWhy] = useState('');
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [looked, setLooked] = useState(false);
  const pictures = row.Versions.flatMap((version) => version.Photos);
  if (row.Rollover === 'claimed' && row.Reading !== null)
    return (
      <section className="edit-waiting">
        <p>录入人勾选了「已翻转」，确认后用量才计入合计。请先看表盘照片。</p>
        {pictures.map((photo) => (
          <FileThumb key={photo.URL} file={photo} among={pictures} />
        ))}
        {roles.includes('projectManager') ? (
          <>
            {pictures.length === 0 ? (
              <span>
                {photos.length === 0 ? '没有表盘照片，请先补拍' : '补拍的表盘照片'}
                <PhotoCell name="表盘" needed device={row.DeviceId} photos={photos} onChange={setPhotos} />
              </span>
            ) : (
              <Checkbox checked={looked} onChange={(event) => setLooked(event.target.checked)}>
                已看过表盘照片
              </Checkbox>
            )}
            <Popconfirm
              title="确认该表已翻转？"
              okText="确认"
              onConfirm={() => onAct({ Action: 'confirmRollover', Photos: [...photos] })}
            >
              <Button loading={busy} disabled={pictures.length === 0 ? photos.length === 0 : !looked}>
                确认翻转
              </Button>
            </Popconfirm>
            <Input
              aria-label="退回原因"
              placeholder="不是翻转时填写退回原因，该读数作废，由录入人改数或登记换表"
              maxLength={200}
              value={why}
              onChange={(event) => setWhy(event.target.value)}
            />
            <Button
              disabled={why.trim() === ''}
              loading={busy}
              onClick={() => onAct({ Action: 'refuse', Reason: why })}
            >
              不是翻转，退回
            </Button>
            {canOpen(shortCodeOf(EXCHANGES)) ? (
              <Link to={`${EXCHANGES}?${new URLSearchParams({ ProjectCode: project, DeviceId: row.DeviceId })}`}>
                登记换表
              </Link>
            ) : null}
          </>
        ) : (
          <p className="edit-soft">由项目经理确认</p>
        )}
      </section>
    );
  if (row.Candidate !== null)
    return (
      <section className="edit-waiting">
        <p>
          同表同时刻另有一个值 {row.Candidate}；现在计入的是 {row.Reading}。选定一个，另一个存为作废版本。
        </p>
        <Button loading={busy} onClick={() => onAct({ Action: 'acceptCandidate' })}>
          保留 {row.Reading}
        </Button>
        {row.CandidateId === null ? null : (
          <Button
            loading={busy}
            onClick={() => onAct({ Action: 'acceptCandidate', EntryId: row.CandidateId ?? row.EntryId })}
          >
            改用 {row.Candidate}
          </Button>
        )}
      </section>
    );
  if (row.Proposal !== null)
    return (
      <section className="edit-waiting">
        <p>
          {row.Proposal.By} 提出改为 <b>{row.Proposal.Reading ?? '作废'}</b>
          {row.Proposal.Rollover ? '，表盘已翻转' : ''}（{row.Proposal.ReasonType}
          {row.Proposal.Reason === '' ? '' : `：${row.Proposal.Reason}`}）
        </p>
        <Proposed row={row} of={row.Proposal} />
        {row.Proposal.Mine || !roles.includes('energyAnalyst') ? (
          <p className="edit-soft">由能源数据分析师同意，提出人不能自己同意</p>
        ) : (
          <>
            <Input
              aria-label="退回原因"
              placeholder="退回时填写原因"
              value={why}
              onChange={(event) => setWhy(event.target.value)}
            />
            <Button type="primary" loading={busy} onClick={() => onAct({ Action: 'agree' })}>
              同意
            </Button>
            <Button
              disabled={why.trim() === ''}
              loading={busy}
              onClick={() => onAct({ Action: 'refuse', Reason: why })}
            >
              退回
            </Button>
          </>
        )}
      </section>
    );
  return null;
};

export const EditPanel = ({
  row,
  project,
  onClose,
}: {
  readonly row: DataRow;
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [reading, setReading] = useState(row.Reading ?? '');
  const [isVoid, setVoid] = useState(false);
  const [rolled, setRolled] = useState(row.Rollover !== null);
  const [reasonType, setReasonType] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [impact, setImpact] = useState<Impact | null>(null);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const fail = (error: unknown) => {
    const errors = error instanceof ApiError ? error.errors : [];
    setWrong(Object.fromEntries(errors.map(({ path, message }) => [path, message])));
    if (errors.length === 0) notify.error(messageOf(error));
  };
  const write = useWrite(entryUpdate, {
    renews: ['entryData', 'entrySheet', 'entryHistory'],
    said: ({ State }, { Action, Rollover }) => {
      if (State === '待同意') return '已提出，待能源数据分析师同意';
      if (State === '已退回') return '已退回';
      if (Action === 'confirmRollover') return '已确认翻转，用量正在重算';
      return Rollover === true && row.Rollover !== 'confirmed'
        ? '已保存为新版本，翻转待项目经理确认'
        : '已保存为新版本';
    },
    renewsOnConflict: true,
    onDone: onClose,
    onError: fail,
  });
  const change: Change = {
    EntryId: row.EntryId,
    Version: row.VersionCount,
    ReasonType: reasonType ?? '',
    Reason: reason,
    Void: isVoid,
    Photos: [...photos],
    ...(isVoid ? {} : { Reading: reading, Rollover: rolled }),
  };
  const preview = () => {
    setWrong({});
    callApi(entryUpdate, { ...change, Preview: true }).then(({ Impact: found }) => setImpact(found), fail);
  };
  const locked = row.LockState === 'monthLocked';
  // What an exchange left on the dials is its own: it is made void there.
  const swapped = row.Flag === '换';
  const mayEdit = can(SCREEN, 'edit') && !locked && !swapped && row.Proposal === null;
  return (
    <AppDrawer
      title={`${row.DeviceName} ${row.RegisterName} ${row.Date} ${row.ReadTime}`}
      width={560}
      holdsInput
      onClose={onClose}
    >
      <dl className="edit-about">
        <dt>读数</dt>
        <dd>{row.Reading ?? '已作废'}</dd>
        <dt>用量</dt>
        <dd>
          {row.Usage ?? '—'} {row.Unit}
        </dd>
        <dt>判定</dt>
        <dd>{row.Words === '' ? '—' : row.Words}</dd>
        <dt>锁状态</dt>
        <dd>{row.LockName}</dd>
      </dl>
      <Waiting
        row={row}
        project={project}
        busy={write.isPending}
        onAct={(act) => write.mutate({ EntryId: row.EntryId, Version: row.VersionCount, ...act })}
      />
      {locked ? (
        <p className="edit-soft">
          该月已月锁，任何人都不能修改；迟到或纠错的量计入当前开放月：
          <AdjustLink project={project} month={row.Date.slice(0, 7)} device={row.DeviceId} />
        </p>
      ) : null}
      {swapped && canOpen(shortCodeOf(EXCHANGES)) ? (
        <p className="edit-soft">
          换表产生的读数以更换记录为准，不能单独修改：
          <Link to={`${EXCHANGES}?${new URLSearchParams({ ProjectCode: project, DeviceId: row.DeviceId })}`}>
            看更换记录
          </Link>
        </p>
      ) : null}
      {mayEdit ? (
        <section className="edit-form" aria-label="修改读数">
          <h3>{row.LockState === 'dayLocked' ? '提出改数（日锁后须能源数据分析师同意）' : '修改读数'}</h3>
          <label htmlFor="edit-reading">
            新读数
            <Input
              id="edit-reading"
              aria-label="新读数"
              inputMode="decimal"
              disabled={isVoid}
              status={wrong['Reading'] === undefined ? '' : 'error'}
              value={reading}
              onChange={(event) => {
                setReading(event.target.value);
                setImpact(null);
              }}
            />
          </label>
          <FieldError wrong={wrong} field="Reading" />
          <Checkbox
            checked={rolled}
            disabled={isVoid}
            onChange={(event) => {
              setRolled(event.target.checked);
              setImpact(null);
            }}
          >
            已翻转（表盘从最大数回到零）
          </Checkbox>
          <Checkbox
            checked={isVoid}
            onChange={(event) => {
              setVoid(event.target.checked);
              setImpact(null);
            }}
          >
            作废该读数（变为缺录）
          </Checkbox>
          <WhyFields
            reasonType={reasonType}
            onReasonType={setReasonType}
            reason={reason}
            onReason={setReason}
            wrong={wrong}
          />
          <span>
            表盘照片{' '}
            <PhotoCell
              name={`${row.DeviceName} ${row.RegisterName}`}
              needed={false}
              device={row.DeviceId}
              photos={photos}
              onChange={setPhotos}
            />
          </span>
          <FieldError wrong={wrong} field="Photos" />
          {impact === null ? null : <Impacts impact={impact} />}
          <div className="edit-buttons">
            <Button onClick={preview}>预览影响</Button>
            <Button type="primary" loading={write.isPending} onClick={() => write.mutate(change)}>
              {row.LockState === 'dayLocked' ? '提出' : '提交修改'}
            </Button>
          </div>
        </section>
      ) : null}
      <h3>版本</h3>
      <Versions row={row} />
      {row.VersionCount > 1 && canOpen(shortCodeOf(CHANGES)) ? (
        <Link to={`${CHANGES}?EntryId=${row.EntryId}`}>修改记录与影响</Link>
      ) : null}
    </AppDrawer>
  );
};
